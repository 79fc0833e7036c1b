import { inTransaction, type Sql } from '../../platform/sql/sql.ts';

/** Triggers keep the totals of documents (migration document_totals); this file checks and recounts them. */
const KEYS = '"isActive", "categoryId", "documentId", status, "agencyId", "agencyFromDoc", "userId"';
const COUNTED = `SELECT document_total_id(${KEYS}) AS id, ${KEYS}, count(*) AS total FROM documentos WHERE NOT source_deleted GROUP BY ${KEYS}`;
const DIFFERENCES_MAX = 100;

/** Sentences about totals that are wrong; empty when all are right. */
export async function verifyDocumentTotals(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ id: string; stored: string; counted: string }>(
    `SELECT id, coalesce(stored.total, 0)::text AS stored, coalesce(counted.total, 0)::text AS counted
     FROM (SELECT id, total FROM document_totals WHERE total <> 0) stored FULL JOIN (${COUNTED}) counted USING (id)
     WHERE stored.total IS DISTINCT FROM counted.total ORDER BY 1 LIMIT ${DIFFERENCES_MAX}`,
  );
  return rows.map(({ id, stored, counted }) => `document_totals ${id}: dice ${stored}, hay ${counted}`);
}

/** Counts all documents anew; writes to documents wait meanwhile. */
export async function recountDocumentTotals(sql: Sql): Promise<void> {
  await inTransaction(sql, async (client) => {
    await client.query('LOCK TABLE documentos IN SHARE ROW EXCLUSIVE MODE');
    await client.query('DELETE FROM document_totals');
    await client.query(`INSERT INTO document_totals (id, ${KEYS}, total) ${COUNTED}`);
  });
}
