import type { Sql } from '../platform/sql/sql.ts';

/** Each row waits a moment before it is stored, so that of requests sent at once all have counted before the first has stored anything. */
export async function withSlowInserts<Result>(sql: Sql, table: string, work: () => Promise<Result>): Promise<Result> {
  await sql.query(`CREATE FUNCTION wait_a_moment() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.2); RETURN NEW; END $$;
    CREATE TRIGGER slow BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION wait_a_moment()`);
  try {
    return await work();
  } finally {
    await sql.query('DROP FUNCTION wait_a_moment CASCADE');
  }
}
