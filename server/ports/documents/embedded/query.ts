import { parseCollectionPath } from '../document-path.ts';
import type { DatabaseName, Query, StoredDocument } from '../document-store.ts';
import { BARE_COLUMNS, DOCUMENT_COLUMNS, encodeName, encodeValue, toStoredDocument, type DocumentRow } from './values.ts';
import type { Sql, SqlClient } from '../../../platform/sql/sql.ts';

/** Sort key that orders paths by segment; must match the index documents_by_group. */
export const PATH_KEY = `replace(d.path, '/', E'\\x01')`;

/** Documents of a collection, or of a group across all parents, by ascending path; `after` is the last path of the previous page. */
export async function readDocuments(
  client: Sql | SqlClient,
  database: DatabaseName,
  { collection, group, where = [], limit, after, bare }: Query & { group?: boolean; after?: string | undefined; bare?: boolean },
): Promise<StoredDocument[]> {
  const values: unknown[] = [database, parseCollectionPath(collection, group), group ? null : collection, after, limit];
  const filters = where.map(
    ({ field, value }) =>
      `AND d.data -> $${values.push(encodeName(field))}::text = $${values.push(JSON.stringify(encodeValue(value)))}::jsonb`,
  );
  const { rows } = await client.query<DocumentRow>(
    `SELECT ${bare ? BARE_COLUMNS : DOCUMENT_COLUMNS} FROM documents.documents d
     WHERE d.database = $1 AND d.collection_group = $2 AND NOT d.deleted AND ($3::text IS NULL OR d.collection = $3)
       AND ($4::text IS NULL OR ${PATH_KEY} > replace($4, '/', E'\\x01')) ${filters.join(' ')}
     ORDER BY ${PATH_KEY} LIMIT $5`,
    values,
  );
  return rows.map(toStoredDocument);
}

/** In the order of the paths; null for missing documents. `lock` locks the rows until the transaction ends. */
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
