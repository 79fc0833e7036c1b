import type { RequestHandler } from 'express';
import { createShares } from '../../platform/limits/shares.ts';

/** The number of connections a browser opens: only a program sends more at once. */
const READS_EACH = 6;
const READS_WAITING = 60;

/**
 * Limits one person's concurrent reads (searches, reports, lists and exports of them); the others wait in turn, so that one person does not
 * slow down everybody. Stored files being sent, however slow the connection, do not count.
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

/** Pages of files have their own queue (isolated-pool.ts); bytes are sent as fast as the connection takes them. */
function isStoredFile(path: string): boolean {
  return /\/(?:download|view|print|zip|text\/\d+|pages\/\d+)$/.test(path);
}
