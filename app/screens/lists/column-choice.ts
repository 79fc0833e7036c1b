import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { COLUMNS_PARAM } from '#server/domain/list-params.ts';
import { listSearch } from '../../record-links.ts';
import { USUAL_COLUMNS } from './ColumnChoice.tsx';

interface List {
  /** Names the list in the cookie: letters, digits and `_`. */
  id: string;
  url: string;
  /** Columns that it offers. */
  names: readonly string[];
}

const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/**
 * The columns that a person chose for a list, in its own order; null shows the list's own ones. The choice arrives as
 * `columns` in the address, goes to a cookie, so that the server already draws the right columns and nothing jumps, and
 * the address is clean again.
 * @throws Response the redirect that keeps a new choice
 */
export function readColumnChoice(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  { id, url, names }: List,
): string[] | null {
  const address = new URL(request.url);
  const asked = address.searchParams.getAll(COLUMNS_PARAM);
  const known = (chosen: readonly string[]) => names.filter((name) => chosen.includes(name));
  if (asked.length > 0) {
    const kept = asked.includes(USUAL_COLUMNS) ? [] : known(asked);
    throw redirect(url + listSearch(address.search), {
      headers: { 'Set-Cookie': columnsCookie(id, kept, context.config.session.secureCookie) },
    });
  }
  const chosen = readColumnsCookie(request.headers.get('Cookie'), id);
  return chosen && known(chosen).length > 0 ? known(chosen) : null;
}

/** An empty choice forgets the cookie. */
function columnsCookie(list: string, chosen: readonly string[], secure: boolean): string {
  const age = chosen.length > 0 ? COOKIE_SECONDS : 0;
  return `columnas_${list}=${encodeURIComponent(chosen.join(','))}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

function readColumnsCookie(cookieHeader: string | null, list: string): string[] | null {
  const prefix = `columnas_${list}=`;
  const raw = cookieHeader
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  if (!raw) return null;
  try {
    return decodeURIComponent(raw.slice(prefix.length)).split(',');
  } catch {
    return null;
  }
}
