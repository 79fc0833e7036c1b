import { findPage } from '../read-model/pages/page-query.ts';
import type { PageSource, SortColumn } from '../read-model/pages/page-source.ts';
import type { Page, PageRequest } from '../read-model/read-model.ts';
import { fragment, identifier, quoteIdentifier, type SqlFragment } from '../platform/sql-fragment.ts';
import { GENERIC_COLUMNS, type CatalogDefinition, type CatalogValue, type CatalogValues, type FieldDescription } from './definition.ts';
import { readListQuery, sortableColumns, type ListQuery } from './list-query.ts';
import { namedColumns } from './references.ts';
import { openCatalog, type CatalogCall, type CatalogServices } from './record.ts';

export interface ListedRecord {
  id: string;
  values: CatalogValues;
  isActive: boolean;
  /** ISO text. */
  createdAt: string;
  updatedAt: string | null;
}

/** One page of a catalog's list; JSON for the browser. */
export interface CatalogPage extends Page<ListedRecord> {
  query: ListQuery;
}

/**
 * One page from the read model. `params` is the list's address (q, page, cursor, pageSize, sort, dir, isActive, filters
 * named like the field), read leniently. Errors: `forbidden`.
 */
export async function findRecords(services: CatalogServices, call: CatalogCall & { params: URLSearchParams }): Promise<CatalogPage> {
  const definition = openCatalog(call);
  const query = readListQuery(definition, call.params, call.actor.pageSize);
  const page = await findPage<Row>(services.sql, listSource(definition), listRequest(query), listConditions(definition, query));
  const { rows, ...position } = page;
  return { ...position, query, rows: rows.map((row) => toListedRecord(definition, row)) };
}

export interface Row extends Record<string, unknown> {
  id: string;
  isActive: boolean;
  createdAt: Date;
  updatedAt: Date | null;
}

/** Table, columns and order of a catalog's list; the export reads the same. */
export function listSource(definition: CatalogDefinition): PageSource {
  const fields = new Map(definition.fields.map((field) => [field.name, field]));
  const columns = ['id', ...definition.fields.map((field) => field.name), ...GENERIC_COLUMNS];
  return {
    table: definition.id,
    select: columns.map((column) => `t.${quoteIdentifier(column)}`).join(', '),
    named: namedColumns(definition),
    sortable: Object.fromEntries(sortableColumns(definition).map((column) => [column, sortColumn(fields.get(column), column)])),
  };
}

export function listRequest(query: ListQuery): PageRequest {
  const { q, page, cursor, pageSize, sort, dir, isActive } = query;
  return { q, page, cursor, pageSize, sort, dir, show: isActive ? 'active' : 'inactive' };
}

/** How the database orders a column; a generic one when there is no field of the name. */
function sortColumn(field: FieldDescription | undefined, column: string): SortColumn {
  if (!field) return { type: 'timestamptz', nullable: column === 'updatedAt' };
  if (field.kind === 'flag') return { type: 'boolean' };
  if (field.kind === 'integer') return { type: 'integer', nullable: !field.required };
  if (field.kind === 'decimal') return { type: 'double precision', nullable: !field.required };
  return { type: 'text' };
}

export function listConditions(definition: CatalogDefinition, query: ListQuery): SqlFragment[] {
  return definition.fields.flatMap((field) => {
    const value = query.filters[field.name];
    if (value === undefined) return [];
    return [fragment`t.${identifier(field.name)} = ${field.kind === 'flag' ? value === 'true' : value}`];
  });
}

function toListedRecord(definition: CatalogDefinition, row: Row): ListedRecord {
  return {
    id: row.id,
    values: Object.fromEntries(definition.fields.map((field) => [field.name, row[field.name] as CatalogValue])),
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt?.toISOString() ?? null,
  };
}
