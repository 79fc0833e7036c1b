import { inTransaction, type Sql } from '../../platform/sql.ts';
import { quoteIdentifier } from '../../platform/sql-fragment.ts';

/** The kept totals of whole tables (migration sync): checking, counting anew, folding the differences into one row. */
const COUNTED = `count(*) FILTER (WHERE "isActive" AND NOT source_deleted) AS active, count(*) FILTER (WHERE NOT source_deleted) AS present`;

async function tablesWithTotals(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ relname: string }>(
    `SELECT c.relname FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid WHERE g.tgname = 'row_totals_insert' ORDER BY 1`,
  );
  return rows.map((row) => row.relname);
}

/** Sentences about totals that are wrong; empty when all are right. */
export async function verifyRowTotals(sql: Sql): Promise<string[]> {
  const wrong: string[] = [];
  for (const table of await tablesWithTotals(sql)) {
    const { rows } = await sql.query<{ active: bigint; present: bigint; kept_active: string; kept_present: string }>(
      `SELECT counted.active, counted.present, coalesce(sum(k.active), 0)::text AS kept_active, coalesce(sum(k.present), 0)::text AS kept_present
       FROM (SELECT ${COUNTED} FROM ${quoteIdentifier(table)}) counted LEFT JOIN row_totals k ON k.table_name = $1 GROUP BY 1, 2`,
      [table],
    );
    for (const { active, present, kept_active, kept_present } of rows) {
      if (String(active) === kept_active && String(present) === kept_present) continue;
      wrong.push(`row_totals ${table}: dice ${kept_active} activas de ${kept_present}, hay ${active} de ${present}`);
    }
  }
  return wrong;
}

/** Counts every table anew; writers of a table wait while it is counted. */
export async function recountRowTotals(sql: Sql): Promise<void> {
  for (const table of await tablesWithTotals(sql)) {
    await inTransaction(sql, async (client) => {
      await client.query(`LOCK TABLE ${quoteIdentifier(table)} IN SHARE ROW EXCLUSIVE MODE`);
      await client.query('DELETE FROM row_totals WHERE table_name = $1', [table]);
      await client.query(
        `INSERT INTO row_totals (table_name, active, present) SELECT $1, counted.* FROM (SELECT ${COUNTED} FROM ${quoteIdentifier(table)}) counted`,
        [table],
      );
    });
  }
}

/** Adds the differences up. Nobody waits: only rows that are there already are taken. */
export async function foldRowTotals(sql: Sql): Promise<void> {
  await sql.query(
    `WITH folded AS (DELETE FROM row_totals RETURNING table_name, active, present)
     INSERT INTO row_totals (table_name, active, present) SELECT table_name, sum(active), sum(present) FROM folded GROUP BY table_name`,
  );
}
