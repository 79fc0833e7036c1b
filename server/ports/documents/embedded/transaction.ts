import { composeTransaction } from '../compose-store.ts';
import { parseCollectionPath, parseDocumentPath } from '../document-path.ts';
import type { DatabaseName, DocumentTransaction, StoredDocument } from '../document-store.ts';
import { readDocuments, readMany } from './query.ts';
import { applyInOrder, encodeWrite, groupLockKey, LOCK_TIMEOUT, type EncodedWrite } from './writes.ts';
import { inTransaction, type Sql, type SqlClient } from '../../../platform/sql/sql.ts';

/**
 * Two-phase locking: everything a transaction has read stays locked until it ends, by a row lock per document (even for one that does not
 * exist yet), and by the group's lock for a query. Waits are bounded, and a hanging client is disconnected.
 */
const BOUNDS = `SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'; SET LOCAL idle_in_transaction_session_timeout = '30s'`;

/** One attempt; the caller retries on contention. @returns the result and whether anything was written */
export function runTransaction<Result>(
  sql: Sql,
  database: DatabaseName,
  work: (tx: DocumentTransaction) => Promise<Result>,
): Promise<{ result: Result; wrote: boolean }> {
  return inTransaction(sql, async (client) => {
    await client.query(BOUNDS);
    const writes: EncodedWrite[] = [];
    /** Missing paths that were read and got an empty row to lock. */
    const placeholders = new Set<string>();
    let ended = false;
    const assertOpen = () => {
      if (ended) throw new Error('the transaction has ended');
    };
    const transaction = composeTransaction({
      async readMany(paths) {
        assertOpen();
        return lockMany(client, database, paths, placeholders);
      },
      async readQuery(query) {
        assertOpen();
        const group = parseCollectionPath(query.collection);
        await client.query(`SELECT pg_advisory_xact_lock(${groupLockKey('$1::text', '$2::text')})`, [database, group]);
        return readDocuments(client, database, query);
      },
      add(write) {
        assertOpen();
        writes.push(encodeWrite(write));
      },
    });
    const result = await work(transaction);
    ended = true;
    await applyInOrder(client, database, writes);
    if (placeholders.size > 0) {
      await client.query('DELETE FROM documents.documents WHERE database = $1 AND path = ANY($2) AND version = 0', [
        database,
        [...placeholders],
      ]);
    }
    return { result, wrote: writes.length > 0 };
  });
}

async function lockMany(
  client: SqlClient,
  database: DatabaseName,
  paths: readonly string[],
  placeholders: Set<string>,
): Promise<(StoredDocument | null)[]> {
  const found = await readMany(client, database, paths, true);
  const missing = paths.filter((_, index) => found[index] === null).map(parseDocumentPath);
  if (missing.length === 0) return found;
  const { rows } = await client.query<{ path: string }>(
    `INSERT INTO documents.documents (database, path, collection, collection_group, data, created_version, version, deleted)
     SELECT DISTINCT ON (i.path COLLATE "C") $1, i.path, i.collection, i.grp, '{}'::jsonb, 0, 0, true
     FROM unnest($2::text[], $3::text[], $4::text[]) AS i(path, collection, grp) ORDER BY i.path COLLATE "C"
     ON CONFLICT DO NOTHING RETURNING path`,
    [database, missing.map((one) => one.path), missing.map((one) => one.collection), missing.map((one) => one.group)],
  );
  for (const row of rows) placeholders.add(row.path);
  // Another transaction may have created one of them between the two statements.
  return readMany(client, database, paths, true);
}
