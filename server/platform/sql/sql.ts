import pg, { type QueryResult, type QueryResultRow } from 'pg';
import { tracedClient } from '../tracing.ts';

export type Sql = pg.Pool;
export type SqlClient = pg.PoolClient;

/** The database cancels screen queries that take longer: a slow query must not drag the others down. */
export const SCREEN_STATEMENT_TIMEOUT_MS = 10_000;

/** A database whose machine vanished closes nothing: without probes, a connection that only waits would wait for ever. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

// bigint as BigInt (versions, byte counts): a number would silently lose digits.
const BIGINT_OID = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === BIGINT_OID
      ? (value: string) => BigInt(value)
      : (pg.types.getTypeParser(oid, format) as unknown)) as typeof pg.types.getTypeParser,
};

export interface SqlOptions {
  url: string;
  max: number;
  /** Names the process in pg_stat_activity. */
  application: string;
  onError: (error: Error) => void;
  /** How long to wait for the answer to one query; without it there is no limit, as long maintenance needs. */
  answerMs?: number | undefined;
}

/** A pool of connections whose session time zone is UTC. */
export function createSql(options: SqlOptions): Sql {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.application,
    connectionTimeoutMillis: 5_000,
    ...KEEP_ALIVE,
    idleTimeoutMillis: 30_000,
    ...(options.answerMs === undefined ? {} : { query_timeout: options.answerMs }),
    types,
    ...tracedClient(),
    // JIT compilation costs more than it saves on queries of our size, and the data is expected on fast disks or in memory.
    options: '-c timezone=UTC -c jit=off -c random_page_cost=1.1',
  });
  // An idle connection that breaks (database restarted) emits this; without a listener the process would end.
  pool.on('error', options.onError);
  return pool;
}

/** Queries whose answers are awaited for so long only: one that stays away longer rejects, and its connection leaves the pool. */
export interface ImpatientSql {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>;
}

export function answeredWithin(sql: Pick<Sql, 'query'>, answerMs: number): ImpatientSql {
  return {
    query: (text, values = []) => {
      const query = { text, values, query_timeout: answerMs };
      return sql.query(query);
    },
  };
}

/**
 * Runs `work` in a transaction of its own, after any other of that name in any process has ended: what it counts stays true until it has
 * stored one more. It must ask the pool for no further connection, because those who wait hold theirs.
 */
export function inTurn<Result>(sql: Sql, name: string, work: (client: SqlClient) => Promise<Result>): Promise<Result> {
  return inTransaction(sql, async (client) => {
    await client.query(`SET LOCAL lock_timeout = '10s'`);
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [name]);
    return work(client);
  });
}

/** Runs `work` inside BEGIN/COMMIT on one connection; rolls back on any throw. */
export async function inTransaction<Result>(sql: Sql, work: (client: SqlClient) => Promise<Result>): Promise<Result> {
  const client = await sql.connect();
  let broken: Error | undefined;
  // A connection that is lost while checked out also emits this; without a listener the process would end.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(onError);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
