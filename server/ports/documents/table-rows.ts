import type { Sql, SqlClient } from '../../platform/sql/sql.ts';

const PAGE = 2_000;

/** Rows of a table as of this transaction's snapshot. */
export async function* readRows(client: SqlClient, table: string): AsyncIterable<string[]> {
  for await (const rows of inPages<{ row: string }>(client, `SELECT to_jsonb(t)::text AS row FROM ${table} t`, []))
    yield rows.map(({ row }) => row);
}

/**
 * Begins a read-only transaction that sees nothing committed after it began.
 * @returns `end`, which may be called again
 */
export async function beginReading(sql: Sql): Promise<{ client: SqlClient; moment: Date; end: () => Promise<void> }> {
  const client = await sql.connect();
  let broken: Error | undefined;
  // A connection that is lost while checked out emits this; without a listener the process would end.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  const release = () => {
    client.off('error', onError);
    client.release(broken);
  };
  try {
    // Idle while a part is compressed and written, or while Firestore answers.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; SET LOCAL idle_in_transaction_session_timeout = 0');
    // The first query takes the snapshot.
    const { rows } = await client.query<{ moment: Date }>('SELECT clock_timestamp() AS moment');
    let isOpen = true;
    const end = async () => {
      if (!isOpen) return;
      isOpen = false;
      await client.query('ROLLBACK').catch(onError);
      release();
    };
    return { client, moment: rows[0]?.moment ?? new Date(), end };
  } catch (error) {
    onError(error as Error);
    release();
    throw error;
  }
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
