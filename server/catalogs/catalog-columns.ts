import type { FormValue } from '../domain/conflict.ts';
import type { Field } from '../records/fields.ts';
import { formatExtraFields } from '../domain/extra-field-lines.ts';
import { parseDayMonthYear } from '../domain/dates.ts';
import { decimalsOf, fieldText } from '../domain/field-text.ts';
import { PUBLISHING_PARAM } from '../domain/publishing.ts';
import { screenColumns, type Column, type FileColumn, type ScreenColumn } from '../lists/columns.ts';
import type { ListSort } from '../lists/columns.ts';
import { publishingParts } from '../lists/publishing.ts';
import type { Listed } from '../read-model/read-model.ts';
import { rowFields } from './catalog-table.ts';
import type { FieldDescription } from '../domain/fields.ts';
import type { CatalogDefinition } from './definition.ts';
import { ownId } from '../platform/document-id.ts';
import { KINDS } from '../records/field-kinds.ts';

/** A row by field names; a reference holds the name of its record. */
export interface CatalogRow extends Record<string, FormValue | Date> {
  id: string;
  isActive: boolean;
  createdAt: Date;
  updatedAt: Date | null;
}

type Row = CatalogRow | Listed<CatalogRow>;

/** The columns of a catalog's list, derived from its definition; the first one names the record. */
export function catalogColumns(definition: CatalogDefinition): Column<CatalogRow>[] {
  const { counted, publishing, columns: changes = {} } = definition;
  const fields = rowFields(definition).filter(({ list, export: isExported }) => list !== 'never' || isExported);
  const columns: Column<CatalogRow>[] = [
    ...fields.map((field) => (field.list === 'never' ? fileColumn(field) : screenColumn(definition, field))),
    ...(publishing ? [publishingParts(publishing).column] : []),
    ...(counted
      ? [{ name: counted.name, label: counted.label, kind: 'integer', look: 'num', value: (row: Row) => row[counted.name] } as const]
      : []),
    // A field that shows the day of creation replaces the generic column.
    timeColumn('createdAt', { label: 'Creación', title: 'Fecha de creación', optional: fields.some(showsCreation) }),
    timeColumn('updatedAt', { label: 'Modificación', title: 'Última modificación', optional: true }),
    { title: 'Código', kind: 'text', isId: true, isImported: !definition.parent, value: (row) => ownId(row.id) },
  ];
  const freeTextFields = new Set(fields.filter(({ kind }) => FREE_TEXT_KINDS.includes(kind)).map(({ name }) => name));
  return withWidths(
    columns.map((column) => ('name' in column ? { title: column.label, ...column, ...changes[column.name] } : column)),
    freeTextFields,
  );
}

/** Free text of any length. */
const FREE_TEXT_KINDS: readonly Field['kind'][] = ['long-text', 'text', 'words'];

const showsCreation = ({ kind, list }: FieldDescription) => kind === 'creation-day' && list === 'shown';

function timeColumn(name: string, facts: Pick<ScreenColumn<never>, 'label' | 'optional' | 'title'>): ScreenColumn<CatalogRow> {
  const sort = { type: 'timestamptz', nullable: name === 'updatedAt' } as const;
  return { name, ...facts, kind: 'datetime', look: 'nowrap', sort, value: (row) => row[name] };
}

function fileColumn(field: Field): FileColumn<CatalogRow> {
  const { name, label, kind } = field;
  return {
    title: label,
    kind: kindOf(kind),
    decimals: decimalsOf(field) ?? undefined,
    isId: kind === 'image' || kind === 'links',
    value: (row) => cellOf(field, row[name]),
  };
}

function kindOf(kind: Field['kind']): FileColumn<CatalogRow>['kind'] {
  if (kind === 'creation-day') return 'date';
  return kind === 'integer' || kind === 'decimal' || kind === 'date' ? kind : 'text';
}

function screenColumn(definition: CatalogDefinition, field: Field): ScreenColumn<CatalogRow> {
  const { name, label, list } = field;
  const { title: _title, ...column } = fileColumn(field);
  return { ...column, name, label, optional: list !== 'shown', sort: sortOf(field), ...drawingOf(definition, field) };
}

/** How cells of a field's kind are drawn. */
function drawingOf({ titleField }: CatalogDefinition, field: Field): Partial<ScreenColumn<CatalogRow>> {
  const { name, kind, options: [yes, no] = [] } = field;
  const text = (row: Listed<CatalogRow>) => fieldText(field, row[name] ?? null);
  if (name === titleField) return { look: 'cut', text: (row) => text(row) || ownId(row.id) };
  switch (kind) {
    case 'image':
      return { look: 'picture', as: 'picture' };
    case 'creation-day':
      return { look: 'nowrap', as: 'date', text: (row) => parseDayMonthYear(text(row)) ?? text(row) };
    case 'flag':
      return { kind: 'boolean', words: [yes?.label ?? '', no?.label ?? ''], value: (row) => row[name] };
    case 'integer':
    case 'decimal':
      return { look: 'num', text };
    case 'extra-fields':
      return { look: 'cut', text };
    case 'phone':
      return { look: 'nowrap tabular', as: 'phone' };
    default:
      return { look: 'cut' };
  }
}

export function sortOf({ kind, required }: FieldDescription): ListSort | undefined {
  const { column, sorts } = KINDS[kind];
  if (!sorts || column === 'text[]' || column === 'jsonb') return undefined;
  return { type: column, nullable: !required && (kind === 'integer' || kind === 'decimal') };
}

/** Minimum screen width by rank; without one, phones show the column too. */
const WIDTHS = [undefined, 'sm', 'sm', 'md', 'lg'] as const;

/** How many columns phones show besides the state, in the line below the name. */
const ON_PHONES = 1;

/** On which screens each column shows by default: states rank first, the rest in order. */
function withWidths(columns: readonly Column<CatalogRow>[], written: ReadonlySet<string>): Column<CatalogRow>[] {
  const usual = screenColumns(columns)
    .slice(1)
    .filter(({ optional }) => !optional);
  const isStateColumn = ({ name, kind }: ScreenColumn<CatalogRow>) => kind === 'boolean' || name === PUBLISHING_PARAM;
  const byRank: readonly Column<CatalogRow>[] = [...usual.filter(isStateColumn), ...usual.filter((column) => !isStateColumn(column))];
  const phoneColumns = byRank.filter((column) => 'name' in column && column.look !== 'picture').slice(0, ON_PHONES + 1);
  return columns.map((column) => {
    const rank = byRank.indexOf(column);
    if (rank < 0) return column;
    const from = WIDTHS[Math.min(rank, WIDTHS.length - 1)];
    return { from, ...(phoneColumns.includes(column) && onPhone(column, written)), ...column };
  });
}

/** Phones omit pictures and long texts; a number or date needs its label. */
function onPhone(column: Column<CatalogRow>, written: ReadonlySet<string>): Pick<ScreenColumn<CatalogRow>, 'phone'> {
  if (!('name' in column) || written.has(column.name)) return {};
  return { phone: column.look === 'num' || column.as === 'date' || ['date', 'datetime'].includes(column.kind) ? 'labelled' : 'bare' };
}

function cellOf(field: FieldDescription, value: Row[string] | undefined): unknown {
  if (value === undefined || value instanceof Date) return value;
  // As an import takes them.
  if (field.kind === 'extra-fields') return Array.isArray(value) ? formatExtraFields(value) : '';
  const isText = field.options !== undefined || typeof value === 'object';
  return isText && value !== null ? fieldText(field, value) : value;
}
