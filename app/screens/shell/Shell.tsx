import { useLocation, useRouteError } from '@remix-run/react';
import { Suspense, useCallback, useState, type ReactNode, useEffect, useRef } from 'react';
import { arrangeMenu } from '#server/domain/menu-arrangement.ts';
import { sidebarMenu, visibleMenu, type MenuGroup } from '#server/domain/menu.ts';
import { useHydrated } from '#app/ui/form-events.ts';
import { later } from '#app/ui/later.ts';
import { loadStyles } from '#app/ui/load-styles.ts';
import { Notice } from '#app/ui/Notice.tsx';
import { Toast } from '#app/ui/Toast.tsx';
import { forgetDrafts } from '../forms/drafts.ts';
import { endTypingAhead, startTypingAhead } from '../search/typed-ahead.ts';
import { Arrival } from './Arrival.tsx';
import { LinkStrip } from './LinkStrip.tsx';
import { menuCookie, type MenuState } from './menu-state.ts';
import type { ShellData } from './shell-data.ts';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';
import { useDrawer } from './use-drawer.ts';
import { useInboxTotal } from './use-inbox-total.ts';
import { useKeys } from './use-keys.ts';
import { usePeek } from './use-peek.ts';
import { useViews } from './use-views.ts';
import { useLookUp } from './use-look-up.ts';
import { usePageLinks } from './use-page-links.ts';
import { formatDateTimeSeconds } from '#server/domain/dates.ts';
import { appearanceCookie } from '#server/domain/look-cookie.ts';
import { recentCookie } from '#server/features/search/domain/recent-records.ts';

// Loaded on demand, each with its styles.
const withStyles = async <Part,>(part: Part, styles: string) => {
  await loadStyles(styles);
  return part;
};
const importSearch = () => import('../search/SearchDialog.tsx').then((module) => withStyles(module.SearchDialog, module.SEARCH_STYLES));
const SearchDialog = later(importSearch);
const Peek = later(() => import('../lists/Peek.tsx').then((module) => withStyles(module.Peek, module.PEEK_STYLES)));
const LookUp = later(() => import('#app/ui/LookUp.tsx').then((module) => withStyles(module.LookUp, module.LOOK_UP_STYLES)));
const RestWarning = later(async () => (await import('./RestWarning.tsx')).RestWarning);
const KeyHelp = later(async () => (await import('#app/ui/KeyHelp.tsx')).KeyHelp);

/** Prefetches the search while the pointer approaches, so that it opens at once. A failure shows when it is opened. */
function prepareSearch(): void {
  importSearch().catch(() => undefined);
}

type OpenDialog = 'search' | 'help' | null;

/**
 * Everything around the page: skip link, menu, top bar, page, toast.
 * @param dock content that stays open across navigation
 */
