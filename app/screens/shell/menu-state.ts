import { readLookCookie } from '#server/domain/look-cookie.ts';

/** How a person left the sidebar, kept in a cookie so that the server draws it the same and nothing jumps. */
export interface MenuState {
  /** Only icons, or whole, on wide screens; null while nobody chose: as the screen has room (shell.css). */
  icons: boolean | null;
  /** Ids of the groups that are folded. */
  closed: readonly string[];
}

const NAME = 'menu';
const WIDTHS = { icons: 'iconos', whole: 'completo', unchosen: 'auto' } as const;
const ONE_YEAR_S = 31_536_000;
const GROUP_ID = /^[a-z][a-z-]{0,40}$/;

/** `iconos.app-movil.sistema`: first how wide, then the folded groups. Nonsense reads as a sidebar that nobody touched. */
export function readMenuState(cookieHeader: string | null): MenuState {
  const [width, ...closed] = readLookCookie(cookieHeader, NAME).split('.');
  const icons = width === WIDTHS.icons ? true : width === WIDTHS.whole ? false : null;
  return { icons, closed: closed.filter((id) => GROUP_ID.test(id)) };
}

/** What `document.cookie` takes. Holds no more than how the sidebar looks, so scripts may read it. */
export function menuCookie({ icons, closed }: MenuState): string {
  const width = icons === null ? WIDTHS.unchosen : icons ? WIDTHS.icons : WIDTHS.whole;
  return `${NAME}=${[width, ...closed].join('.')}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax`;
}
