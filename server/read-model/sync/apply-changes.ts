import type { Documents } from '../../ports/documents/document-store.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { applyRows, type Applied } from './apply-rows.ts';
import type { ProjectionIndex } from './project-documents.ts';
import { readChangedDocuments } from './read-documents.ts';
import type { SyncDocumentsPayload } from './sync-jobs.ts';
import { finishRange } from './sync-streams.ts';

/**
 * Applies one batch of changes: reads the documents again, writes their rows and moves the stream's position, the last two in one
 * transaction. Idempotent: running twice, late or after a crash changes nothing more.
 * @returns null when the stream has started a new epoch since: the batch's changes will come again
 */
export async function applyChanges(
  services: { sql: Sql; documents: Documents; index: ProjectionIndex },
  batch: SyncDocumentsPayload,
): Promise<Applied | null> {
  const { sql, documents, index } = services;
  if (await isSuperseded(sql, batch)) return null;
  const changes = batch.changes.map(([path, version, deleted]) => ({ path, version: BigInt(version), deleted }));
  const tables = await readChangedDocuments({ sql, store: documents[batch.database], index }, changes);
  return applyRows(sql, tables, { alongside: (client) => finishRange(client, batch) });
}

async function isSuperseded(sql: Sql, batch: SyncDocumentsPayload): Promise<boolean> {
  const { rowCount } = await sql.query('SELECT 1 FROM sync_streams WHERE name = $1 AND epoch > $2', [batch.stream, batch.epoch]);
  return rowCount === 1;
}
