import type { IncomingHttpHeaders } from 'node:http';
import { AppError, type ErrorCode } from '../../domain/errors.ts';
import { formatCount } from '../../domain/text.ts';
import type { Log } from '../../platform/log/log.ts';

type BackendFailure = 'backend-failed' | 'unavailable';
/** Which of the backend's duties fails: files or people. */
type BackendDuty = 'files' | 'people';

const SENTENCES: Readonly<Record<BackendDuty, Record<BackendFailure, readonly [what: string, advice: string]>>> = {
  files: {
    'backend-failed': ['El servidor de archivos respondió con un error', 'Intente de nuevo; si continúa, avise a Informática.'],
    unavailable: ['El servidor de archivos no responde', 'Intente de nuevo en unos minutos.'],
  },
  people: {
    'backend-failed': ['El servidor de usuarios respondió con un error', 'Intente de nuevo; si continúa, avise a Informática.'],
    unavailable: ['El servidor de usuarios no responde en este momento', 'Intente de nuevo en unos minutos.'],
  },
};

function sentence(kept: BackendDuty, code: BackendFailure, consequence = ''): string {
  const [what, advice] = SENTENCES[kept][code];
  return `${what}${consequence}. ${advice}`;
}

export function backendFailed(
  message: string,
  { status, cause, kept = 'files' }: { status?: number; cause?: unknown; kept?: BackendDuty } = {},
): AppError {
  return new AppError('backend-failed', `REST backend: ${message}`, {
    userMessage: sentence(kept, 'backend-failed'),
    ...(status === undefined ? {} : { details: { backendStatus: status } }),
    cause,
  });
}

export function backendUnavailable(message: string, cause?: unknown, kept: BackendDuty = 'files'): AppError {
  return new AppError('unavailable', `REST backend: ${message}`, {
    userMessage: sentence(kept, 'unavailable'),
    ...(kept === 'people' && { retryAfterSeconds: 5 }),
    cause,
  });
}

/** The stored bytes differ from what the document says. */
function contentMismatch(message: string, difference: string): AppError {
  return new AppError('backend-failed', message, {
    userMessage: `El archivo guardado no es el que dice su documento: ${difference}. Avise a Informática.`,
  });
}

export function sizeMismatch(found: number, expected: number): AppError {
  const [there, expectedText] = [found, expected].map(formatCount);
  return contentMismatch(`${found} bytes where a document says ${expected}`, `tiene ${there} bytes y el documento dice ${expectedText}`);
}

export function hashMismatch(found: string, expected: string): AppError {
  return contentMismatch(`hash ${found} where a document says ${expected}`, `su huella es ${found} y el documento dice ${expected}`);
}

/** Refusals by status: who can fix it (data, key, network, defect) decides what a person should do next. */
const REFUSALS: Readonly<Record<number, (kept: string) => { code: ErrorCode; userMessage: string }>> = {
  400: notAccepted,
  401: notAdmitted,
  403: notAdmitted,
  404: (kept) => ({
    code: 'backend-failed',
    userMessage: `El servidor de ${kept} no conoce la dirección con que lo llama el portal. Avise a Informática.`,
  }),
  409: (kept) => ({
    code: 'conflict',
    userMessage: `El servidor de ${kept} ya tiene otros datos y no guardó el cambio. Vuelva a abrir la página y compárelos.`,
  }),
  410: (kept) => ({ code: 'not-found', userMessage: `Lo que busca fue quitado del servidor de ${kept}.` }),
  422: notAccepted,
  429: busy,
  503: busy,
};

function notAdmitted(kept: string) {
  return {
    code: 'backend-failed',
    userMessage: `El servidor de ${kept} no admite a este portal. Avise a Informática: deben revisar su clave de acceso.`,
  } as const;
}
function notAccepted(kept: string) {
  return {
    code: 'invalid-input',
    userMessage: `El servidor de ${kept} no aceptó los datos. Revíselos; si están bien, avise a Informática.`,
  } as const;
}
function busy(kept: string) {
  return { code: 'unavailable', userMessage: `El servidor de ${kept} está ocupado. Intente de nuevo en unos minutos.` } as const;
}

const BUSY_SECONDS = 5;
const BUSY_SECONDS_MAX = 3_600;

/** Error for a refusal specific to the backend: its text is only logged. */
export function backendRefused(
  { status, headers }: { status: number; headers: IncomingHttpHeaders },
  { what, text, log, kept }: { what: string; text: string; log: Log; kept: BackendDuty },
): AppError {
  const answer = status < 500 ? text.slice(0, 500) : undefined;
  log.error({ status, contentType: headers['content-type'], answer }, `REST backend refused ${what}`);
  const message = `${what}: status ${status}`;
  const refusal = REFUSALS[status]?.(kept === 'files' ? 'archivos' : 'usuarios');
  if (!refusal) return status === 504 ? backendUnavailable(message, undefined, kept) : backendFailed(message, { status, kept });
  const retryAfter = Number(headers['retry-after']);
  return new AppError(refusal.code, `REST backend: ${message}`, {
    userMessage: refusal.userMessage,
    details: { backendStatus: status },
    ...(refusal.code === 'unavailable' && {
      retryAfterSeconds: retryAfter > 0 && retryAfter <= BUSY_SECONDS_MAX ? retryAfter : BUSY_SECONDS,
    }),
  });
}

/** The status of a backend's refusal; null for every other failure. */
export function refusalStatus(error: unknown): number | null {
  const status = error instanceof AppError ? error.details?.['backendStatus'] : undefined;
  return typeof status === 'number' ? status : null;
}

/** A field of an answer with an unreadable value. `place` is public (/readyz). */
export function unreadableField(place: string): AppError {
  return new AppError('backend-failed', `REST backend: ${place} cannot be read`, {
    userMessage: `El servidor de usuarios respondió con un dato que no se puede leer («${place}»). Avise a Informática.`,
    details: { field: place },
  });
}

/** For calls that were to store a file: adds to the backend's failure that nothing was stored. Other errors pass. */
export function nothingSaved(error: unknown): never {
  const code = (['backend-failed', 'unavailable'] as const).find(
    (known) => error instanceof AppError && error.userMessage === sentence('files', known),
  );
  if (!code || !(error instanceof AppError)) throw error;
  throw new AppError(code, error.message, { ...error, userMessage: sentence('files', code, ' y no se guardó nada'), cause: error });
}

/** A Range header outside the file; the streaming side answers it with 416. */
export function rangeNotSatisfiable(contentRange: string | null): AppError {
  return new AppError('invalid-input', 'range not satisfiable', {
    userMessage: 'El archivo no tiene la parte solicitada.',
    details: { status: 416, contentRange },
  });
}
