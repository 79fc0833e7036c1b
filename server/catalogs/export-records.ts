import { capitalize } from '../domain/grammar.ts';
import { streamRows } from '../read-model/pages/stream-rows.ts';
import type { ColumnKind, Row as Cells, RowBatches, Sheet, SheetColumn } from '../workbooks/sheet.ts';
import type { CatalogDefinition, FieldDescription } from './definition.ts';
import { listConditions, listRequest, listSource, type Row } from './find-records.ts';
import { readListQuery, type ListQuery } from './list-query.ts';
import { findReferenceOptions } from './references.ts';
import { openCatalog, type CatalogCall, type CatalogServices } from './record.ts';

export interface CatalogExport {
  sheet: Sheet;
  /** Reads while the file is written; `signal` ends it. */
  rows: (signal: AbortSignal) => RowBatches;
}

const COLUMN_KINDS: Readonly<Partial<Record<FieldDescription['kind'], ColumnKind>>> = {
  integer: 'integer',
  decimal: 'decimal',
  date: 'date',
};

/** The list of the same parameters, all pages, in the same order. Errors: `forbidden`. */
export async function exportRecords(services: CatalogServices, call: CatalogCall & { params: URLSearchParams }): Promise<CatalogExport> {
  const opened = openCatalog(call);
  const choices = await findReferenceOptions(services, opened);
  // With the names of what its references lead to.
  const definition: CatalogDefinition = { ...opened, fields: opened.fields.map((field) => ({ ...field, ...choices[field.name] })) };
  const query = readListQuery(definition, call.params, call.actor.pageSize);
  return {
    sheet: {
      title: capitalize(definition.noun.plural),
      name: capitalize(definition.noun.plural),
      parameters: describeParameters(definition, query),
      columns: columnsOf(definition),
      generatedAt: new Date(),
      generatedBy: call.actor.name,
      organisation: services.liveSettings.current().cooperativeName,
    },
    rows: (signal) => readCells(services, definition, query, signal),
  };
}

function columnsOf(definition: CatalogDefinition): SheetColumn[] {
  const fields = definition.fields.filter((field) => field.export).map(columnOf);
  return [
    ...fields,
    { title: 'Fecha de creación', kind: 'datetime' },
    { title: 'Última modificación', kind: 'datetime' },
    { title: 'Código', kind: 'text' },
  ];
}

export function columnOf({ label, kind, step }: FieldDescription): SheetColumn {
  const column = { title: label, kind: COLUMN_KINDS[kind] ?? 'text' };
  return kind === 'decimal' && step ? { ...column, decimals: Math.max(1, Math.round(-Math.log10(step))) } : column;
}

async function* readCells(services: CatalogServices, definition: CatalogDefinition, query: ListQuery, signal: AbortSignal): RowBatches {
  for await (const rows of streamRows<Row>(services.sql, listSource(definition), listRequest(query), listConditions(definition, query))) {
    signal.throwIfAborted();
    yield rows.map((row) => toCells(definition, row));
  }
}

function toCells(definition: CatalogDefinition, row: Row): Cells {
  const fields = definition.fields.filter((field) => field.export).map((field) => cellOf(field, row[field.name]));
  return [...fields, row.createdAt, row.updatedAt, row.id];
}

export function cellOf(field: FieldDescription, value: unknown): unknown {
  if (field.options) return field.options.find((option) => option.value === String(value))?.label ?? value;
  return Array.isArray(value) ? value.join(', ') : value;
}

export function describeParameters(definition: CatalogDefinition, query: ListQuery): (readonly [string, string])[] {
  const filters = definition.fields.flatMap((field) => {
    const value = query.filters[field.name];
    return value === undefined ? [] : [[field.label, String(cellOf(field, value))] as const];
  });
  return [
    ...(query.q === '' ? [] : [['Búsqueda', query.q] as const]),
    ...filters,
    ...(query.isActive ? [] : [['Registros', 'Eliminados'] as const]),
  ];
}
