import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { Log } from '../../platform/log/log.ts';

/** Requested by every page or every few seconds: one log line each would hide the others. */
const QUIET_PATHS = /^\/(build\/|healthz|readyz|metrics|dev\/boot)/;

const CLOSE_LISTENERS = 20;

/** Gives every request a generated id (one from outside could forge log lines) and logs one line when it is answered. */
export function requestLog(log: Log): RequestHandler {
  const logRequest = pinoHttp({
    logger: log,
    genReqId: (_req, res) => res.getHeader('X-Request-Id') as string,
    customLogLevel: (req, res, error) => (error || res.statusCode >= 500 ? 'error' : QUIET_PATHS.test(req.url ?? '') ? 'debug' : 'info'),
    // The error itself was logged where it became an answer.
    customErrorObject: (_req, _res, _error, { err: _err, ...line }: Record<string, unknown>) => line,
    // Only method, path and answer: the query string may contain what a person searched for, headers contain the session.
    serializers: {
      req: (req: { id: string; method: string; url: string }) => ({ id: req.id, method: req.method, path: req.url.split('?')[0] }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
  });
  return (req, res, next) => {
    delete req.headers['x-request-id'];
    res.locals.requestId = randomUUID();
    res.setHeader('X-Request-Id', res.locals.requestId);
    // Log, metrics, exports, compression and a stream each add a listener: more than Node expects, but not a leak.
    res.setMaxListeners(CLOSE_LISTENERS);
    logRequest(req, res);
    res.locals.log = req.log;
    res.locals.staff = null;
    res.locals.freshness = null;
    res.locals.sessionToken = null;
    res.locals.restSeconds = null;
    next();
  };
}
