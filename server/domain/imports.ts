import { AppError } from './errors.ts';
import { formatCount } from './text.ts';

/** Imports of records from spreadsheets (docs/decisions/140-imports.md): limits, and outcomes of rows. */
export const IMPORT_MAX_ROWS = 50_000;
export const IMPORT_MAX_BYTES = 20 * 1024 * 1024;
/** Up to this many rows are written in one transaction, all or none; a worker writes larger imports. */
export const SINGLE_TRANSACTION_ROWS = 500;
/** How long a checked file waits for its owner. */
export const IMPORT_RETENTION_DAYS = 7;

export function tooManyRows(): AppError {
  return new AppError('too-large', `over ${IMPORT_MAX_ROWS} rows`, {
    userMessage: `El archivo tiene más de ${formatCount(IMPORT_MAX_ROWS)} filas. Divídalo en varios.`,
  });
}

/** `note` concerns the file rather than a row, and does not keep any row out. */
export type RowOutcome = 'unchecked' | 'new' | 'changed' | 'same' | 'wrong' | 'note';
export type RowCounts = Readonly<Record<RowOutcome, number>>;

export type ImportState = 'checking' | 'ready' | 'applied';

/** The page of an import into the list at `url`; without an id, the page for uploading a file. */
export function importUrl(url: string, id = ''): string {
  return `${url}/import${id === '' ? '' : `?${new URLSearchParams({ id })}`}`;
}
