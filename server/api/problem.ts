import type { ErrorRequestHandler, Response } from 'express';
import { AppError } from '../domain/errors.ts';
import type { Log } from '../log.ts';

/** RFC 9457. `detail` is Spanish but where specification section 5 gives the words. */
export interface Problem {
  status: number;
  title: string;
  detail: string;
  instance?: string;
  errors?: Readonly<Record<string, readonly string[]>>;
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Solicitud incorrecta', 401: 'No autorizado', 403: 'Prohibido', 404: 'No encontrado', 405: 'Método no permitido', 409: 'Conflicto', 413: 'Demasiado grande',
  415: 'Tipo no admitido', 416: 'Rango no disponible', 429: 'Demasiadas solicitudes', 500: 'Error interno', 502: 'Error del servidor de archivos', 503: 'No disponible',
};

export function sendProblem(response: Response, problem: Omit<Problem, 'title'> & { title?: string }): void {
  const body = { type: 'about:blank', title: problem.title ?? TITLES[problem.status] ?? 'Error', ...problem };
  response.status(problem.status).set('Content-Type', 'application/problem+json; charset=utf-8').set('Cache-Control', 'no-store').send(JSON.stringify(body));
}

/** The one place where a failure under /api becomes an answer; what is not an AppError tells nobody its text. */
export function problemHandler(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (response.headersSent) {
      log.warn({ err: error, path: request.path }, 'api answer broke off');
      response.destroy();
      return;
    }
    const instance = typeof response.getHeader('X-Request-Id') === 'string' ? `urn:request:${String(response.getHeader('X-Request-Id'))}` : undefined;
    const known = error instanceof AppError ? error : null;
    if (!known) log.error({ err: error, path: request.path }, 'api request failed');
    else if (known.status >= 500) log.error({ err: known, path: request.path }, 'api request failed');
    if (known?.retryAfterSeconds !== undefined) response.set('Retry-After', String(known.retryAfterSeconds));
    sendProblem(response, {
      status: known?.status ?? statusOf(error),
      detail: known?.userMessage ?? 'Ocurrió un error inesperado.',
      ...(known?.fields ? { errors: known.fields } : {}),
      ...(instance ? { instance } : {}),
    });
  };
}

/** Express's own refusals (a path that cannot be decoded) carry a 4xx status. */
function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : NaN;
  return status >= 400 && status < 500 ? status : 500;
}
