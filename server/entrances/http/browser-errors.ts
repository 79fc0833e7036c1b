import express, { Router } from 'express';
import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import { networkKey } from '../../platform/limits/network-key.ts';
import { createRateLimiter } from '../../platform/limits/rate-limits.ts';
import type { Portal } from '../../portal.ts';
import { asyncHandler } from '../request/locals.ts';

export const BROWSER_ERRORS_PATH = '/browser-errors';
const MAX_BODY = '8kb';
const LONGEST = { page: 200, build: 40, message: 300, stack: 3_000 };

const text = (max: number) => z.string().transform((given) => withoutPeople(given).slice(0, max));
const report = z.strictObject({
  page: text(LONGEST.page),
  build: text(LONGEST.build),
  message: text(LONGEST.message),
  stack: text(LONGEST.stack),
});

/** A message may quote what somebody typed: removes e-mail addresses, numbers of accounts and documents, and query strings. */
function withoutPeople(given: string): string {
  return given
    .replace(/\?[^\s):]*/g, '')
    .replace(/\S+/g, (word) => (/.@./.test(word) ? '(correo)' : word))
    .replace(/\d[\d -]{5,}\d/g, '(número)');
}

/**
 * `POST /browser-errors`, the beacon of app/report-errors.ts, with or without a session: logs an error of a browser. It records the role,
 * not the person. Limited to twenty in ten minutes per session or network.
 */
export function browserErrors(portal: Portal, count: () => void): Router {
  const limit = createRateLimiter(portal, { name: 'browser-errors', points: 20, durationSeconds: 600, whenStoreIsDown: 'allow' });
  // Exactly this path: the limits for strangers' bodies depend on it (body-deadline.ts).
  const router = Router({ strict: true, caseSensitive: true });
  router.post(
    BROWSER_ERRORS_PATH,
    express.json({ limit: MAX_BODY, type: ['application/json', 'text/plain'] }),
    asyncHandler(async (req, res) => {
      const { staff } = res.locals;
      await limit.consume(staff?.sessionId ?? networkKey(req.ip ?? ''));
      const found = report.safeParse(req.body);
      if (!found.success) throw new AppError('invalid-input', 'browser error', { userMessage: 'El aviso de error no es válido.' });
      count();
      portal.log.warn({ requestId: res.locals.requestId, role: staff?.role ?? null, browser: found.data }, 'browser error');
      res.status(204).set('Cache-Control', 'no-store').end();
    }),
  );
  return router;
}
