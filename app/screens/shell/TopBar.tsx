import type { MouseEvent } from 'react';
import { buttonClass } from '#app/ui/Button.tsx';
import { FreshnessNote } from '#app/ui/FreshnessNote.tsx';
import { PersonMenu } from './PersonMenu.tsx';
import type { ShellData } from './shell-data.ts';
import { MENU_ANCHOR } from './Sidebar.tsx';
import { Icon } from '../../ui/Icon.tsx';

interface TopBarProps {
  data: ShellData;
  onOpenMenu: (event: MouseEvent) => void;
  onOpenSearch: () => void;
  /** The pointer or the focus reaches the search. */
  onNearSearch: () => void;
}

export function TopBar({ data, onOpenMenu, onOpenSearch, onNearSearch }: TopBarProps) {
  // Same as UNREAD_MAX (server/domain/alerts.ts): importing it would add a file to every page.
  const unread = data.unreadAlerts > 99 ? '99+' : data.unreadAlerts > 0 ? String(data.unreadAlerts) : '';
  return (
    <header className="shell-bar no-print">
      <a
        href={`#${MENU_ANCHOR}`}
        className={buttonClass('quiet', false, 'btn-square only-narrow')}
        onClick={onOpenMenu}
        aria-label="Abrir menú"
      >
        <Icon name="menu" className="size-5" />
      </a>
      <span className="only-narrow min-w-0 truncate font-semibold">{data.cooperativeName}</span>
      <a
        href="/buscar"
        className="input w-10 flex-none cursor-pointer justify-center text-muted sm:w-52 sm:justify-start md:w-72 max-md:ms-auto"
        onPointerEnter={onNearSearch}
        onFocus={onNearSearch}
        onClick={(event) => {
          event.preventDefault();
          onOpenSearch();
        }}
      >
        <Icon name="search" className="size-[15px]" />
        <span className="flex-1 max-sm:sr-only">Buscar en el portal</span>
        <kbd className="kbd kbd-sm text-muted max-md:hidden" aria-hidden>
          Ctrl K
        </kbd>
      </a>
      <div className="flex items-center gap-3 md:ms-auto">
        <FreshnessNote {...data.freshness} className="whitespace-nowrap max-sm:hidden" />
        <a
          href="/avisos"
          data-nav=""
          className={buttonClass('quiet', false, 'btn-circle relative')}
          aria-label={unread === '' ? 'Avisos' : `Avisos: ${unread} sin leer`}
        >
          <Icon name="bell" className="size-5" />
          {unread === '' ? null : (
            <span className="menu-count absolute -top-1 left-1/2" aria-hidden>
              {unread}
            </span>
          )}
        </a>
        <PersonMenu staff={data.staff} />
      </div>
    </header>
  );
}
