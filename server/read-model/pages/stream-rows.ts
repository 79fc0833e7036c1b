import type { QueryResultRow } from 'pg';
import { SCREEN_STATEMENT_TIMEOUT_MS, type Sql } from '../../platform/sql/sql.ts';
import { orderBy, type PagePlan } from './page-plan.ts';
import { rowsOf, selectOf } from './page-source.ts';
import { borrowConnection, isTooSlow, readForScreen, sayingTooSlow, type Read } from './screen-query.ts';
import { withSearch } from './search-condition.ts';
import { fragment, toQuery, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';

const BATCH_ROWS = 100;
/** An export may run long, but one whose reader is gone must give its connection back. */
const IDLE_TIMEOUT_MS = 120_000;

/**
 * All rows of a list in its order, in batches of 100 from one snapshot, for exports. Page, size and cursor of the plan are ignored. Leaving
 * the loop early frees the connection.
 */
export async function* streamRows<Row>(sql: Sql, plan: PagePlan): AsyncGenerator<Row[], void, undefined> {
  const query = listQuery(await readForScreen(sql, (read) => withSearch(read, plan)));
  const snapshot = await beginSnapshot(sql);
  try {
    yield* snapshot.stream<Row>(query);
  } finally {
    await snapshot.close();
  }
}

/** One moment of the data on a connection of its own, for files that are made from several reads. */
export interface Snapshot {
  /** Cancelled by the database after 10 s, as for screens. */
  read: Read;
  /** The result; null when the database needs more than 10 s for one of its reads. */
  readInTime<Result>(this: void, work: (read: Read) => Promise<Result>): Promise<Result | null>;
  /** Any query in batches of 100 rows, through a server-side cursor: memory stays flat. Only one can be open. */
  stream<Row>(this: void, query: SqlFragment): AsyncGenerator<Row[], void, undefined>;
  /** Gives the connection back. Can be called again. */
  close(this: void): Promise<void>;
}

/** The snapshot is that of its first read. The database ends it when nothing is read for two minutes. */
export async function beginSnapshot(sql: Sql): Promise<Snapshot> {
  const { client, giveBack } = await borrowConnection(sql);
  let failure: unknown;
  let isClosed = false;
  const run = async (text: string, values: unknown[] = []): Promise<QueryResultRow[]> => {
    // The connection may serve somebody else by now.
    if (isClosed) throw new Error('the snapshot is closed');
    try {
      return (await client.query<QueryResultRow>(text, values)).rows;
    } catch (error) {
      throw sayingTooSlow((failure = error));
    }
  };
  const read: Read = async (part) => {
    const { text, values } = toQuery(part);
    return (await run(text, values)) as never;
  };
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await giveBack(failure);
  };
  // The whole result is wanted: the planner must not favour its first rows.
  const begun = run(
    `BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL cursor_tuple_fraction = 1;
     SET LOCAL idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}; SET LOCAL statement_timeout = ${SCREEN_STATEMENT_TIMEOUT_MS}`,
  );
  await begun.catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    read,
    async readInTime(work) {
      await run('SAVEPOINT timed');
      try {
        return await work(read);
      } catch (error) {
        if (!isTooSlow(error)) throw error;
        await run('ROLLBACK TO SAVEPOINT timed');
        failure = undefined;
        return null;
      }
    },
    async *stream<Row>(query: SqlFragment) {
      const { text, values } = toQuery(query);
      await run('SET LOCAL statement_timeout = 0');
      await run(`DECLARE exported NO SCROLL CURSOR FOR ${text}`, values);
      try {
        for (;;) {
          const rows = await run(`FETCH FORWARD ${BATCH_ROWS} FROM exported`);
          if (rows.length > 0) yield rows as Row[];
          if (rows.length < BATCH_ROWS) return;
        }
      } finally {
        // After a failure there is no cursor any more.
        if (!isClosed && failure === undefined) await run(`CLOSE exported; SET LOCAL statement_timeout = ${SCREEN_STATEMENT_TIMEOUT_MS}`);
      }
    },
    close,
  };
}

function listQuery(plan: PagePlan): SqlFragment {
  const { joins = '' } = plan.source;
  return fragment`SELECT ${selectOf(plan.source)} FROM ${rowsOf(plan.source)} t ${trusted(joins)} WHERE ${plan.where} ORDER BY ${orderBy('t', plan.keys, plan.dir)}`;
}
