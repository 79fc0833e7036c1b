import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { COLUMNS_PARAM, ROWS_PARAM, DEFAULT_COLUMNS } from '#server/domain/list-params.ts';
import { appearanceCookie, readAppearanceCookie } from '#server/domain/look-cookie.ts';
import { listSearch } from '../../record-links.ts';
import { COMPACT_ROWS } from './ColumnChoice.tsx';

interface List {
  /** Identifies the list in cookies: letters, digits and `_`. */
  id: string;
  url: string;
  /** Columns that it offers. */
  names: readonly string[];
}

type ListRequest = Pick<LoaderFunctionArgs, 'request' | 'context'>;

const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/**
 * How a person views a list: the columns they chose, in the list's order (null for the default ones), and whether its rows are compact
 * (null when never chosen). A choice arrives as URL parameters and moves to a cookie by a redirect to the clean address: the server renders
 * it at once and nothing jumps.
 * @throws Response the redirect that stores a new choice
 */
export function readListLook(listRequest: ListRequest, list: List): { chosen: string[] | null; isCompact: boolean | null } {
  const { searchParams } = new URL(listRequest.request.url);
  const rows = searchParams.get(ROWS_PARAM);
  // The row height is set by a button in the form of the columns, so it takes precedence.
  if (rows !== null) throw storeChoice(listRequest, list, { name: 'filas', value: rows === COMPACT_ROWS ? rows : 'normal' });
  const columns = searchParams.getAll(COLUMNS_PARAM);
  const known = (chosen: readonly string[]) => list.names.filter((name) => chosen.includes(name));
  if (columns.length > 0)
    throw storeChoice(listRequest, list, { name: 'columnas', value: columns.includes(DEFAULT_COLUMNS) ? '' : known(columns).join(',') });
  const cookies = listRequest.request.headers.get('Cookie');
  const chosen = known(readCookie(cookies, `columnas_${list.id}`)?.split(',') ?? []);
  const height = readCookie(cookies, `filas_${list.id}`);
  return { chosen: chosen.length > 0 ? chosen : null, isCompact: height === null ? null : height === COMPACT_ROWS };
}

/** An empty value restores the list's default. */
function storeChoice({ request, context }: ListRequest, { id, url }: List, { name, value }: { name: string; value: string }): Response {
  const cookie = `${name}_${id}=${encodeURIComponent(value)}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax`;
  return redirect(url + listSearch(new URL(request.url).search), {
    headers: { 'Set-Cookie': appearanceCookie(cookie, { isSecure: context.config.session.secureCookie }) },
  });
}

function readCookie(header: string | null, name: string): string | null {
  try {
    return decodeURIComponent(readAppearanceCookie(header, name)) || null;
  } catch {
    return null;
  }
}
