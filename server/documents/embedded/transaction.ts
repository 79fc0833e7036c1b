import { invalidDocument } from '../document-errors.ts';
import { parseCollectionPath, parseDocumentPath } from '../document-path.ts';
import { MAX_WRITES, type DatabaseName, type DocumentTransaction, type StoredDocument, type Write } from '../document-store.ts';
import { readMany, runQuery } from './query.ts';
import { applyInOrder, encodeWrite, groupLockKey, type EncodedWrite } from './writes.ts';
import { inTransaction, type Sql, type SqlClient } from '../../platform/sql.ts';

/**
 * Two-phase locking: what a transaction has read stays locked until it ends. A row lock for each document (also for one
 * that does not exist yet), the group's lock for a query. Waits are bounded, and a client that hangs is cut off.
 */
const BOUNDS = `SET LOCAL lock_timeout = '15s'; SET LOCAL idle_in_transaction_session_timeout = '30s'`;

/** One attempt; the caller retries on contention. @returns the result and whether anything was written */
export function runTransaction<Result>(
  sql: Sql,
  database: DatabaseName,
  work: (tx: DocumentTransaction) => Promise<Result>,
): Promise<{ result: Result; wrote: boolean }> {
  return inTransaction(sql, async (client) => {
    await client.query(BOUNDS);
    const transaction = new EmbeddedTransaction(client, database);
    const result = await work(transaction);
    return { result, wrote: await transaction.finish() };
  });
}

class EmbeddedTransaction implements DocumentTransaction {
  readonly #client: SqlClient;
  readonly #database: DatabaseName;
  readonly #writes: EncodedWrite[] = [];
  /** Paths that were read, did not exist, and got an empty row to lock. */
  readonly #placeholders = new Set<string>();
  #finished = false;

  constructor(client: SqlClient, database: DatabaseName) {
    this.#client = client;
    this.#database = database;
  }

  async get(path: string): Promise<StoredDocument | null> {
    return (await this.getMany([path]))[0] ?? null;
  }

  async getMany(paths: readonly string[]): Promise<(StoredDocument | null)[]> {
    this.#assertReading();
    const locations = paths.map(parseDocumentPath);
    if (locations.length === 0) return [];
    const found = await readMany(this.#client, this.#database, paths, true);
    const missing = locations.filter((_, index) => found[index] === null);
    if (missing.length === 0) return found;
    const { rows } = await this.#client.query<{ path: string }>(
      `INSERT INTO documents.documents (database, path, collection, collection_group, data, created_version, version, deleted)
       SELECT DISTINCT ON (i.path COLLATE "C") $1, i.path, i.collection, i.grp, '{}'::jsonb, 0, 0, true
       FROM unnest($2::text[], $3::text[], $4::text[]) AS i(path, collection, grp) ORDER BY i.path COLLATE "C"
       ON CONFLICT DO NOTHING RETURNING path`,
      [this.#database, missing.map((one) => one.path), missing.map((one) => one.collection), missing.map((one) => one.group)],
    );
    for (const row of rows) this.#placeholders.add(row.path);
    // Somebody may have created one of them between the two statements.
    return readMany(this.#client, this.#database, paths, true);
  }

  async query(query: Parameters<DocumentTransaction['query']>[0]): Promise<StoredDocument[]> {
    this.#assertReading();
    const group = parseCollectionPath(query.collection);
    await this.#client.query(`SELECT pg_advisory_xact_lock(${groupLockKey('$1::text', '$2::text')})`, [this.#database, group]);
    return runQuery(this.#client, this.#database, query);
  }

  create(...[path, data]: Parameters<DocumentTransaction['create']>): void {
    this.#add({ kind: 'create', path, data });
  }

  update(...[path, changes, precondition]: Parameters<DocumentTransaction['update']>): void {
    this.#add({ kind: 'update', path, changes, ...precondition });
  }

  /** Sends the writes and removes the empty rows that were only locked. */
  async finish(): Promise<boolean> {
    this.#finished = true;
    await applyInOrder(this.#client, this.#database, this.#writes);
    if (this.#placeholders.size > 0) {
      await this.#client.query('DELETE FROM documents.documents WHERE database = $1 AND path = ANY($2) AND version = 0', [
        this.#database,
        [...this.#placeholders],
      ]);
    }
    return this.#writes.length > 0;
  }

  #add(write: Write): void {
    if (this.#finished) throw new Error('the transaction has ended');
    if (this.#writes.length >= MAX_WRITES) throw invalidDocument(`a transaction holds at most ${MAX_WRITES} writes`);
    this.#writes.push(encodeWrite(write));
  }

  #assertReading(): void {
    if (this.#finished) throw new Error('the transaction has ended');
    if (this.#writes.length > 0) throw new Error('in a transaction all reads come before the first write');
  }
}
