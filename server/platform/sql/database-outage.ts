import { AppError } from '../../domain/errors.ts';
import { errorCode } from '../error-code.ts';

/**
 * Postgres is stopping, starting, full or cut us off (classes 08, 53, 57P), refuses the portal's account (28) or has not its database
 * (3D000), takes no writes (25006), another session holds a lock (55P03), or the network failed; or Prisma's codes for these.
 */
const OUTAGE_CODE =
  /^(08...|25006|28...|3D000|53...|55P03|57P0.|P1000|P1001|P1002|P1003|P1008|P1017|P2024|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/;
/** What pg throws without a code when the connection is lost, does not answer, or none is free. */
const OUTAGE_TEXT =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|connection timeout|Client has encountered a connection error|not queryable|Cannot use a pool after|^SASL: /i;

/** The query's answer did not come in time (createSql's `answerMs`): its connection cannot be used any more. */
export function isUnanswered(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** A lost database as an `unavailable` (503) error with a message for the user; null for every other error. */
export function databaseOutage(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  // Trying several addresses at once (IPv4 and IPv6) fails with one error that holds the others.
  if (error instanceof AggregateError)
    return error.errors.some((inner: unknown) => databaseOutage(inner) !== null) ? unavailable(error) : null;
  return OUTAGE_CODE.test(errorCode(error)) || OUTAGE_TEXT.test(error.message) ? unavailable(error) : null;
}

/** Passes the result on; turns a lost database into `unavailable`. */
export async function mapOutage<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw databaseOutage(error) ?? error;
  }
}

function unavailable(cause: Error): AppError {
  return new AppError('unavailable', 'the database does not answer', {
    userMessage: 'La base de datos no responde en este momento. Intente de nuevo en unos minutos.',
    retryAfterSeconds: 30,
    cause,
  });
}
