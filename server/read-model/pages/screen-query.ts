import { createHash } from 'node:crypto';
import pg, { type QueryResultRow } from 'pg';
import { isUnanswered } from '../../platform/sql/database-outage.ts';
import { AppError } from '../../domain/errors.ts';
import { errorCode } from '../../platform/error-code.ts';
import { SCREEN_STATEMENT_TIMEOUT_MS, type Sql, type SqlClient } from '../../platform/sql/sql.ts';
import { fragment, toQuery, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';

const QUERY_CANCELED = '57014';
const TOO_SLOW = 'La consulta tardó demasiado. Use filtros o palabras más precisas e intente de nuevo.';
const NO_DATABASE = 'La base de datos no responde en este momento. Intente de nuevo en unos segundos.';

interface ReadOptions {
  /** Each connection plans the statement once: for few, fixed texts, and only where its values do not change the best way to it. */
  keepsPlan?: boolean;
  /**
   * The statement tells by itself all that has to be of one moment. As the first of its screen it needs no transaction, which
   * would be two more round trips; what is read after it is of a later moment.
   */
  alone?: boolean;
}

/** Reads rows inside one snapshot. */
export type Read = <Row extends QueryResultRow>(part: SqlFragment, options?: ReadOptions) => Promise<Row[]>;

/**
 * Runs the queries of one screen: read only, all in one snapshot, each cancelled by the database after 10 s or `timeoutMs`.
 * `snapshot` is that of a transaction that is still open (`pg_export_snapshot`).
 */
export async function readForScreen<Result>(
  sql: Sql,
  work: (read: Read) => Promise<Result>,
  { timeoutMs = SCREEN_STATEMENT_TIMEOUT_MS, snapshot }: { timeoutMs?: number; snapshot?: Promise<string> } = {},
): Promise<Result> {
  const { client, giveBack } = await borrowConnection(sql);
  let begun: Promise<unknown> | null = null;
  const begin = async () => {
    const shared = snapshot && (await snapshot);
    await client.query(
      `BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; ${shared === undefined ? '' : `SET TRANSACTION SNAPSHOT ${pg.escapeLiteral(shared)}; `}SET LOCAL statement_timeout = ${timeoutMs}`,
    );
  };
  let failure: unknown;
  try {
    // A snapshot lasts no longer than the transaction that told it.
    if (snapshot) await (begun = begin());
    return await work(async (part, { keepsPlan = false, alone = false } = {}) => {
      const isAlone = alone && !begun;
      if (!isAlone) await (begun ??= begin());
      const query = toQuery(part);
      const { rows } = await client.query({
        ...query,
        ...(keepsPlan && { name: nameOf(query.text) }),
        ...(isAlone && { query_timeout: timeoutMs }),
      });
      return rows as never;
    });
  } catch (error) {
    failure = error;
    throw errorCode(error) === QUERY_CANCELED
      ? new AppError('unavailable', 'a screen query took too long', { userMessage: TOO_SLOW, cause: error })
      : error;
  } finally {
    await giveBack(failure, { isOpen: begun !== null });
  }
}

/**
 * Two lots of queries for one screen, from one snapshot: at the same time on two connections while at least half of them are
 * free, otherwise one after the other. Nobody waits for a second connection while holding one.
 */
export async function readSideBySide<First, Second>(
  sql: Sql,
  first: (read: Read) => Promise<First>,
  second: (read: Read) => Promise<Second>,
): Promise<[First, Second]> {
  return readForScreen(sql, async (read) => {
    if (freeConnections(sql) * 2 < sql.options.max) return [await first(read), await second(read)];
    const snapshot = read<{ id: string }>(fragment`SELECT pg_export_snapshot() AS id`).then(([row]) => row?.id ?? '');
    // Both are waited for: a connection that is given back must not be in use any more.
    const [one, other] = await Promise.allSettled([first(read), readForScreen(sql, second, { snapshot })]);
    if (one.status === 'rejected') throw one.reason;
    if (other.status === 'rejected') throw other.reason;
    return [one.value, other.value];
  });
}

const freeConnections = ({ options, totalCount, idleCount, waitingCount }: Sql) => options.max - totalCount + idleCount - waitingCount;

/** Whether a query for a screen was given up because it took too long. */
export function isTooSlow(error: unknown): boolean {
  return error instanceof AppError && errorCode(error.cause) === QUERY_CANCELED;
}

/** Name of a prepared statement: equal texts share one, and PostgreSQL cuts names after 63 characters. */
function nameOf(text: string): string {
  return createHash('sha1').update(text).digest('base64url');
}

interface BorrowedConnection {
  client: SqlClient;
  /** Rolls back what is open, which also clears a failed transaction. A connection that fell silent (`failure`) is closed instead. */
  giveBack: (failure?: unknown, transaction?: { isOpen: boolean }) => Promise<void>;
}

/**
 * A connection for reading.
 * @throws AppError `unavailable` when the database is away
 */
export async function borrowConnection(sql: Sql): Promise<BorrowedConnection> {
  const client = await sql.connect().catch((error: unknown) => {
    throw new AppError('unavailable', 'the database is not reachable', { userMessage: NO_DATABASE, retryAfterSeconds: 10, cause: error });
  });
  let broken: Error | undefined;
  // A connection that is lost while it is ours raises here; without a listener the process would end.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  const giveBack: BorrowedConnection['giveBack'] = async (failure, { isOpen } = { isOpen: true }) => {
    if (isUnanswered(failure)) broken = failure;
    else if (isOpen) await client.query('ROLLBACK').catch(onError);
    client.off('error', onError);
    client.release(broken);
  };
  return { client, giveBack };
}

/**
 * Expressions of a SELECT that make the rest of its transaction follow an index in its order rather than sort ('on'), for
 * "the first N of an ordered list", or end that.
 */
export function indexOrder(wanted: 'on' | 'off'): SqlFragment {
  const settings = ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'];
  return trusted(settings.map((setting) => `set_config('${setting}', '${wanted === 'on' ? 'off' : 'on'}', true)`).join(', '));
}
