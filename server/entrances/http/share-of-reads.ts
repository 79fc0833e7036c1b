import type { RequestHandler } from 'express';
import { createShares } from '../../platform/limits/shares.ts';

/** As many as a browser has connections: more at once only a program has. */
const READS_EACH = 6;
const READS_WAITING = 60;

/**
 * Reads of one person under way at once: searches, reports, lists and files made of them; the rest wait in turns, so that one
 * person's do not make everybody wait. A stored file on its way, however slow its line, takes no place from the rest.
 */
export function shareOfReads(): RequestHandler {
  const reads = createShares({ each: READS_EACH, waiting: READS_WAITING });
  return (req, res, next) => {
    const { staff } = res.locals;
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (!staff || !isRead || isStoredFile(req.path)) return next();
    reads.take(staff.id).then((giveBack) => {
      if (res.destroyed) return giveBack();
      res.once('close', giveBack);
      next();
    }, next);
  };
}

/** Pages of files have turns of their own (isolated-pool.ts); bytes are sent as fast as the line takes them. */
function isStoredFile(path: string): boolean {
  return /\/(?:download|view|print|zip|text\/\d+|pages\/\d+)$/.test(path);
}
