import { findByName } from '../../domain/names.ts';
import { LONGEST_ID } from '../../platform/document-id.ts';
import { inTransaction, type Sql, type SqlClient } from '../../platform/sql/sql.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';
import type { AnyProjection, Expected } from '../projection.ts';
import { isVocabulary, unknownWords, VOCABULARY_TABLES } from '../vocabularies.ts';
import type { NamedReference, SourceRow } from './recordset.ts';

/**
 * Tables whose records other programs refer to by name, with the column of the name. Permission sets are absent: a
 * name would give rights, so only ids count.
 */
const NAMED: Readonly<Record<string, string>> = {
  agencias: 'nombre',
  categorias: 'nombre',
  departamentos: 'nombre',
  maletin_carpetas: 'nombre',
  maletin_tipos_documento: 'nombre',
  puestos: 'nombre',
  tipos_documento: 'nombre',
  usuarios: 'name',
};
/** A table with more records is not searched by name. */
export const NAMED_MAX = 10_000;

/**
 * The column by whose value documents of that database may refer to the table's records; null where only ids count. Only in `main`: access
 * to documents and packages is decided by their stored values, not by their rows, so a name there is never replaced by an id.
 */
export function nameColumn({ database }: Pick<AnyProjection, 'database'>, target: string): string | null {
  return (database === 'main' ? NAMED[target] : undefined) ?? null;
}

/** A longer text is neither an id nor looked up as a name: no index could hold it with its table. */
export function isReference(text: string): boolean {
  return Buffer.byteLength(text) <= LONGEST_ID;
}

type Reader = Pick<SqlClient, 'query'>;
const referencesOf = ({ expects = {} }: AnyProjection) =>
  Object.entries(expects).flatMap(([field, { names, vocabulary }]: [string, Expected]) => {
    const target = names?.table ?? vocabulary;
    return target === undefined ? [] : [{ field, target }];
  });

/**
 * Replaces names in rows by ids where exactly one record has the name, and lists all values that are not ids in `named`, also those that
 * name no record or are no known word. Done in the database, because a projection knows no other rows; `settleNames` makes the result
 * independent of the order of arrival.
 */
export async function resolveNames(client: Reader, projection: AnyProjection, rows: readonly SourceRow[]): Promise<SourceRow[]> {
  const references = referencesOf(projection);
  const valueOf = ({ values, deleted }: SourceRow, field: string) => (deleted ? '' : (values as Record<string, unknown>)[field]);
  const valuesByTarget = new Map<string, Set<string>>();
  for (const { field, target } of references) {
    const known = valuesByTarget.get(target) ?? new Set<string>();
    for (const row of rows) {
      const value = valueOf(row, field);
      if (typeof value === 'string' && value !== '') known.add(value);
    }
    if (known.size > 0) valuesByTarget.set(target, known);
  }
  const found = await findRecords(client, projection, valuesByTarget);
  if (found.size === 0) return [...rows];
  return rows.map((row) => {
    const named = references.flatMap(({ field, target }): NamedReference[] => {
      const raw = valueOf(row, field);
      const id = typeof raw === 'string' ? found.get(target)?.get(raw) : undefined;
      return id === undefined ? [] : [{ field, target, raw: raw as string, id }];
    });
    if (named.length === 0) return row;
    const values = Object.fromEntries(named.flatMap(({ field, id }) => (id === '' ? [] : [[field, id]])));
    return { ...row, values: { ...row.values, ...values }, named };
  });
}

