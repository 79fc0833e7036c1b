import { parseDocumentPath } from '../document-path.ts';
import type { DatabaseName, Fields } from '../document-store.ts';
import { withRetries } from './errors.ts';
import { encodeDocument, rowJson } from './values.ts';
import type { Sql, SqlClient } from '../../../platform/sql/sql.ts';

/** A document imported from elsewhere, with its own times. */
export interface ImportedDocument {
  path: string;
  /** Stored exactly as given: no generic fields are added. */
  data: Fields;
  /** Microseconds since 1970; default is now. */
  createdVersion?: bigint;
  version?: bigint;
}

const ROWS_PER_STATEMENT = 5_000;

/**
 * Writes documents in bulk, each statement on its own, replacing older ones. Unless `silent`, watchers are notified: a silent import must
 * be followed by a rebuild of the read model.
 * @returns how many were stored; documents with a newer stored version are skipped
 */
export async function importDocuments(
  sql: Sql | SqlClient,
  database: DatabaseName,
  documents: Iterable<ImportedDocument>,
  options: { silent: boolean },
): Promise<number> {
  let stored = 0;
  const write = async (rows: ReadonlyMap<string, string>) => {
    const values = [database, `[${[...rows.values()].join(',')}]`];
    const { rowCount } = await withRetries(() => sql.query(options.silent ? INSERT : INSERT_ANNOUNCED, values));
    stored += rowCount ?? 0;
  };
  // The next rows are prepared while the database stores these.
  let writing = Promise.resolve();
  let rows = new Map<string, string>();
  for (const document of documents) {
    const { path, collection, group } = parseDocumentPath(document.path);
    const version = document.version === undefined ? null : String(document.version);
    const createdVersion = document.createdVersion === undefined ? version : String(document.createdVersion);
    // A duplicate path would touch one row twice in a statement: the later one wins.
    rows.set(path, rowJson({ path, collection, grp: group, version, created_version: createdVersion }, encodeDocument(document.data)));
    if (rows.size < ROWS_PER_STATEMENT) continue;
    await writing;
    writing = write(rows);
    writing.catch(() => undefined);
    rows = new Map();
  }
  await writing;
  if (rows.size > 0) await write(rows);
  await analyzeIfGrown(sql, stored);
  return stored;
}

/** Updates the planner's statistics, which still describe a small table. */
async function analyzeIfGrown(sql: Sql | SqlClient, stored: number): Promise<void> {
  if (stored < ROWS_PER_STATEMENT) return;
  await withRetries(async () => {
    const grown = await sql.query(`SELECT 1 FROM pg_class WHERE oid = 'documents.documents'::regclass AND reltuples < $1`, [stored]);
    if (grown.rowCount) await sql.query('ANALYZE documents.documents');
  });
}

const INSERT = `
  INSERT INTO documents.documents AS d (database, path, collection, collection_group, data, created_version, version)
  SELECT $1, i.path, i.collection, i.grp, i.data, coalesce(i.created_version, now.micros), coalesce(i.version, now.micros)
  FROM jsonb_to_recordset($2::jsonb) AS i(path text, collection text, grp text, data jsonb, created_version bigint, version bigint),
    (SELECT documents.now_micros() AS micros) now
  ORDER BY i.path COLLATE "C"
  ON CONFLICT (database, path) DO UPDATE
    SET data = excluded.data, version = excluded.version, created_version = excluded.created_version, deleted = false
    WHERE d.version < excluded.version`;

const INSERT_ANNOUNCED = `
  WITH written AS (${INSERT} RETURNING d.path, d.version, d.deleted)
  INSERT INTO documents.changes (database, path, version, deleted) SELECT $1, path, version, deleted FROM written`;
