import { databaseOutage } from '../../../platform/sql/database-outage.ts';
import { AppError } from '../../../domain/errors.ts';
import { errorCode } from '../../../platform/error-code.ts';
import { storeContended, storeUnavailable } from '../document-errors.ts';

/** Serialization failure, deadlock: a retry may succeed. */
const CONTENTION = new Set(['40001', '40P01']);
/** A lock was not released within LOCK_TIMEOUT: another session holds it, and a retry would only wait again. */
const LOCK_TIMED_OUT = '55P03';
/** A statement or an idle transaction that the database cancelled. */
const CUT_OFF = /^(57014|25P0[34])$/;

const MAX_ATTEMPTS = 12;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/** Retries `work` while it only loses races. @throws AppError unavailable when the database is lost or contention lasts */
export async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError) throw error;
      const code = errorCode(error);
      if (code === LOCK_TIMED_OUT) throw storeUnavailable('document store: another session of Postgres holds a lock (pg_locks)', error);
      if (!CONTENTION.has(code))
        throw isUnreachable(error, code) ? storeUnavailable('document store: Postgres is unreachable', error) : error;
      if (attempt >= MAX_ATTEMPTS) throw storeContended(error);
      const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
    }
  }
}

function isUnreachable(error: unknown, code: string): boolean {
  return CUT_OFF.test(code) || databaseOutage(error) !== null;
}
