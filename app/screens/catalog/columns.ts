import type { CatalogDescription } from '#server/catalogs/describe.ts';
import type { CatalogValue, FieldDescription, FieldOption } from '#server/catalogs/definition.ts';
import type { ListedRecord } from '#server/catalogs/find-records.ts';
import type { ColumnFrom } from '../../ui/ListTable.tsx';

/** A column of a list; `time` is for the generic dates. */
export interface Column {
  name: string;
  label: string;
  kind: FieldDescription['kind'] | 'time';
  options: readonly FieldOption[];
  sortable: boolean;
  /** Shows only when somebody chose it. */
  optional: boolean;
}

const UNSORTABLE: ReadonlySet<string> = new Set(['long-text', 'words', 'links', 'link', 'image', 'reference', 'creation-day']);

/** Every column that the list can show, the title first. */
export function offeredColumns(description: CatalogDescription): Column[] {
  const fields = description.fields.filter((field) => field.list !== 'never');
  const title = fields.filter((field) => field.name === description.titleField);
  const rest = fields.filter((field) => field.name !== description.titleField);
  // One that shows the day of creation in its own way does not need the generic one.
  const dated = fields.some((field) => field.kind === 'creation-day' && field.list === 'shown');
  return [...[...title, ...rest].map(toColumn), timeColumn('createdAt', 'Creación', dated), timeColumn('updatedAt', 'Modificación', true)];
}

function toColumn({ name, label, kind, options, list }: FieldDescription): Column {
  return { name, label, kind, options: options ?? [], sortable: !UNSORTABLE.has(kind), optional: list !== 'shown' };
}

function timeColumn(name: string, label: string, optional: boolean): Column {
  return { name, label, kind: 'time', options: [], sortable: true, optional };
}

/** By rank: what has no width shows on phones too. */
const WIDTHS: readonly (ColumnFrom | undefined)[] = [undefined, 'sm', 'sm', 'md', 'lg'];

/** On which screens each column shows: states matter most, the rest comes in its order. */
export function columnWidths(columns: readonly Column[]): Map<string, ColumnFrom | undefined> {
  const ranked = columns.slice(1);
  const byRank = [...ranked.filter((column) => column.kind === 'flag'), ...ranked.filter((column) => column.kind !== 'flag')];
  return new Map(byRank.map((column, rank) => [column.name, WIDTHS[Math.min(rank, WIDTHS.length - 1)]]));
}

/** Values of one row in the order of the columns: the page carries nothing that it does not show. */
export function cellsOf(row: ListedRecord, columns: readonly Column[]): CatalogValue[] {
  return columns.map(({ name, kind }) =>
    kind === 'time' ? (name === 'createdAt' ? row.createdAt : row.updatedAt) : (row.values[name] ?? null),
  );
}
