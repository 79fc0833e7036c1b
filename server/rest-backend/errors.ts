import { AppError } from '../domain/errors.ts';

export function backendFailed(message: string, status?: number): AppError {
  return new AppError('backend-failed', `REST backend: ${message}`, {
    userMessage: 'El servidor de archivos respondió con un error y no se guardó nada. Intente de nuevo; si continúa, avise a Informática.',
    ...(status === undefined ? {} : { details: { backendStatus: status } }),
  });
}

export function backendUnavailable(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', `REST backend: ${message}`, {
    userMessage: 'El servidor de archivos no responde y no se guardó nada. Intente de nuevo en unos minutos.',
    cause,
  });
}

/** A Range header that lies outside the file; answered with 416 by whoever streams. */
export function rangeNotSatisfiable(contentRange: string | null): AppError {
  return new AppError('invalid-input', 'range not satisfiable', {
    userMessage: 'El archivo no tiene la parte solicitada.',
    details: { status: 416, contentRange },
  });
}
