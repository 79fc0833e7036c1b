import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';
import type { Sql } from '../../platform/sql/sql.ts';

/** The stored totals of whole tables, by month of creation (migration days_and_totals): verifying, recounting, folding the increments. */
async function tablesWithTotals(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ relname: string }>(
    `SELECT c.relname FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid WHERE g.tgname = 'row_totals_insert' ORDER BY 1`,
  );
  return rows.map((row) => row.relname);
}

/** Sentences about wrong totals; empty when all are right. */
export async function verifyRowTotals(sql: Sql): Promise<string[]> {
  const wrong: string[] = [];
  for (const table of await tablesWithTotals(sql)) {
    const { rows } = await sql.query<{ active: string; present: string; kept_active: string; kept_present: string; months: number }>(
      `WITH counted AS (
         SELECT date_trunc('month', "createdAt" AT TIME ZONE 'UTC')::date AS month, count(*) FILTER (WHERE "isActive") AS active, count(*) AS present
         FROM ${quoteIdentifier(table)} WHERE NOT source_deleted GROUP BY 1
       ), kept AS (
         SELECT month, sum(active) AS active, sum(present) AS present FROM row_totals WHERE table_name = $1 GROUP BY 1
       )
       SELECT coalesce(sum(c.active), 0)::text AS active, coalesce(sum(c.present), 0)::text AS present,
         coalesce(sum(k.active), 0)::text AS kept_active, coalesce(sum(k.present), 0)::text AS kept_present,
         (count(*) FILTER (WHERE coalesce(c.active, 0) <> coalesce(k.active, 0) OR coalesce(c.present, 0) <> coalesce(k.present, 0)))::int AS months
       FROM counted c FULL JOIN kept k USING (month)`,
      [table],
    );
    for (const { active, present, kept_active, kept_present, months } of rows) {
      if (months === 0) continue;
      wrong.push(
        `row_totals ${table}: dice ${kept_active} activas de ${kept_present}, hay ${active} de ${present}, con ${months} meses distintos`,
      );
    }
  }
  return wrong;
}

/** Recounts every table; writers of a table wait while it is counted. */
export async function recountRowTotals(sql: Sql): Promise<void> {
  for (const table of await tablesWithTotals(sql)) await sql.query('SELECT count_row_totals($1)', [table]);
}

/** Merges the increments of each total into one row. Blocks nobody: it takes only existing rows. */
export async function foldRowTotals(sql: Sql): Promise<void> {
  await sql.query(
    `WITH folded AS (DELETE FROM row_totals RETURNING table_name, month, active, present)
     INSERT INTO row_totals (table_name, month, active, present)
     SELECT table_name, month, sum(active), sum(present) FROM folded GROUP BY table_name, month`,
  );
}