export function Shell({ data, dock, children }: { data: ShellData; dock: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation();
  const error = useRouteError();
  const [menuState, setMenuState] = useState(data.menuState);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const { peeking, togglePeek, closePeek } = usePeek();
  const drawer = useDrawer(pathname);
  const openSearch = useCallback(() => {
    startTypingAhead();
    setDialog('search');
  }, []);
  const openHelp = useCallback(() => setDialog('help'), []);
  const closeDialog = useCallback(() => {
    endTypingAhead();
    setDialog(null);
  }, []);
  const menu = arrangeMenu(sidebarMenu(new Set(data.menus)), data.arrangement);
  const screens = arrangeMenu(visibleMenu(new Set(data.menus)), data.arrangement, { withHidden: true });
  const inbox = useInboxTotal();
  const views = useViews(data.toast);
  const { lookedUp, close: closeLookUp } = useLookUp();
  usePageLinks();
  useRecentRecords(pathname, data.staff.email);
  useDraftsOfOne(data.staff.email);
  useKeys({ openSearch, openHelp, prepareSearch, closeDialog, togglePeek });
  const changeMenu = (state: MenuState) => {
    setMenuState(state);
    document.cookie = appearanceCookie(menuCookie(state), { isSecure: isSecurePage() });
  };
  return (
    <div className="shell" data-menu={menuState.icons === null ? undefined : menuState.icons ? 'icons' : 'whole'}>
      <a href="#contenido" className="btn btn-primary skip-link">
        Saltar al contenido
      </a>
      <Sidebar
        cooperativeName={data.cooperativeName}
        logo={data.logo}
        menu={menu}
        state={menuState}
        current={currentEntry(menu, pathname)}
        inbox={inbox}
        viewsOf={(entry) => views.filter(({ href }) => currentEntry(menu, pathOf(href)) === entry)}
        open={drawer.open}
        onClose={drawer.closeDrawer}
        onChange={changeMenu}
      />
      <div ref={drawer.beside} className="min-w-0">
        <TopBar data={data} onOpenMenu={drawer.openDrawer} onOpenSearch={openSearch} onNearSearch={prepareSearch} />
        <LinkStrip />
        <main id="contenido" tabIndex={-1} className="shell-main">
          <PaperHead data={data} />
          {data.staff.roleIsRetired ? (
            <Notice kind="warning" className="mb-4 max-w-4xl">
              Su rol «{data.staff.roleTitle}» está retirado, por eso no ve ninguna pantalla. Pida a un Administrador que le dé otro rol.
            </Notice>
          ) : null}
          {children}
          {data.otherDataOf === pathname && !error ? (
            <details className="no-print mt-4">
              <summary className="text-muted">Otros datos</summary>
              <a className="text-link" href={`/settings/other-data?page=${encodeURIComponent(pathname)}`}>
                Lo que guarda el documento y el portal no usa
              </a>
            </details>
          ) : null}
        </main>
      </div>
      {dialog === null ? null : (
        <Suspense fallback={null}>
          {dialog === 'search' ? <SearchDialog open onClose={closeDialog} screens={screens} /> : <KeyHelp open onClose={closeDialog} />}
        </Suspense>
      )}
      {lookedUp ? (
        <Suspense fallback={null}>
          <LookUp {...lookedUp} onClose={closeLookUp} />
        </Suspense>
      ) : null}
      {peeking ? (
        <Suspense fallback={null}>
          <Peek onClose={closePeek} />
        </Suspense>
      ) : null}
      {dock}
      <AfterHydration>
        <RestWarning restSeconds={data.restSeconds} email={data.staff.email} />
      </AfterHydration>
      <Toast toast={data.toast} />
      <Arrival siteName={data.cooperativeName} />
    </div>
  );
}

/** What no page needs at first. */
function AfterHydration({ children }: { children: ReactNode }) {
  return useHydrated() ? <Suspense fallback={null}>{children}</Suspense> : null;
}

/**
 * Head of a printed page, also when printed from the browser's menu: the cooperative, data freshness, and when and by whom it was printed.
 */
function PaperHead({ data: { cooperativeName, freshness, staff } }: { data: ShellData }) {
  const printed = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const tellTime = () => {
      if (printed.current) printed.current.textContent = ` el ${formatDateTimeSeconds(new Date())}`;
    };
    window.addEventListener('beforeprint', tellTime);
    return () => window.removeEventListener('beforeprint', tellTime);
  }, []);
  return (
    <div className="paper-head hidden print:block">
      <p>{cooperativeName}</p>
      <p>
        {freshness.at === '' ? '' : `Datos al ${freshness.at}. `}Impreso
        <span ref={printed} /> por {staff.name}.
      </p>
    </div>
  );
}

/** Pages that belong to a menu entry with a different address prefix: to the first listed entry that the person has. */
const BELONGS: readonly (readonly [prefix: string, ...menuIds: string[]])[] = [
  ['/briefcase/files', 'briefcase-files'],
  ['/briefcase/upload', 'briefcase-files'],
  ['/maintenance/digitalization/document-permissions', 'document-permissions'],
  ['/digitalization-documents', 'digitalization-documents'],
  ['/settings/security', 'security'],
  ['/settings/audit', 'settings', 'security'],
  ['/settings', 'settings'],
  ['/reports/mine', 'my-reports'],
  ['/reports/file-events', 'briefcase-reports', 'reports'],
  ['/reports/required-readings', 'briefcase-reports', 'reports'],
  ['/reports/schedules', 'reports', 'my-reports'],
  ['/reports/runs', 'reports', 'my-reports'],
  ['/reports', 'reports', 'briefcase-reports'],
];

/** Id of the menu entry that a path belongs to: the one with the longest matching address; null for none. */
export function currentEntry(groups: readonly MenuGroup[], pathname: string): string | null {
  const all = groups.flatMap((group) => group.options);
  const [, ...belongs] = BELONGS.find(([prefix]) => isUnder(pathname, prefix)) ?? [''];
  if (belongs.length > 0) return belongs.find((menuId) => all.some(({ id }) => id === menuId)) ?? null;
  const options = all.filter((option) => (option.href === '/' ? pathname === '/' : isUnder(pathname, option.href)));
  return options.sort((a, b) => b.href.length - a.href.length)[0]?.id ?? null;
}

const pathOf = (href: string) => href.split('?', 1)[0] ?? '';

function isUnder(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}

/** Unsaved drafts stay private: they are deleted on sign-out, and when somebody else signs in on the same computer. */
function useDraftsOfOne(person: string): void {
  useEffect(() => {
    forgetDrafts(person);
    const signOut = ({ target }: Event) => {
      if (target instanceof HTMLFormElement && target.getAttribute('action') === '/logout') forgetDrafts();
    };
    document.addEventListener('submit', signOut);
    return () => document.removeEventListener('submit', signOut);
  }, [person]);
}

/** Remembers the opened record for the global search. */
function useRecentRecords(pathname: string, person: string): void {
  useEffect(() => {
    const cookie = recentCookie(document.cookie, person, pathname);
    if (cookie !== null) document.cookie = appearanceCookie(cookie, { isSecure: isSecurePage() });
  }, [pathname, person]);
}

const isSecurePage = () => window.location.protocol === 'https:';
