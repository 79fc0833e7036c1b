import { ALL_CHOICES_PARAM, COLUMNS_PARAM, ROWS_PARAM } from '#server/domain/list-params.ts';

/** Parameter of a record's address that carries the list's state, so that the way back restores it. */
const BACK = 'back';

/** `search` of the list without the parameters of a single visit. */
export function listSearch(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of ['index', COLUMNS_PARAM, ROWS_PARAM, ALL_CHOICES_PARAM, BACK]) params.delete(name);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** `id` is `new` for the empty form. */
export function recordHref(listUrl: string, id: string, options: { mode?: 'edit'; back?: string } = {}): string {
  const path = `${listUrl}/${encodeURIComponent(id)}${options.mode ? `/${options.mode}` : ''}`;
  return withBack(path, options.back);
}

/** Parameter of an empty form's address: the record to copy. */
export const COPY_PARAM = 'copyFrom';

/** The empty form prefilled as a copy of a record. */
export function copyHref(listUrl: string, id: string, back?: string): string {
  return withParam(withBack(`${listUrl}/new`, back), COPY_PARAM, id);
}

/** The address with the way back to the list. */
export function withBack(href: string, back = ''): string {
  return back === '' ? href : withParam(href, BACK, back);
}

/** The address with one more parameter. */
export function withParam(href: string, name: string, value: number | string): string {
  return `${href}${href.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
}

/** The list's query string carried in a record's address, without `?`; only ever appended to the list's own path. */
export function backOf(url: URL): string {
  return listSearch(url.searchParams.get(BACK) ?? '').slice(1);
}

export function listHref(listUrl: string, back: string): string {
  return back === '' ? listUrl : `${listUrl}?${back}`;
}

/** Far more than any list accepts in one act; more is refused there. */
const IDS_MAX = 1_000;

/** Ids in one form field: an id never contains a slash. */
export function joinIds(ids: readonly string[]): string {
  return ids.join('/');
}

export function splitIds(values: readonly FormDataEntryValue[]): string[] {
  return values.flatMap((value) => (typeof value === 'string' ? value.split('/', IDS_MAX) : [])).filter((id) => id !== '');
}
