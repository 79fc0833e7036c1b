import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../domain/errors.ts';
import type { Log } from '../platform/log.ts';

type BackendFailure = 'backend-failed' | 'unavailable';
/** What of a backend fails: it keeps files and people. */
type Kept = 'files' | 'people';

const SENTENCES: Readonly<Record<Kept, Record<BackendFailure, readonly [what: string, advice: string]>>> = {
  files: {
    'backend-failed': ['El servidor de archivos respondió con un error', 'Intente de nuevo; si continúa, avise a Informática.'],
    unavailable: ['El servidor de archivos no responde', 'Intente de nuevo en unos minutos.'],
  },
  people: {
    'backend-failed': ['El servidor de usuarios respondió con un error', 'Intente de nuevo; si continúa, avise a Informática.'],
    unavailable: ['El servidor de usuarios no responde en este momento', 'Intente de nuevo en unos minutos.'],
  },
};

function sentence(kept: Kept, code: BackendFailure, consequence = ''): string {
  const [what, advice] = SENTENCES[kept][code];
  return `${what}${consequence}. ${advice}`;
}

export function backendFailed(
  message: string,
  { status, cause, kept = 'files' }: { status?: number; cause?: unknown; kept?: Kept } = {},
): AppError {
  return new AppError('backend-failed', `REST backend: ${message}`, {
    userMessage: sentence(kept, 'backend-failed'),
    ...(status === undefined ? {} : { details: { backendStatus: status } }),
    cause,
  });
}

export function backendUnavailable(message: string, cause?: unknown, kept: Kept = 'files'): AppError {
  return new AppError('unavailable', `REST backend: ${message}`, {
    userMessage: sentence(kept, 'unavailable'),
    ...(kept === 'people' && { retryAfterSeconds: 5 }),
    cause,
  });
}

/** The answer of a backend that refuses for reasons of its own: its text is for the log alone. */
export function backendRefused(
  { status, headers }: { status: number; headers: IncomingHttpHeaders },
  { what, text, log, kept }: { what: string; text: string; log: Log; kept: Kept },
): AppError {
  const answer = status < 500 ? text.slice(0, 500) : undefined;
  log.error({ status, contentType: headers['content-type'], answer }, `REST backend refused ${what}`);
  const message = `${what}: status ${status}`;
  return status === 503 || status === 504
    ? backendUnavailable(message, undefined, kept)
    : backendFailed(message, kept === 'files' ? { status } : { kept });
}

/** For a call that was to store a file: the backend's failure also says that nothing was stored. Other errors pass. */
export function nothingSaved(error: unknown): never {
  const code = (['backend-failed', 'unavailable'] as const).find(
    (known) => error instanceof AppError && error.userMessage === sentence('files', known),
  );
  if (!code || !(error instanceof AppError)) throw error;
  throw new AppError(code, error.message, { ...error, userMessage: sentence('files', code, ' y no se guardó nada'), cause: error });
}

/** A Range header that lies outside the file; answered with 416 by whoever streams. */
export function rangeNotSatisfiable(contentRange: string | null): AppError {
  return new AppError('invalid-input', 'range not satisfiable', {
    userMessage: 'El archivo no tiene la parte solicitada.',
    details: { status: 416, contentRange },
  });
}
