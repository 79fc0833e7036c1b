import { readAppearanceCookie } from '#server/domain/look-cookie.ts';

/** State of the sidebar, stored in a cookie so that the server renders it the same and nothing jumps. */
export interface MenuState {
  /** Icons only or full width on wide screens; null until chosen: decided by the screen width (shell.css). */
  icons: boolean | null;
  /** Ids of the collapsed groups. */
  closed: readonly string[];
}

const NAME = 'menu';
const WIDTHS = { icons: 'iconos', whole: 'completo', unchosen: 'auto' } as const;
const ONE_YEAR_S = 31_536_000;
const GROUP_ID = /^[a-z][a-z-]{0,40}$/;

/** `iconos.app-movil.sistema`: first the width, then the collapsed groups. Invalid values give the default. */
export function readMenuState(cookieHeader: string | null): MenuState {
  const [width, ...closed] = readAppearanceCookie(cookieHeader, NAME).split('.');
  const icons = width === WIDTHS.icons ? true : width === WIDTHS.whole ? false : null;
  return { icons, closed: closed.filter((id) => GROUP_ID.test(id)) };
}

/** Value for `document.cookie`. It holds only the look of the sidebar, so scripts may read it. */
export function menuCookie({ icons, closed }: MenuState): string {
  const width = icons === null ? WIDTHS.unchosen : icons ? WIDTHS.icons : WIDTHS.whole;
  return `${NAME}=${[width, ...closed].join('.')}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax`;
}
