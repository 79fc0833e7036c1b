import { createRateLimiter } from '../../platform/limits/rate-limits.ts';
import type { Services } from '../../services.ts';

/**
 * A report of a million rows has a thousand pages: one program may read it within the quarter of an hour. Whole agencies share one
 * address, so wrong tokens of one program must not stop the right ones of another: only wrong ones count there.
 */
export function limitsOf(services: Pick<Services, 'log' | 'rateLimitStore'>) {
  const limit = (name: string, points: number, whenStoreIsDown: 'allow' | 'refuse') =>
    createRateLimiter(services, { name, points, durationSeconds: 900, whenStoreIsDown });
  return {
    readsByToken: limit('token-reads', 1_500, 'allow'),
    wrongByNetwork: limit('token-wrong-network', 60, 'refuse'),
  };
}
