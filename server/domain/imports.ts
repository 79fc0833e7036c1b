/** Spreadsheets that become records of a list (docs/decisions/140-imports.md): bounds, and what becomes of a row. */
export const IMPORT_MAX_ROWS = 50_000;
export const IMPORT_MAX_BYTES = 20 * 1024 * 1024;
/** So many are written all or none, more by a worker. */
export const IMPORT_TOGETHER = 500;
/** So long a checked file waits for its owner. */
export const IMPORT_KEPT_DAYS = 7;

/** `note`: of the file rather than of a row; nothing is missing for it. */
export type RowOutcome = 'unchecked' | 'new' | 'changed' | 'same' | 'wrong' | 'note';
export type RowCounts = Readonly<Record<RowOutcome, number>>;

export type ImportState = 'checking' | 'ready' | 'applied';

/** The page of an import of the list at `url`; without an id the one where a file is brought. */
export function importUrl(url: string, id = ''): string {
  return `${url}/import${id === '' ? '' : `?${new URLSearchParams({ id })}`}`;
}
