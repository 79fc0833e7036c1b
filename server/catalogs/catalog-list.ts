import { deletedFilter, flagFilter, optionFilter, recordFilter, type Filter } from '../lists/filters.ts';
import type { Listed } from '../lists/list-page.ts';
import type { List, ListSheet, ListSort } from '../lists/list.ts';
import { quoteIdentifier } from '../platform/sql-fragment.ts';
import type { SheetColumn } from '../workbooks/sheet.ts';
import {
  GENERIC_COLUMNS,
  type CatalogDefinition,
  type CatalogField,
  type CatalogValue,
  type CatalogValues,
  type FieldDescription,
} from './definition.ts';
import { namedColumns, referredCatalog } from './references.ts';

/** A row by the names of its fields; a reference shows the name of the record to which it leads. */
export interface CatalogRow extends Record<string, unknown> {
  id: string;
  isActive: boolean;
  createdAt: Date;
  updatedAt: Date | null;
}

export interface ListedRecord {
  id: string;
  values: CatalogValues;
  isActive: boolean;
  /** ISO text. */
  createdAt: string;
  updatedAt: string | null;
}

const SORT_TYPES: Readonly<Partial<Record<FieldDescription['kind'], ListSort['type']>>> = {
  text: 'text',
  phone: 'text',
  choice: 'text',
  date: 'text',
  flag: 'boolean',
  integer: 'integer',
  decimal: 'double precision',
};

/** The list of a catalog, as its definition says it. */
export function catalogList(definition: CatalogDefinition): List<CatalogRow> {
  const { id, menu, listUrl, noun, fields, orderField } = definition;
  return {
    menu,
    url: listUrl,
    noun,
    source: { table: id, ...readColumns(fields), named: namedColumns(definition) },
    sortable: {
      ...Object.fromEntries(fields.flatMap(sortOf)),
      createdAt: { type: 'timestamptz' },
      updatedAt: { type: 'timestamptz', nullable: true },
    },
    usualSort: () => orderField ?? 'createdAt',
    filters: [...fields.filter((field) => field.filter).map((field) => filterOf(field, noun)), deletedFilter(noun)],
    sheet: { columns: [...sheetColumns(fields), ...GENERIC_SHEET_COLUMNS] },
  };
}

/** Selected fields, with the joins that name what references lead to; one that leads nowhere shows its id. */
function readColumns(fields: readonly CatalogField[]): { select: string; joins: string } {
  const joins: string[] = [];
  const columns = fields.map((field, place) => {
    const column = quoteIdentifier(field.name);
    if (field.kind !== 'reference') return `t.${column}`;
    const { id, titleField } = referredCatalog(field);
    joins.push(`LEFT JOIN ${quoteIdentifier(id)} r${place} ON r${place}.id = t.${column} AND NOT r${place}.source_deleted`);
    return `coalesce(nullif(r${place}.${quoteIdentifier(titleField)}, ''), t.${column}) AS ${column}`;
  });
  const generic = ['id', ...GENERIC_COLUMNS].map((column) => `t.${quoteIdentifier(column)}`);
  return { select: [...columns, ...generic].join(', '), joins: joins.join(' ') };
}

function sortOf({ name, kind, required }: FieldDescription): [string, ListSort][] {
  const type = SORT_TYPES[kind];
  if (!type) return [];
  return [[name, { type, nullable: !required && (kind === 'integer' || kind === 'decimal') }]];
}

function filterOf(field: CatalogField, noun: CatalogDefinition['noun']): Filter {
  const { name, label, kind, options = [] } = field;
  const facts = { name, label, all: `${label}: ${noun.gender === 'f' ? 'todas' : 'todos'}` };
  if (kind === 'reference') {
    const { id, titleField } = referredCatalog(field);
    return recordFilter({ ...facts, records: { table: id, name: titleField } });
  }
  const [yes, no] = options;
  return kind === 'flag' && yes && no ? flagFilter({ ...facts, words: [yes.label, no.label] }) : optionFilter({ ...facts, options });
}

export const GENERIC_SHEET_COLUMNS: ListSheet<CatalogRow>['columns'] = [
  { title: 'Fecha de creación', kind: 'datetime', value: (row) => row.createdAt },
  { title: 'Última modificación', kind: 'datetime', value: (row) => row.updatedAt },
  { title: 'Código', kind: 'text', value: (row) => ownId(row.id) },
];

export function sheetColumns(fields: readonly CatalogField[]): ListSheet<CatalogRow>['columns'] {
  return fields.filter((field) => field.export).map((field) => ({ ...sheetColumn(field), value: (row) => cellOf(field, row[field.name]) }));
}

function sheetColumn({ label, kind, step }: FieldDescription): SheetColumn {
  const column = { title: label, kind: kind === 'integer' || kind === 'decimal' || kind === 'date' ? kind : 'text' } as const;
  return kind === 'decimal' && step ? { ...column, decimals: Math.max(1, Math.round(-Math.log10(step))) } : column;
}

function cellOf({ options }: FieldDescription, value: unknown): unknown {
  if (options) return options.find((option) => option.value === String(value))?.label ?? value;
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Rows of a sub-collection carry the record above in their id. */
export function ownId(rowId: string): string {
  return rowId.slice(rowId.lastIndexOf('/') + 1);
}

export function toListedRecord({ fields }: CatalogDefinition, row: Listed<CatalogRow>): ListedRecord {
  const { id, isActive, createdAt, updatedAt } = row;
  const values = Object.fromEntries(fields.map(({ name }) => [name, row[name] as CatalogValue]));
  return { id: ownId(id), isActive, createdAt, updatedAt, values };
}
