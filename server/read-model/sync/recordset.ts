import { storableText } from '../field-readers.ts';
import type { AnyProjection } from '../projection.ts';
import type { Unread } from '../unread.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';

/** A column with a value that is not an id: the value, and the id of the one record with that name, '' for none. */
export interface NamedReference {
  field: string;
  /** Table of the referenced records, or a vocabulary. */
  target: string;
  raw: string;
  id: string;
}

/** A projected document, or a tombstone: then `values` are those of an empty document. */
export interface SourceRow {
  path: string;
  id: string;
  version: bigint;
  deleted: boolean;
  values: object;
  /** Values of the document that `values` do not show. */
  unread?: readonly Unread[];
  /** Names in the document where the portal stores ids (resolveNames). */
  named?: readonly NamedReference[];
}

/** Columns that every row has besides the projected ones. */
const OWN_COLUMNS = ['id', 'source_version', 'source_deleted'] as const;
const OWN_TYPES = { id: 'text', source_version: 'bigint', source_deleted: 'boolean' } as const;

/**
 * Rows as one JSON parameter for `recordset`. The keys are column numbers in letters: with names, half of the data sent for every row would
 * be names. Text that Postgres cannot store is cleaned, only if there is any.
 */
export function toJson(projection: AnyProjection, rows: readonly SourceRow[]): string {
  const names = Object.keys(projection.columns);
  const keys = names.map((_name, index) => keyOf(index + OWN_COLUMNS.length));
  const records = rows.map(({ id, version, deleted, values }) => {
    const record: Record<string, unknown> = { a: id, b: String(version), c: deleted };
    for (let index = 0; index < names.length; index += 1)
      record[keys[index] ?? ''] = (values as Record<string, unknown>)[names[index] ?? ''];
    return record;
  });
  const json = JSON.stringify(records);
  if (!/\\u0000|\\ud[89a-f]/.test(json)) return json;
  return JSON.stringify(records, (_key, value: unknown) => (typeof value === 'string' ? storableText(value) : value));
}

/** `$1` (see toJson) as rows of the table's types, alias `r`, with the columns' names. */
export function recordset(projection: AnyProjection): string {
  const types = Object.entries({ ...OWN_TYPES, ...projection.columns });
  const read = types.map(([, type], index) => `${keyOf(index)} ${type}`).join(', ');
  const named = types.map(([column], index) => `x.${keyOf(index)} AS ${quoteIdentifier(column)}`).join(', ');
  return `(SELECT ${named} FROM jsonb_to_recordset($1::jsonb) AS x(${read})) AS r`;
}

/** a, b, … z, aa1, ab1, …: starts with a letter, so that it needs no quotes; no SQL keyword contains a digit. */
function keyOf(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return index < 26 ? letter : `a${letter}${Math.floor(index / 26)}`;
}
