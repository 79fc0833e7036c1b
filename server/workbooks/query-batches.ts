import type { Sql } from '../sql.ts';
import { SCREEN_STATEMENT_TIMEOUT_MS } from '../sql.ts';

export interface BatchQuery {
  text: string;
  values?: readonly unknown[];
  signal?: AbortSignal;
  /** Rows per batch; memory holds about one batch. */
  batchRows?: number;
}

const BATCH_ROWS = 1000;

/**
 * Rows of one statement in batches, from one consistent snapshot, through a database cursor. Holds one connection until
 * the last batch, an early end of the loop, or `signal`.
 */
export async function* queryBatches<Result extends object>(sql: Sql, query: BatchQuery): AsyncGenerator<Result[], void, undefined> {
  const client = await sql.connect();
  let failed: Error | undefined;
  try {
    await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${SCREEN_STATEMENT_TIMEOUT_MS}; SET LOCAL cursor_tuple_fraction = 1; SET LOCAL jit = off`);
    await client.query(`DECLARE rows NO SCROLL CURSOR FOR ${query.text}`, [...(query.values ?? [])]);
    for (;;) {
      query.signal?.throwIfAborted();
      const batch = await client.query<Result>(`FETCH ${query.batchRows ?? BATCH_ROWS} FROM rows`);
      if (batch.rows.length === 0) return;
      yield batch.rows;
    }
  } finally {
    // Also when the reader stops early. A connection that cannot roll back is thrown away.
    await client.query('ROLLBACK').catch((error: Error) => {
      failed = error;
    });
    client.release(failed);
  }
}
