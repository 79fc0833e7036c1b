import pino, { type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** An error as it is logged. */
interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  cause?: LoggedError;
}

const MAX_CAUSES = 4;

/** JSON lines on stdout. Logs ids, never payloads; fields that usually hold secrets are redacted. */
export function createLog(options: { level: string; process: string }, destination?: DestinationStream): Log {
  return pino(
    {
      level: options.level,
      base: { process: options.process },
      serializers: { err: (error: unknown) => describeError(error) },
      redact: {
        paths: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]', '*.password', '*.token', '*.sessionToken'],
        censor: '[redacted]',
      },
    },
    destination ?? pino.destination(1),
  );
}

/**
 * Only named members are logged: database and HTTP errors carry their whole connection (user, password, request) as properties,
 * and database errors the offending values as `detail`.
 */
function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? String(error.code) : undefined;
  return {
    type: error.name,
    message: error.message,
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(code === undefined ? {} : { code }),
    ...(error.cause === undefined || depth >= MAX_CAUSES ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}
