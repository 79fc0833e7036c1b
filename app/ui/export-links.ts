import { withParams } from './search-params.ts';

export interface ExportFacts {
  /** `<list URL>/export`. */
  action: string;
  /** `location.search` of the list: the same filters, all pages. */
  search: string;
  /** Names of the columns that show now, as far as a file can hold them; none where nobody chooses columns. */
  columns?: readonly string[];
}

/** A file or the page for the printer, of all columns or of those given. */
export function exportHref({ action, search }: ExportFacts, format: 'csv' | 'print' | 'xlsx', columns: readonly string[] = []): string {
  return action + withParams(search, { format }) + columns.map((name) => `&columns=${encodeURIComponent(name)}`).join('');
}
