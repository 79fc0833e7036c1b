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
  /** Prepared once per connection: only for a few fixed texts whose best plan does not depend on their values. */
  keepsPlan?: boolean;
  /**
   * The statement alone reads everything that must be consistent. As the first of its screen it needs no transaction, which would cost two
   * more round trips; later reads see a later moment.
   */
  alone?: boolean;
}

/** Reads rows inside one snapshot. */
export type Read = <Row extends QueryResultRow>(part: SqlFragment, options?: ReadOptions) => Promise<Row[]>;

/**
 * Runs the queries of one screen: read only, all in one snapshot, each cancelled by the database after 10 s or `timeoutMs`. `snapshot` is
 * exported by a transaction that is still open (`pg_export_snapshot`).
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
    // An exported snapshot is valid only while its transaction is open.
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
    // Not awaited: nothing was written, and a screen need not wait for the end of its snapshot.
    void giveBack(failure, { isOpen: begun !== null });
  }
}

/**
 * Runs two sets of queries for one screen in one snapshot: in parallel on two connections while at least half of them are free, otherwise
 * one after the other. Never waits for a second connection while holding one.
 */
export async function readSideBySide<First, Second>(
  sql: Sql,
  first: (read: Read) => Promise<First>,
  second: (read: Read) => Promise<Second>,
): Promise<[First, Second]> {
  return readForScreen(sql, async (read) => {
    if (freeConnections(sql) * 2 < sql.options.max) return [await first(read), await second(read)];
    const snapshot = read<{ id: string }>(fragment`SELECT pg_export_snapshot() AS id`).then(([row]) => row?.id ?? '');
    // Waits for both: a connection that is given back must not be in use.
    const [one, other] = await Promise.allSettled([first(read), readForScreen(sql, second, { snapshot })]);
    if (one.status === 'rejected') throw one.reason;
    if (other.status === 'rejected') throw other.reason;
    return [one.value, other.value];
  });
}

const freeConnections = ({ options, totalCount, idleCount, waitingCount }: Sql) => options.max - totalCount + idleCount - waitingCount;

/** Whether a screen query was cancelled because it took too long. */
export function isTooSlow(error: unknown): boolean {
  return error instanceof AppError && errorCode(error.cause) === QUERY_CANCELED;
}

/** Name of a prepared statement: equal texts share one, and PostgreSQL cuts names after 63 characters. */
function nameOf(text: string): string {
  return createHash('sha1').update(text).digest('base64url');
}

interface BorrowedConnection {
  client: SqlClient;
  /** Rolls back an open transaction, which also clears a failed one. A connection that stopped answering (`failure`) is closed instead. */
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
  // A connection lost while borrowed emits an error here; without a listener the process would end.
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
 * SELECT expressions that make the rest of the transaction follow an index in its order instead of sorting ('on'), for "the first N of an
 * ordered list", or that end this ('off').
 */
export function indexOrder(mode: 'on' | 'off'): SqlFragment {
  const settings = ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'];
  return trusted(settings.map((setting) => `set_config('${setting}', '${mode === 'on' ? 'off' : 'on'}', true)`).join(', '));
}
