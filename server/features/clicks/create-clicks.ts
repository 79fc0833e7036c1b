import type { Services } from '../../services.ts';
import { createRateLimiter, type RateLimiter } from '../../platform/rate-limits.ts';
import { exportActivity, findActivity } from './activity-report.ts';
import { addClicks } from './add-clicks.ts';
import type { Clicks } from './clicks.ts';
import { drawActivity } from './draw-activity.ts';

export interface ClicksServices extends Pick<Services, 'config' | 'readModel' | 'restBackend' | 'sql'> {
  limit: RateLimiter;
}

/** The browser flushes when a page is left and at most twice a minute: this is many open pages. */
const FLUSHES = 240;
const WINDOW_S = 600;

export function createClicks(given: Omit<ClicksServices, 'limit'> & Pick<Services, 'log' | 'rateLimitStore'>): Clicks {
  const services: ClicksServices = {
    ...given,
    limit: createRateLimiter(given, { name: 'clicks', points: FLUSHES, durationSeconds: WINDOW_S, whenStoreIsDown: 'allow' }),
  };
  return {
    addClicks: (call) => addClicks(services, call),
    findActivity: (call) => findActivity(services, call),
    exportActivity: (call) => exportActivity(services, call),
    drawActivity,
  };
}
