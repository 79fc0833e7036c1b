import type { Response } from 'express';
import type { Locals } from 'express-serve-static-core';
import { databaseOutage } from '../../platform/sql/database-outage.ts';
import { answerTo, AppError, type ErrorCode } from '../../domain/errors.ts';

/** RFC 9457 problem, in Spanish: the format for data requests and the API, and the input of error pages. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** The specification's English text, where it has one. */
  message?: string;
  /** An AppError's code, or `internal`. */
  code: ErrorCode | 'internal';
  requestId: string;
  /** Errors by field name. */
  errors?: Readonly<Record<string, readonly string[]>>;
  /** Spanish name of the missing permission. */
  permission?: string;
  details?: Readonly<Record<string, unknown>>;
}

export const PROBLEM_CONTENT_TYPE = 'application/problem+json; charset=utf-8';

const TITLES: Readonly<Record<ErrorCode | 'internal', string>> = {
  'invalid-input': 'Solicitud no válida',
  unauthenticated: 'Sesión requerida',
  forbidden: 'Sin permiso',
  'not-found': 'No encontrado',
  'method-not-allowed': 'Método no permitido',
  conflict: 'Conflicto',
  'too-large': 'Demasiado grande',
  'unsupported-type': 'Tipo no admitido',
  'too-many-requests': 'Demasiadas solicitudes',
  'backend-failed': 'Un servicio respondió con error',
  unavailable: 'Servicio no disponible',
  internal: 'Error interno',
};

const DEFECT = 'Ocurrió un error inesperado. Inténtelo de nuevo; si continúa, avise a Informática con el código de la solicitud.';

/**
 * The one place where a thrown value becomes output. An AppError provides its Spanish sentence; anything else is a defect: it is logged in
 * full, and only the request id is revealed.
 */
export function toProblem(error: unknown, request: Pick<Locals, 'log' | 'requestId'> & Partial<Pick<Locals, 'auditDenial'>>): Problem {
  const known = knownError(error);
  const line = { code: known?.code, reason: known?.message, cause: known?.cause };
  if (!known) request.log.error({ err: error }, 'request failed unexpectedly');
  else if (known.status >= 500) request.log.warn(line, 'request failed');
  else request.log.info(line, 'request refused');
  if (known?.code === 'forbidden' || known?.code === 'not-found') request.auditDenial?.(known);
  return {
    type: 'about:blank',
    title: TITLES[known?.code ?? 'internal'],
    status: known?.status ?? 500,
    detail: known?.userMessage ?? DEFECT,
    code: known?.code ?? 'internal',
    requestId: request.requestId,
    ...(known?.specified && { message: known.specified }),
    ...(known?.fields && { errors: known.fields }),
    ...(known?.permission && { permission: known.permission }),
    ...(known?.details && { details: known.details }),
  };
}

/** A failed request may succeed a moment later, so its answer is never cached. Includes Retry-After if the failure has it. */
export function problemHeaders(error: unknown): Record<string, string> {
  return { 'Cache-Control': 'no-store', ...answerTo(knownError(error)).headers };
}

/** null for a defect. */
function knownError(error: unknown): AppError | null {
  return error instanceof AppError ? error : (databaseOutage(error) ?? fromHttpError(error));
}

/** Answers with problem JSON. Closes the connection if the answer has already begun. */
export function sendProblem(res: Response, error: unknown): void {
  const problem = toProblem(error, res.locals);
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.status(problem.status).set(problemHeaders(error)).type(PROBLEM_CONTENT_TYPE).send(JSON.stringify(problem));
}

/** Errors of Express and its body parsers (http-errors) carry a status: bad encoding, bad JSON, too large. */
function fromHttpError(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  const status = 'status' in error && typeof error.status === 'number' ? error.status : error instanceof URIError ? 400 : 0;
  if (status === 413)
    return new AppError('too-large', error.message, { userMessage: 'Los datos enviados son demasiado grandes.', cause: error });
  if (status === 415)
    return new AppError('unsupported-type', error.message, { userMessage: 'El formato de los datos enviados no se admite.', cause: error });
  if (status >= 400 && status < 500) {
    return new AppError('invalid-input', error.message, { userMessage: 'La solicitud no se pudo leer: está mal formada.', cause: error });
  }
  return null;
}
