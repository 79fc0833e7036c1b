import type { CatalogDescription } from '#server/catalogs/describe.ts';
import type { CatalogValue } from '#server/catalogs/definition.ts';
import type { FieldDescription } from '#server/domain/fields.ts';
import { parseDayMonthYear } from '#server/domain/dates.ts';
import { fieldText } from '#server/domain/field-text.ts';
import { PUBLISHING_LABEL, PUBLISHING_PARAM } from '#server/domain/publishing.ts';
import { shownThumbnail } from '#server/domain/images.ts';
import type { ReactNode } from 'react';
import type { ColumnFrom, ListColumn } from '../../ui/ListTable.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { shortDateTime, shortDay } from '../lists/short-dates.tsx';
import { PublishingLabel } from './PublishingLabel.tsx';
import { recordHref } from '../lists/record-links.ts';

/** A record as its list shows it: the values of its fields by their names. */
export type CatalogListRow = { id: string } & Record<string, CatalogValue>;

/** What the list of a catalog knows of it: JSON, without what only forms need. */
export type ListedCatalog = ReturnType<typeof describeList>;

export function describeList({ id, listUrl, title, titleField, orderField, counted, publishing, fields }: CatalogDescription) {
  const listed = fields.filter((field) => field.list !== 'never');
  return {
    id,
    listUrl,
    title,
    titleField,
    orderField,
    fields: [
      ...listed.map(({ name, label, kind, list, options }) => ({ name, label, kind, list, ...(options && { options }) })),
      ...(publishing ? [{ name: PUBLISHING_PARAM, label: PUBLISHING_LABEL, kind: 'publishing', list: 'shown' } as const] : []),
      ...(counted ? [{ name: counted.name, label: counted.label, kind: 'integer', list: 'shown' } as const] : []),
    ],
  };
}

type ListedField = Omit<ListedCatalog['fields'][number], 'options'> & Pick<FieldDescription, 'options'>;

/** What an entity's own screen changes in its list. */
export interface ListParts {
  /** Before the title: a picture of the record. */
  mark?: { fields: readonly string[]; draw: (row: CatalogListRow) => ReactNode };
  /** By the name of the column. */
  columns?: Readonly<Record<string, Partial<ListColumn<CatalogListRow>>>>;
}

/** Every column that the list can show, the title first. */
export function catalogColumns(catalog: ListedCatalog, parts: ListParts = {}): ListColumn<CatalogListRow>[] {
  const { fields, titleField } = catalog;
  const rest = fields.filter((field) => field.name !== titleField);
  // One that shows the day of creation in its own way does not need the generic one.
  const dated = fields.some((field) => field.kind === 'creation-day' && field.list === 'shown');
  const columns = [
    titleColumn(catalog, parts),
    ...rest.map((field) => toColumn(catalog, field)),
    timeColumn('createdAt', 'Creación', dated),
    timeColumn('updatedAt', 'Modificación', true),
  ];
  const [title, ...others] = columns.map((column) => ({ ...column, ...parts.columns?.[column.name] }));
  const states = new Set(fields.filter(({ kind }) => kind === 'flag' || kind === 'publishing').map((field) => field.name));
  return [...(title ? [title] : []), ...withWidths(others, states)];
}

export function titleOf({ titleField }: ListedCatalog, row: CatalogListRow): string {
  const title = row[titleField];
  return typeof title === 'string' && title !== '' ? title : row.id;
}

function titleColumn(catalog: ListedCatalog, { mark }: ListParts): ListColumn<CatalogListRow> {
  const { titleField: name, fields, listUrl } = catalog;
  return {
    name,
    label: fields.find((field) => field.name === name)?.label ?? name,
    fields: [name, ...(mark?.fields ?? [])],
    look: 'cut',
    cell(row, back) {
      const href = recordHref(listUrl, row.id, { back });
      if (!mark) return <a href={href}>{titleOf(catalog, row)}</a>;
      return (
        <span className="flex items-center gap-2">
          {mark.draw(row)}
          <a className="truncate" href={href}>
            {titleOf(catalog, row)}
          </a>
        </span>
      );
    },
  };
}

function toColumn(catalog: ListedCatalog, field: ListedField): ListColumn<CatalogListRow> {
  const { name, label, list } = field;
  return { name, label, fields: [name], ...(list !== 'shown' && { optional: true }), ...drawingOf(catalog, field) };
}

function timeColumn(name: string, label: string, optional: boolean): ListColumn<CatalogListRow> {
  const cell = (row: CatalogListRow) => {
    const at = row[name];
    return typeof at === 'string' ? shortDateTime(at) : null;
  };
  return { name, label, fields: [name], look: 'nowrap', optional, cell };
}

/** By rank: what has no width shows on phones too. */
const WIDTHS: readonly (ColumnFrom | undefined)[] = [undefined, 'sm', 'sm', 'md', 'lg'];

/** On which screens each column shows by itself: states matter most, the rest comes in its order. */
function withWidths(columns: readonly ListColumn<CatalogListRow>[], states: ReadonlySet<string>): ListColumn<CatalogListRow>[] {
  const usual = columns.filter((column) => !column.optional);
  const byRank = [...usual.filter(({ name }) => states.has(name)), ...usual.filter(({ name }) => !states.has(name))];
  return columns.map((column) => {
    const rank = byRank.indexOf(column);
    const from = rank < 0 ? undefined : WIDTHS[Math.min(rank, WIDTHS.length - 1)];
    return { ...(from && { from }), ...column };
  });
}

/** How the cells of a kind look. */
function drawingOf(catalog: ListedCatalog, field: ListedField): Pick<ListColumn<CatalogListRow>, 'cell' | 'look'> {
  const value = (row: CatalogListRow): CatalogValue => row[field.name] ?? null;
  const text = (row: CatalogListRow) => fieldText(field, value(row));
  switch (field.kind) {
    case 'image':
      return { look: 'picture', cell: (row) => thumbnail(value(row), titleOf(catalog, row)) };
    case 'date':
      return { look: 'cut', cell: (row) => dayCell(value(row)) ?? text(row) };
    case 'creation-day':
      return { look: 'cut', cell: (row) => dayCell(parseDayMonthYear(text(row))) ?? text(row) };
    case 'flag':
      return { cell: (row) => <StateLabel on={value(row) === true} yes={text(row)} no={text(row)} /> };
    case 'publishing':
      return { look: 'nowrap', cell: (row) => <PublishingLabel state={text(row)} /> };
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

const dayCell = (day: CatalogValue) => (typeof day === 'string' ? shortDay(day) : null);

function thumbnail(address: CatalogValue, title: string) {
  if (typeof address !== 'string' || address === '') return null;
  return <img src={shownThumbnail(address)} alt={`Imagen de ${title}`} width={44} height={30} loading="lazy" />;
}
