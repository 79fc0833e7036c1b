import { inTransaction, type Sql } from '../../platform/sql/sql.ts';
import { withoutRollUps } from './roll-ups.ts';

/**
 * Which type of document each line of the ledger is about is kept by triggers (migration file_events). This is for
 * the rest: checking it, finding it anew.
 */
const TYPE_OF_ITS_DOCUMENT = `coalesce(
  (SELECT document_type_key(d."categoryId", d."documentId", d.source_deleted) FROM documentos d WHERE d.id = e."fileId"), '')`;
const DIFFERENCES_MAX = 100;

/** Sentences about lines that say another type than their document; to say none ('') is never wrong. Empty when all are right. */
export async function verifyEventTypes(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ id: string; stored: string; expected: string }>(
    `SELECT id, stored, expected FROM (
       SELECT e.id, e.document_type_key AS stored, ${TYPE_OF_ITS_DOCUMENT} AS expected FROM eventos_archivos e WHERE e.area = 'digitalization') lines
     WHERE stored NOT IN ('', expected) ORDER BY 1 LIMIT ${DIFFERENCES_MAX}`,
  );
  return rows.map(({ id, stored, expected }) => `eventos_archivos ${id}: dice ${stored}, el documento ${expected || 'no está'}`);
}

/** Asks the documents again, also for lines that say none; writers of the ledger wait meanwhile. */
export async function findEventTypes(sql: Sql): Promise<void> {
  await inTransaction(sql, async (client) => {
    await withoutRollUps(client, (own) =>
      own.query(
        `UPDATE eventos_archivos e SET document_type_key = ${TYPE_OF_ITS_DOCUMENT}
         WHERE e.area = 'digitalization' AND e.document_type_key <> ${TYPE_OF_ITS_DOCUMENT}`,
      ),
    );
  });
}
