import type { Request, RequestHandler } from 'express';
import { createShares } from '../../platform/limits/shares.ts';

/** The number of connections a browser opens: only a program sends more at once. */
const EACH = 6;
const WAITING = 60;

/**
 * Limits one person's concurrent reads (searches, reports, lists and exports of them); the others wait in turn, so that one person does not
 * slow down everybody. Stored files being sent, however slow the connection, do not count.
 */
export function limitConcurrentReads(): RequestHandler {
  return limitConcurrent((req) => isRead(req) && !isStoredFile(req.path));
}

/**
 * Limits one person's concurrent form submissions to pages. They have their own places, so that no save waits for a long report, and need
 * them, because a refused form is answered with the whole page and its reads.
 */
export function limitConcurrentForms(): RequestHandler {
  return limitConcurrent((req) => !isRead(req));
}

function limitConcurrent(counts: (req: Request) => boolean): RequestHandler {
  const shares = createShares({ each: EACH, waiting: WAITING });
  return (req, res, next) => {
    const { staff } = res.locals;
    if (!staff || !counts(req)) return next();
    shares.take(staff.id).then((giveBack) => {
      if (res.destroyed) return giveBack();
      res.once('close', giveBack);
      next();
    }, next);
  };
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';

/** Pages of files have their own queue (isolated-pool.ts); bytes are sent as fast as the connection takes them. */
function isStoredFile(path: string): boolean {
  return /\/(?:download|view|print|zip|text\/\d+|pages\/\d+)$/.test(path);
}
