import type { QueryResultRow } from 'pg';
import type { Sql, SqlClient } from '../../platform/sql/sql.ts';
import { orderBy, type PagePlan } from './page-plan.ts';
import { rowsOf, selectOf } from './page-source.ts';
import { borrowConnection, readForScreen } from './screen-query.ts';
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
  yield* streamQuery<Row>(sql, listQuery(await readForScreen(sql, (read) => withSearch(read, plan))));
}

/** Any query in batches of 100 rows, read from one snapshot through a server-side cursor: memory stays flat. */
export async function* streamQuery<Row>(sql: Sql, query: SqlFragment): AsyncGenerator<Row[], void, undefined> {
  const connection = await borrowConnection(sql);
  try {
    await openCursor(connection.client, query);
    for (;;) {
      const { rows } = await connection.client.query<QueryResultRow>(`FETCH FORWARD ${BATCH_ROWS} FROM exported`);
      if (rows.length > 0) yield rows as Row[];
      if (rows.length < BATCH_ROWS) return;
    }
  } finally {
    await connection.giveBack();
  }
}

async function openCursor(client: SqlClient, query: SqlFragment): Promise<void> {
  // The whole result is wanted: the planner must not favour its first rows.
  await client.query(
    `BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
     SET LOCAL cursor_tuple_fraction = 1; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`,
  );
  const { text, values } = toQuery(query);
  await client.query(`DECLARE exported NO SCROLL CURSOR FOR ${text}`, values);
}

function listQuery(plan: PagePlan): SqlFragment {
  const { joins = '' } = plan.source;
  return fragment`SELECT ${selectOf(plan.source)} FROM ${rowsOf(plan.source)} t ${trusted(joins)} WHERE ${plan.where} ORDER BY ${orderBy('t', plan.keys, plan.dir)}`;
}
