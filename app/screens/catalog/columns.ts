import type { CatalogDescription } from '#server/catalogs/describe.ts';
import type { CatalogValue, FieldDescription, FieldOption } from '#server/catalogs/definition.ts';
import type { ListedRecord } from '#server/catalogs/find-records.ts';

/** A column of a list; `time` is for the generic dates. */
export interface Column {
  name: string;
  label: string;
  kind: FieldDescription['kind'] | 'time';
  options: readonly FieldOption[];
  sortable: boolean;
}

const UNSORTABLE: ReadonlySet<string> = new Set(['long-text', 'words', 'links', 'link', 'image', 'reference', 'creation-day']);
const TIMES: readonly Column[] = [
  { name: 'createdAt', label: 'Creación', kind: 'time', options: [], sortable: true },
  { name: 'updatedAt', label: 'Modificación', kind: 'time', options: [], sortable: true },
];

/** Every column that the list can show, the title first. */
export function offeredColumns(description: CatalogDescription): Column[] {
  const fields = description.fields.filter((field) => field.list !== 'never');
  const title = fields.filter((field) => field.name === description.titleField);
  const rest = fields.filter((field) => field.name !== description.titleField);
  return [...[...title, ...rest].map(toColumn), ...TIMES];
}

function toColumn({ name, label, kind, options }: FieldDescription): Column {
  return { name, label, kind, options: options ?? [], sortable: !UNSORTABLE.has(kind) };
}

/** The columns that a person chose, or those that the definition shows; the title is always among them. */
export function shownColumns(description: CatalogDescription, chosen: readonly string[] | null): Column[] {
  const shown = new Set(description.fields.filter((field) => field.list === 'shown').map((field) => field.name));
  // One that shows the day of creation in its own way does not need the generic one.
  const dated = description.fields.some((field) => field.kind === 'creation-day' && field.list === 'shown');
  const isShown = (name: string) => (chosen ? chosen.includes(name) : shown.has(name) || (name === 'createdAt' && !dated));
  return offeredColumns(description).filter(({ name }) => name === description.titleField || isShown(name));
}

/** Values of one row in the order of the columns: the page carries nothing that it does not show. */
export function cellsOf(row: ListedRecord, columns: readonly Column[]): CatalogValue[] {
  return columns.map(({ name, kind }) => (kind === 'time' ? (name === 'createdAt' ? row.createdAt : row.updatedAt) : (row.values[name] ?? null)));
}

const COOKIE_SECONDS = 365 * 24 * 60 * 60;
const COOKIE_MAX = 1000;

/** The choice stays in a cookie, so that the server already draws the right columns and nothing jumps. */
export function columnsCookie(catalog: string, chosen: readonly string[], secure: boolean): string {
  const value = encodeURIComponent(chosen.join(',')).slice(0, COOKIE_MAX);
  return `columnas_${catalog}=${value}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

export function readColumnsCookie(cookieHeader: string | null, catalog: string): string[] | null {
  const prefix = `columnas_${catalog}=`;
  const raw = cookieHeader?.split(';').map((part) => part.trim()).find((part) => part.startsWith(prefix));
  if (!raw) return null;
  try {
    return decodeURIComponent(raw.slice(prefix.length)).split(',');
  } catch {
    return null;
  }
}
