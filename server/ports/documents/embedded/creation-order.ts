import { escapeLiteral } from 'pg';
import { parseCollectionPath } from '../document-path.ts';
import type { CreatedOptions, CreationPlace, DatabaseName, StoredDocument } from '../document-store.ts';
import { withRetries } from './errors.ts';
import { DOCUMENT_COLUMNS, toStoredDocument, type DocumentRow } from './values.ts';
import type { Sql } from '../../../platform/sql/sql.ts';

const PAGE = 1_000;

/**
 * A version is taken while its transaction still runs, so a document may become visible long after its version. Therefore the horizon lies
 * before the start of every transaction that has written something, and of every statement that may be about to: a statement has its
 * version a moment before PostgreSQL counts it as a writer, and waits for locks before both (LOCK_TIMEOUT). Anything that runs longer only
 * reads. The horizon is read by a separate statement before the snapshot of the first page: whatever is not visible there began after it.
 */
const HORIZON = `
  SELECT least(documents.now_micros() - $1::bigint * 1000,
    (SELECT min((extract(epoch FROM CASE WHEN a.backend_xid IS NULL THEN a.query_start ELSE a.xact_start END) * 1000000)::bigint)
     FROM pg_stat_activity a
     WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() AND (a.backend_xid IS NOT NULL
       OR a.state = 'active' AND a.query_start > clock_timestamp() - interval '15 seconds'))) AS horizon`;

/** Documents of one collection by (created version, path). The audit has an index for it (migration documents). */
export async function* scanCreated(
  sql: Sql,
  database: DatabaseName,
  collection: string,
  { after, minimumAgeMs, pageSize = PAGE }: CreatedOptions,
): AsyncIterable<StoredDocument[]> {
  parseCollectionPath(collection);
  const { rows } = await withRetries(() => sql.query<{ horizon: bigint }>(HORIZON, [minimumAgeMs]));
  const horizon = rows[0]?.horizon ?? 0n;
  for (let place: CreationPlace | null = after, isLast = false; !isLast;) {
    const from: CreationPlace = place ?? { createdVersion: -1n, path: '' };
    const page = await withRetries(() => readPage(sql, { database, collection, from, horizon, pageSize }));
    const last = page.at(-1);
    if (last) yield page;
    place = last ?? place;
    isLast = page.length < pageSize;
  }
}

interface PageRequest {
  database: DatabaseName;
  collection: string;
  from: CreationPlace;
  horizon: bigint;
  pageSize: number;
}

async function readPage(sql: Sql, { database, collection, from, horizon, pageSize }: PageRequest): Promise<StoredDocument[]> {
  // The collection is a literal: with a parameter the planner could not tell that a partial index applies.
  const { rows } = await sql.query<DocumentRow>(
    `SELECT ${DOCUMENT_COLUMNS} FROM documents.documents d
     WHERE d.database = $1 AND d.collection = ${escapeLiteral(collection)} AND NOT d.deleted AND (d.created_version, d.path) > ($2::bigint, $3)
       AND d.created_version < $4::bigint
     ORDER BY d.created_version, d.path LIMIT $5`,
    [database, from.createdVersion, from.path, horizon, pageSize],
  );
  return rows.map(toStoredDocument);
}
