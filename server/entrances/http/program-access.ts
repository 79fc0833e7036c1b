import type { Request, RequestHandler, Response } from 'express';
import { CONTENT_HEALTH_URL } from '../../domain/content-findings.ts';
import { AppError } from '../../domain/errors.ts';
import type { Portal } from '../../portal.ts';
import { reportJsonUrls } from '../../reporting/report-urls.ts';
import { bearerOf, carriesToken } from '../request/bearer.ts';
import { isPublic } from './gate.ts';
import { sendProblem } from './problems.ts';

/**
 * `Authorization: Bearer` gives read access to the JSON of reports, and nothing else (docs/decisions/044-access-tokens.md). There only the
 * token counts, whatever cookie comes with it; everywhere else it is ignored. A program gets problems: it is never redirected to the
 * sign-in page.
 */
export function programAccess({ reports, tokens }: Pick<Portal, 'reports' | 'tokens'>): RequestHandler {
  const urls = new Set([...reports.all.flatMap(reportJsonUrls), `${CONTENT_HEALTH_URL}.json`]);
  return (req, res, next) => {
    const isReport = (req.method === 'GET' || req.method === 'HEAD') && urls.has(req.path);
    const token = bearerOf(req.headers);
    if (isReport && token !== null) return admit(tokens, token, { req, res, next });
    if (res.locals.staff) return next();
    if (isReport) return refuse(res, tokenMissing(), 'Bearer realm="portal"');
    if (!isReport && carriesToken(req.headers) && !isPublic(req.path)) return sendProblem(res, notForTokens(req));
    next();
  };
}

function admit(tokens: Portal['tokens'], token: string, { req, res, next }: { req: Request; res: Response; next: () => void }): void {
  res.locals.staff = null;
  res.locals.pending = null;
  res.locals.freshness = null;
  res.locals.sessionToken = null;
  res.locals.restSeconds = null;
  tokens.admitToken({ token, ip: req.ip ?? '', address: req.path, requestId: res.locals.requestId }).then(
    ({ staff, freshness }) => {
      res.locals.staff = staff;
      res.locals.freshness = freshness;
      res.locals.log = res.locals.log.child({ staffId: staff.id, sessionId: staff.sessionId });
      next();
    },
    (error: unknown) => refuse(res, error, 'Bearer realm="portal", error="invalid_token"'),
  );
}

/** RFC 6750, section 3: different challenges for a missing and a wrong token. */
function refuse(res: Response, error: unknown, challenge: string): void {
  if (error instanceof AppError && error.code === 'unauthenticated') res.set('WWW-Authenticate', challenge);
  sendProblem(res, error);
}

function tokenMissing(): AppError {
  return new AppError('unauthenticated', 'neither session nor token', {
    userMessage: 'Falta la clave de acceso. Cree una en Mi cuenta y envíela en el encabezado «Authorization: Bearer».',
  });
}

function notForTokens({ method, path }: Request): AppError {
  return new AppError('forbidden', `token sent to ${method} ${path.slice(0, 100)}`, {
    userMessage:
      'Los accesos para programas solo leen el JSON de los reportes. Esta dirección no lo es: «Lecturas obligatorias» y «Movimientos de archivos», por ejemplo, son listas y no responden JSON.',
  });
}
