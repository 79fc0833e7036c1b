import { inTransaction, type Sql } from '../../platform/sql/sql.ts';
import { withoutRollUps } from './roll-ups.ts';

/** Triggers keep the document type of each ledger line (migration file_events). This file checks it and finds it anew. */
const TYPE_OF_ITS_DOCUMENT = `coalesce(
  (SELECT document_type_key(d."categoryId", d."documentId", d.source_deleted) FROM documentos d WHERE d.id = e."fileId"), '')`;
const DIFFERENCES_MAX = 100;

/** Sentences about lines with another type than their document; an unknown type ('') is never wrong. Empty when all are right. */
export async function verifyEventTypes(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ id: string; stored: string; expected: string }>(
    `SELECT id, stored, expected FROM (
       SELECT e.id, e.document_type_key AS stored, ${TYPE_OF_ITS_DOCUMENT} AS expected FROM eventos_archivos e WHERE e.area = 'digitalization') lines
     WHERE stored NOT IN ('', expected) ORDER BY 1 LIMIT ${DIFFERENCES_MAX}`,
  );
  return rows.map(({ id, stored, expected }) => `eventos_archivos ${id}: dice ${stored}, el documento ${expected || 'no está'}`);
}

/** Reads the types from the documents again, also for lines without one; writers of the ledger wait meanwhile. */
export async function rebuildEventTypes(sql: Sql): Promise<void> {
  await inTransaction(sql, async (client) => {
    await withoutRollUps(client, (own) =>
      own.query(
        `UPDATE eventos_archivos e SET document_type_key = ${TYPE_OF_ITS_DOCUMENT}
         WHERE e.area = 'digitalization' AND e.document_type_key <> ${TYPE_OF_ITS_DOCUMENT}`,
      ),
    );
  });
}
