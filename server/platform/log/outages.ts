import type { Redis } from 'ioredis';
import type { Log } from './log.ts';

/** Logs a repeated failure once, and again only when its reason changes or after it had worked. */
export function createOutageLog(log: Log, what: string) {
  let lastReason: string | null = null;
  return {
    failed: (error: unknown): void => {
      if (String(error) === lastReason) return;
      lastReason = String(error);
      log.warn({ err: error }, what);
    },
    /** @returns whether it had failed */
    works: (): boolean => {
      const failed = lastReason !== null;
      lastReason = null;
      return failed;
    },
  };
}

/** Logs once that Redis is away and once that it is back: the client retries every two seconds and would log each attempt. */
export function logOutagesOf(redis: Redis, log: Log, what: string): void {
  const outage = createOutageLog(log, what);
  redis.on('error', outage.failed);
  redis.on('ready', () => {
    if (outage.works()) log.info(`${what} is back`);
  });
}
