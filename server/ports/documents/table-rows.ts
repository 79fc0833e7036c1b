import type { Sql, SqlClient } from '../../platform/sql/sql.ts';

const PAGE = 2_000;

/** Rows of a table as of this transaction's snapshot. */
export async function* readRows(client: SqlClient, table: string): AsyncIterable<string[]> {
  for await (const rows of inPages<{ row: string }>(client, `SELECT to_jsonb(t)::text AS row FROM ${table} t`, []))
    yield rows.map(({ row }) => row);
}

/** Begins a read-only transaction that sees nothing committed after it began. */
export async function beginReading(sql: Sql): Promise<{ client: SqlClient; moment: Date }> {
  const client = await sql.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    // The first query takes the snapshot.
    const { rows } = await client.query<{ moment: Date }>('SELECT clock_timestamp() AS moment');
    return { client, moment: rows[0]?.moment ?? new Date() };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

export async function endReading(client: SqlClient): Promise<void> {
  await client.query('ROLLBACK').then(
    () => client.release(),
    () => client.release(true),
  );
}

/** Rows of a statement, read through a cursor of the transaction. */
export async function* inPages<Row extends object>(client: SqlClient, statement: string, values: unknown[]): AsyncIterable<Row[]> {
  await client.query(`DECLARE backup NO SCROLL CURSOR FOR ${statement}`, values);
  try {
    for (;;) {
      const { rows } = await client.query<Row>(`FETCH ${PAGE} FROM backup`);
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    await client.query('CLOSE backup').catch(() => undefined);
  }
}
