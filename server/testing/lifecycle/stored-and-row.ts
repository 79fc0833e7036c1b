import { expect } from 'vitest';
import type { Documents, Fields, FieldValue, StoredDocument } from '../../ports/documents/document-store.ts';
import { isList, isPlainMap } from '../../ports/documents/document-values.ts';
import { microsToIso } from '../../read-model/field-readers.ts';
import { rowIdOf, type AnyProjection, type ColumnType } from '../../read-model/projection.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';
import type { Sql } from '../../platform/sql/sql.ts';

export interface Stores {
  sql: Sql;
  documents: Documents;
}

export type TableRow = Readonly<Record<string, unknown>>;

async function rowOf({ sql }: Pick<Stores, 'sql'>, projection: AnyProjection, path: string): Promise<TableRow> {
  const { rows } = await sql.query<TableRow>(`SELECT * FROM ${quoteIdentifier(projection.table)} WHERE id = $1`, [
    rowIdOf(projection, path),
  ]);
  const [row] = rows;
  if (!row) throw new Error(`${path} has no row`);
  return row;
}

/**
 * Expects the row to hold every field of the document with the same value and type, and nothing else but what the projection computes
 * (`computed`, search_text, masked_text) and the engine's own columns. So a field without a column fails, and a column that no document fills fails too.
 */
export async function expectRowToEqualDocument(
  stores: Stores,
  projection: AnyProjection,
  path: string,
  computed: readonly string[] = [],
): Promise<{ document: StoredDocument; row: TableRow }> {
  const document = await stores.documents[projection.database].get(path);
  if (!document) throw new Error(`${path} is not stored`);
  const row = await rowOf(stores, projection, path);
  const own = new Set(['id', 'source_version', 'source_deleted', 'search_text', 'masked_text', ...computed]);
  // Some programs also store the document's id in a field.
  const { id = document.id, updatedBy: _saver, ...fields } = document.data;
  expect(id).toBe(document.id);
  expect(Object.fromEntries(Object.entries(row).filter(([column]) => !own.has(column))), path).toEqual(asColumns(projection, fields));
  expect(row, path).toMatchObject({ source_version: document.version, source_deleted: false });
  return { document, row };
}

function asColumns({ columns }: AnyProjection, fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asColumn(value, columns[name])]));
}

/** The value as Postgres returns it for a column of this type. */
function asColumn(value: FieldValue, type: ColumnType | undefined): unknown {
  if (type === 'bigint' && typeof value === 'number') return BigInt(value);
  return type === 'jsonb' ? asJson(value) : value;
}

function asJson(value: FieldValue): unknown {
  if (value instanceof Date) return microsToIso(BigInt(value.getTime()) * 1_000n);
  if (isList(value)) return value.map(asJson);
  return isPlainMap(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asJson(inner)])) : value;
}
