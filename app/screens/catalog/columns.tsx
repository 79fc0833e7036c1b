import type { CatalogDescription } from '#server/catalogs/describe.ts';
import type { CatalogValue } from '#server/catalogs/definition.ts';
import { formatDateTime } from '#server/domain/dates.ts';
import { shownThumbnail } from '#server/domain/images.ts';
import type { ColumnFrom, ListColumn } from '../../ui/ListTable.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { recordHref } from '../lists/record-links.ts';
import { valueText } from './FieldValue.tsx';

/** A record as its list shows it: the values of its fields by their names. */
export type CatalogListRow = { id: string } & Record<string, CatalogValue>;

/** What the list of a catalog knows of it: JSON, without what only forms need. */
export type ListedCatalog = ReturnType<typeof describeList>;

export function describeList({ listUrl, titleField, orderField, fields }: CatalogDescription) {
  const listed = fields.filter((field) => field.list !== 'never');
  return {
    listUrl,
    titleField,
    orderField,
    fields: listed.map(({ name, label, kind, list, options }) => ({ name, label, kind, list, ...(options && { options }) })),
  };
}

type ListedField = ListedCatalog['fields'][number];

/** Every column that the list can show, the title first. */
export function catalogColumns(catalog: ListedCatalog): ListColumn<CatalogListRow>[] {
  const { fields, titleField } = catalog;
  const rest = fields.filter((field) => field.name !== titleField);
  // One that shows the day of creation in its own way does not need the generic one.
  const dated = fields.some((field) => field.kind === 'creation-day' && field.list === 'shown');
  const others = [
    ...rest.map((field) => toColumn(catalog, field)),
    timeColumn('createdAt', 'Creación', dated),
    timeColumn('updatedAt', 'Modificación', true),
  ];
  const flags = new Set(fields.filter((field) => field.kind === 'flag').map((field) => field.name));
  return [titleColumn(catalog), ...withWidths(others, flags)];
}

export function titleOf({ titleField }: ListedCatalog, row: CatalogListRow): string {
  const title = row[titleField];
  return typeof title === 'string' && title !== '' ? title : row.id;
}

function titleColumn(catalog: ListedCatalog): ListColumn<CatalogListRow> {
  const { titleField: name, fields, listUrl } = catalog;
  return {
    name,
    label: fields.find((field) => field.name === name)?.label ?? name,
    fields: [name],
    look: 'cut',
    cell: (row, back) => <a href={recordHref(listUrl, row.id, { back })}>{titleOf(catalog, row)}</a>,
  };
}

function toColumn(catalog: ListedCatalog, field: ListedField): ListColumn<CatalogListRow> {
  const { name, label, list } = field;
  return { name, label, fields: [name], ...(list !== 'shown' && { optional: true }), ...drawingOf(catalog, field) };
}

function timeColumn(name: string, label: string, optional: boolean): ListColumn<CatalogListRow> {
  const cell = (row: CatalogListRow) => {
    const at = row[name];
    return typeof at === 'string' ? <time dateTime={at}>{formatDateTime(at)}</time> : null;
  };
  return { name, label, fields: [name], optional, cell };
}

/** By rank: what has no width shows on phones too. */
const WIDTHS: readonly (ColumnFrom | undefined)[] = [undefined, 'sm', 'sm', 'md', 'lg'];

/** On which screens each column shows by itself: states matter most, the rest comes in its order. */
function withWidths(columns: readonly ListColumn<CatalogListRow>[], flags: ReadonlySet<string>): ListColumn<CatalogListRow>[] {
  const usual = columns.filter((column) => !column.optional);
  const byRank = [...usual.filter(({ name }) => flags.has(name)), ...usual.filter(({ name }) => !flags.has(name))];
  return columns.map((column) => {
    const rank = byRank.indexOf(column);
    const from = rank < 0 ? undefined : WIDTHS[Math.min(rank, WIDTHS.length - 1)];
    return { ...column, ...(from && { from }) };
  });
}

/** How the cells of a kind look. */
function drawingOf(catalog: ListedCatalog, field: ListedField): Pick<ListColumn<CatalogListRow>, 'cell' | 'look'> {
  const value = (row: CatalogListRow): CatalogValue => row[field.name] ?? null;
  const text = (row: CatalogListRow) => valueText(field, value(row));
  switch (field.kind) {
    case 'image':
      return { look: 'picture', cell: (row) => thumbnail(value(row), titleOf(catalog, row)) };
    case 'flag':
      return { cell: (row) => <StateLabel on={value(row) === true} yes={text(row)} no={text(row)} /> };
    case 'integer':
    case 'decimal':
      return { look: 'num', cell: text };
    case 'phone':
      return { look: 'nowrap tabular', cell: text };
    case 'text':
    case 'long-text':
    case 'words':
      return { look: 'cut written', cell: text };
    default:
      return { look: 'cut', cell: text };
  }
}

function thumbnail(address: CatalogValue, title: string) {
  if (typeof address !== 'string' || address === '') return null;
  return (
    <img src={shownThumbnail(address)} alt={`Imagen de ${title}`} width={44} height={30} loading="lazy" referrerPolicy="no-referrer" />
  );
}
