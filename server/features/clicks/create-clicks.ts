import { bind } from '../../platform/bind.ts';
import { createRateLimiter, type RateLimiter } from '../../platform/rate-limits.ts';
import type { Services } from '../../services.ts';
import { addClicks } from './add-clicks.ts';

export interface ClicksServices extends Pick<Services, 'restBackend'> {
  limit: RateLimiter;
}

export type Clicks = ReturnType<typeof createClicks>;

/** The browser flushes when a page is left and at most twice a minute: this is many open pages. */
const FLUSHES = 240;
const WINDOW_S = 600;

/** Counted navigation (specification section 7, clicks): `portal.clicks`. */
export function createClicks(given: Omit<ClicksServices, 'limit'> & Pick<Services, 'log' | 'rateLimitStore' | 'sql'>) {
  const services: ClicksServices = {
    ...given,
    limit: createRateLimiter(given, { name: 'clicks', points: FLUSHES, durationSeconds: WINDOW_S, whenStoreIsDown: 'allow' }),
  };
  return bind(services, { addClicks });
}