/** For values that are not ids, the id of the record with that name, '' for none; for vocabularies, the unknown words. */
async function findRecords(
  client: Reader,
  projection: Pick<AnyProjection, 'database'>,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Map<string, Map<string, string>>> {
  const found = new Map<string, Map<string, string>>();
  for (const [target, words] of wanted) {
    const unknown = isVocabulary(target) ? await unknownWords(client, target, [...words]) : [];
    if (unknown.length > 0) found.set(target, new Map(unknown.map((word) => [word, ''])));
  }
  const records = [...wanted].filter(([target]) => !isVocabulary(target));
  if (records.length === 0) return found;
  const missingQueries = records.map(
    ([target], index) => `SELECT '${target}' AS target, v AS value FROM unnest($${index + 1}::text[]) AS v
      WHERE NOT EXISTS (SELECT FROM ${quoteIdentifier(target)} n WHERE n.id = v)`,
  );
  const text = missingQueries.join(' UNION ALL ');
  const { rows } = await client.query<{ target: string; value: string }>(
    text,
    records.map(([, values]) => [...values]),
  );
  for (const { target, value } of rows) found.set(target, (found.get(target) ?? new Map<string, string>()).set(value, ''));
  for (const [target, values] of found) {
    const column = nameColumn(projection, target);
    if (column === null) continue;
    const named = await readNames(client, target, column);
    for (const value of values.keys()) if (isReference(value)) values.set(value, findByName(named, value, ({ name }) => name)?.id ?? '');
  }
  return found;
}

async function readNames(client: Reader, target: string, column: string): Promise<{ id: string; name: string }[]> {
  const name = quoteIdentifier(column);
  const { rows } = await client.query<{ id: string; name: string }>(
    `SELECT id, ${name} AS name FROM ${quoteIdentifier(target)} WHERE NOT source_deleted AND ${name} <> '' LIMIT ${NAMED_MAX + 1}`,
  );
  return rows.length > NAMED_MAX ? [] : rows;
}

/**
 * After a commit, updates rows whose documents refer by name to records of these tables, where another record or none has that
 * name now, and words that are known now. Of two concurrent transactions the one that ends last sees what both wrote, so it
 * does not matter which record came first.
 */
export async function settleNames(sql: Sql, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return;
  const vocabularies = Object.entries(VOCABULARY_TABLES).filter(([, own]) => own.some((table) => tables.includes(table)));
  const targets = [...tables, ...vocabularies.map(([vocabulary]) => vocabulary)];
  const { rows } = await sql.query<{ database: 'digitalization' | 'main'; target: string; raw: string; resolved: string }>(
    'SELECT DISTINCT database, target, raw, resolved FROM unread_fields WHERE target = ANY($1)',
    [targets],
  );
  for (const database of new Set(rows.map((row) => row.database))) {
    const databaseRows = rows.filter((row) => row.database === database);
    const wanted = new Map(
      targets.map((target) => [target, new Set(databaseRows.flatMap((row) => (row.target === target ? [row.raw] : [])))]),
    );
    for (const [target, values] of wanted) if (values.size === 0) wanted.delete(target);
    const found = await findRecords(sql, { database }, wanted);
    for (const { target, raw, resolved } of databaseRows) {
      // A value that was not found missing is an id, or a known word, by now.
      const id = found.get(target)?.get(raw) ?? raw;
      if (id !== resolved) await settleOne(sql, { database, target, raw, id });
    }
  }
}

/** Puts tables first that others refer to: a table filled before them would be settled row by row. */
export function sortReferencedFirst(projections: readonly AnyProjection[]): AnyProjection[] {
  const words = new Set(Object.values(VOCABULARY_TABLES).flat());
  const isNamed = ({ table }: AnyProjection) => table in NAMED || words.has(table);
  const rank = (projection: AnyProjection) => (isNamed(projection) ? Math.min(referencesOf(projection).length, 1) : 2);
  return [...projections].sort((a, b) => rank(a) - rank(b));
}

/** Locks rows before `unread_fields`, in the same order as applyRows. */
async function settleOne(sql: Sql, { target, raw, id, database }: Omit<NamedReference, 'field'> & { database: string }): Promise<void> {
  const referenceCondition = 'u.database = $1 AND u.target = $2 AND u.raw = $3';
  await inTransaction(sql, async (client) => {
    if (id === raw) return client.query(`DELETE FROM unread_fields u WHERE ${referenceCondition}`, [database, target, raw]);
    const { rows } = await client.query<{ table_name: string; field: string }>(
      `SELECT DISTINCT u.table_name, u.field FROM unread_fields u WHERE ${referenceCondition} ORDER BY 1, 2`,
      [database, target, raw],
    );
    for (const { table_name, field } of rows)
      await client.query(
        `UPDATE ${quoteIdentifier(table_name)} t SET ${quoteIdentifier(field)} = $4 FROM unread_fields u
         WHERE ${referenceCondition} AND u.table_name = $5 AND u.field = $6 AND t.id = u.row_id AND t.source_version = u.source_version`,
        [database, target, raw, id === '' ? raw : id, table_name, field],
      );
    return client.query(`UPDATE unread_fields u SET resolved = $4 WHERE ${referenceCondition}`, [database, target, raw, id]);
  });
}
