import { AppError } from '../domain/errors.ts';

const CODES = ['backend-failed', 'unavailable'] as const;
type BackendFailure = (typeof CODES)[number];

const SENTENCES: Readonly<Record<BackendFailure, readonly [what: string, advice: string]>> = {
  'backend-failed': ['El servidor de archivos respondió con un error', 'Intente de nuevo; si continúa, avise a Informática.'],
  unavailable: ['El servidor de archivos no responde', 'Intente de nuevo en unos minutos.'],
};

const sentence = (code: BackendFailure, consequence = '') => `${SENTENCES[code][0]}${consequence}. ${SENTENCES[code][1]}`;

export function backendFailed(message: string, status?: number): AppError {
  return new AppError('backend-failed', `REST backend: ${message}`, {
    userMessage: sentence('backend-failed'),
    ...(status === undefined ? {} : { details: { backendStatus: status } }),
  });
}

export function backendUnavailable(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', `REST backend: ${message}`, { userMessage: sentence('unavailable'), cause });
}

/** For a call that was to store something: the backend's failure also says that nothing was stored. Other errors pass. */
export function nothingSaved(error: unknown): never {
  const code = CODES.find((known) => error instanceof AppError && error.code === known && error.userMessage === sentence(known));
  if (!code || !(error instanceof AppError)) throw error;
  throw new AppError(code, error.message, { ...error, userMessage: sentence(code, ' y no se guardó nada'), cause: error });
}

/** A Range header that lies outside the file; answered with 416 by whoever streams. */
export function rangeNotSatisfiable(contentRange: string | null): AppError {
  return new AppError('invalid-input', 'range not satisfiable', {
    userMessage: 'El archivo no tiene la parte solicitada.',
    details: { status: 416, contentRange },
  });
}
