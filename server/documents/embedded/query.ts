import { parseCollectionPath } from '../document-path.ts';
import type { DatabaseName, FieldValue, Query, StoredDocument } from '../document-store.ts';
import { isList } from '../document-values.ts';
import { DOCUMENT_COLUMNS, encodeName, encodeValue, toStoredDocument, type DocumentRow } from './values.ts';
import { shapeQuery, type QueryShape } from '../query-shape.ts';
import type { Sql, SqlClient } from '../../platform/sql.ts';

/** Paths in the order of their segments; must match the index documents_by_group. */
const PATH_KEY = `replace(d.path, '/', E'\\x01')`;
const COMPARE = { '==': '=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' } as const;

/** @throws invalid-input when the query is malformed */
export async function runQuery(client: Sql | SqlClient, database: DatabaseName, query: Query): Promise<StoredDocument[]> {
  const { text, values } = toSql(database, shapeQuery(query));
  const { rows } = await client.query<DocumentRow>(text, values);
  return rows.map(toStoredDocument);
}

/** Collects positional parameters while the text grows. */
class Parameters {
  readonly values: unknown[] = [];
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

function toSql(database: DatabaseName, shape: QueryShape): { text: string; values: unknown[] } {
  const parameters = new Parameters();
  const field = (name: string) => `(d.data -> ${parameters.add(encodeName(name))}::text)`;
  const key = (value: FieldValue) => `documents.sort_key(${parameters.add(JSON.stringify(encodeValue(value)))}::jsonb)`;
  const conditions = [
    `d.database = ${parameters.add(database)}`,
    `d.collection_group = ${parameters.add(shape.groupName)}`,
    'NOT d.deleted',
  ];
  if (!shape.group) conditions.push(`d.collection = ${parameters.add(shape.collection)}`);
  for (const { field: name, op, value } of shape.where) {
    const column = field(name);
    if (op === 'in') {
      const wanted = isList(value) ? value.map((item) => key(item)) : [];
      conditions.push(`documents.sort_key(${column}) IN (${wanted.join(', ')})`);
    } else if (op === 'array-contains') {
      const items = `jsonb_array_elements(CASE WHEN jsonb_typeof(${column}) = 'array' THEN ${column} ELSE '[]' END)`;
      conditions.push(`EXISTS (SELECT 1 FROM ${items} AS item WHERE documents.sort_key(item) = ${key(value)})`);
    } else {
      const wanted = key(value);
      conditions.push(`documents.sort_key(${column}) ${COMPARE[op]} ${wanted}`);
      // A range stays inside the type of its value: the first byte of the key.
      if (op !== '==') conditions.push(`get_byte(documents.sort_key(${column}), 0) = get_byte(${wanted}, 0)`);
    }
  }
  const orders = shape.orders.map((order) => ({ expression: `documents.sort_key(${field(order.field)})`, direction: order.direction }));
  for (const order of orders) conditions.push(`${order.expression} IS NOT NULL`);
  const terms = [...orders, { expression: PATH_KEY, direction: shape.idDirection }];
  if (shape.after) {
    const values = [...shape.after.values.map((value) => key(value)), parameters.add(shape.after.document.path.replaceAll('/', '\u0001'))];
    conditions.push(afterCondition(terms, values));
  }
  const orderBy = terms.map(({ expression, direction }) => `${expression} ${direction}`).join(', ');
  const limit = shape.limit === null ? '' : `LIMIT ${parameters.add(shape.limit)}`;
  const text = `SELECT ${DOCUMENT_COLUMNS} FROM documents.documents d WHERE ${conditions.join(' AND ')} ORDER BY ${orderBy} ${limit}`;
  return { text, values: parameters.values };
}

/** (a, b, c) after (x, y, z) where each term has its own direction. */
function afterCondition(terms: readonly { expression: string; direction: 'asc' | 'desc' }[], values: readonly string[]): string {
  const alternatives = terms.map(({ expression, direction }, index) => {
    const equal = terms.slice(0, index).map((term, earlier) => `${term.expression} = ${values[earlier]}`);
    return [...equal, `${expression} ${direction === 'asc' ? '>' : '<'} ${values[index]}`].join(' AND ');
  });
  return `(${alternatives.map((alternative) => `(${alternative})`).join(' OR ')})`;
}

/** One page of `scan`: documents after the path `after`, by ascending path. */
export async function readPage(
  sql: Sql,
  options: { database: DatabaseName; collection: string; group: boolean; pageSize: number; after: string | null },
): Promise<StoredDocument[]> {
  const { rows } = await sql.query<DocumentRow>(
    `SELECT ${DOCUMENT_COLUMNS} FROM documents.documents d
     WHERE d.database = $1 AND d.collection_group = $2 AND NOT d.deleted AND ($3::text IS NULL OR d.collection = $3)
       AND ($4::text IS NULL OR ${PATH_KEY} > replace($4, '/', E'\\x01'))
     ORDER BY ${PATH_KEY} LIMIT $5`,
    [options.database, parseCollectionPath(options.collection), options.group ? null : options.collection, options.after, options.pageSize],
  );
  return rows.map(toStoredDocument);
}

/** In the order of the paths; null where there is none. `lock` keeps the rows until the transaction ends. */
export async function readMany(
  client: Sql | SqlClient,
  database: DatabaseName,
  paths: readonly string[],
  lock = false,
): Promise<(StoredDocument | null)[]> {
  const { rows } = await client.query<DocumentRow & { deleted: boolean }>(
    `SELECT ${DOCUMENT_COLUMNS}, d.deleted FROM documents.documents d
     WHERE d.database = $1 AND d.path = ANY($2) ${lock ? 'ORDER BY d.path FOR UPDATE' : 'AND NOT d.deleted'}`,
    [database, [...new Set(paths)]],
  );
  const found = new Map(rows.filter((row) => !row.deleted).map((row) => [row.path, toStoredDocument(row)]));
  return paths.map((path) => found.get(path) ?? null);
}
