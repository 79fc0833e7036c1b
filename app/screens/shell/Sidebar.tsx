import { useLocation } from '@remix-run/react';
import type { MouseEvent, SyntheticEvent } from 'react';
import type { MenuGroup } from '#server/domain/menu.ts';
import { VIEW_PARAM, VIEWS_URL } from '#server/domain/saved-views.ts';
import type { CountedView } from '#server/lists/saved-views.ts';
import { formatTotal, plural } from '#server/domain/text.ts';
import { buttonClass } from '#app/ui/Button.tsx';
import { Brand } from '../../ui/Brand.tsx';
import type { MenuState } from './menu-state.ts';
import type { InboxTotal } from './use-inbox-total.ts';
import { Icon } from '../../ui/Icon.tsx';

/** URL fragment that opens the drawer without JavaScript. */
export const MENU_ANCHOR = 'menu';

interface SidebarProps {
  cooperativeName: string;
  /** Address of the cooperative's logo; null shows the portal's own. */
  logo: string | null;
  menu: readonly MenuGroup[];
  state: MenuState;
  current: string | null;
  /** Number of pending items, shown beside Inicio; null until known. */
  inbox: InboxTotal | null;
  /** Saved views of the lists behind a menu entry; empty until loaded. */
  viewsOf: (entry: string) => readonly CountedView[];
  open: boolean;
  onClose: (event?: MouseEvent) => void;
  onChange: (state: MenuState) => void;
}

export function Sidebar({ cooperativeName, logo, menu, state, current, inbox, viewsOf, open, onClose, onChange }: SidebarProps) {
  const toggle = (id: string) => (event: SyntheticEvent<HTMLDetailsElement>) => {
    const closed = state.closed.filter((group) => group !== id);
    if (event.currentTarget.open === !state.closed.includes(id)) return;
    onChange({ ...state, closed: event.currentTarget.open ? closed : [...closed, id] });
  };
  return (
    <aside id={MENU_ANCHOR} className="shell-menu no-print" data-open={open ? '' : undefined}>
      <div className="flex h-13 flex-none items-center gap-2 border-b border-line px-4">
        <Brand name={cooperativeName} logo={logo} />
        <a
          href="#contenido"
          className={buttonClass('quiet', true, 'btn-square only-narrow ms-auto')}
          onClick={onClose}
          aria-label="Cerrar menú"
        >
          <Icon name="x" className="size-4.5" />
        </a>
      </div>
      <nav aria-label="Menú principal" className="menu-scroll" data-nav="">
        {menu.map((group) => (
          <Group
            key={group.id}
            group={group}
            current={current}
            inbox={inbox}
            viewsOf={viewsOf}
            open={!state.closed.includes(group.id)}
            onToggle={toggle(group.id)}
          />
        ))}
      </nav>
      <div className="only-wide flex-none border-t border-line p-2">
        <WidthButton to="icons" onChoose={() => onChange({ ...state, icons: true })} />
        <WidthButton to="whole" onChoose={() => onChange({ ...state, icons: false })} />
      </div>
    </aside>
  );
}

interface EntriesProps extends Pick<SidebarProps, 'current' | 'inbox' | 'viewsOf'> {
  group: MenuGroup;
}

interface GroupProps extends EntriesProps {
  open: boolean;
  onToggle: (event: SyntheticEvent<HTMLDetailsElement>) => void;
}

function Group({ open, onToggle, ...entries }: GroupProps) {
  const { group } = entries;
  if (!group.collapsible) return <Entries {...entries} />;
  return (
    <details className="menu-group" open={open} onToggle={onToggle}>
      <summary>
        <span>{group.title}</span>
        <Icon name="chevron-down" className="size-3.5" />
      </summary>
      <Entries {...entries} />
    </details>
  );
}

function Entries({ group, current, inbox, viewsOf }: EntriesProps) {
  return (
    <ul>
      {group.options.map(({ id, href, title, icon }) => (
        <li key={id}>
          <a className={`menu-entry icon-${icon}`} href={href} aria-current={id === current ? 'page' : undefined}>
            <span>{title}</span>
            {id === 'home' && inbox && inbox.count > 0 ? <InboxBadge {...inbox} /> : null}
          </a>
          <Views views={viewsOf(id)} />
        </li>
      ))}
    </ul>
  );
}

/** More would crowd out the menu's own entries. */
const VIEWS_UNDER = 6;

function Views({ views }: { views: readonly CountedView[] }) {
  const { search } = useLocation();
  const open = new URLSearchParams(search).get(VIEW_PARAM);
  if (views.length === 0) return null;
  return (
    <ul className="menu-views">
      {views.slice(0, VIEWS_UNDER).map(({ id, title, href, count, isCapped }) => (
        <li key={id}>
          <a href={href} aria-current={id === open ? 'true' : undefined}>
            <span className="truncate" title={title}>
              {title}
            </span>
            <span className="tabular ms-auto text-muted">{count === null ? '' : formatTotal(count, isCapped)}</span>
          </a>
        </li>
      ))}
      {views.length > VIEWS_UNDER ? (
        <li>
          <a href={VIEWS_URL}>Todas las vistas</a>
        </li>
      ) : null}
    </ul>
  );
}

function InboxBadge({ count, isCapped }: InboxTotal) {
  return (
    <span className="menu-count" data-inbox-total="">
      {formatTotal(count, isCapped)}
      <span className="sr-only"> {plural(count, 'pendiente', 'pendientes')} en su bandeja</span>
    </span>
  );
}

const WIDTHS = {
  icons: { label: 'Reducir el menú a iconos', words: 'Reducir', picture: 'panel-left-close' },
  whole: { label: 'Ampliar el menú', words: 'Ampliar', picture: 'panel-left-open' },
} as const;

/** Both buttons are rendered, and the style sheet shows the one with an effect: the menu's width may depend on the window. */
function WidthButton({ to, onChoose }: { to: keyof typeof WIDTHS; onChoose: () => void }) {
  const { label, words, picture } = WIDTHS[to];
  const choose = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    onChoose();
    const others = currentTarget.parentElement?.querySelectorAll('button') ?? [];
    // Once this button is hidden, its replacement gets the focus.
    setTimeout(() => [...others].find((other) => other !== currentTarget)?.focus());
  };
  return (
    <button
      type="button"
      className={`menu-entry icon-${picture} w-full cursor-pointer text-muted`}
      data-to={to}
      onClick={choose}
      aria-label={label}
    >
      <span>{words}</span>
    </button>
  );
}
