import type { Redis } from 'ioredis';
import type { Log } from './log.ts';

/** Tells why something fails once, however often it is tried again; anew where the reason is another, or after it worked. */
export function createOutageLog(log: Log, what: string) {
  let told: string | null = null;
  return {
    failed: (error: unknown): void => {
      if (String(error) === told) return;
      told = String(error);
      log.warn({ err: error }, what);
    },
    /** @returns whether it had failed */
    works: (): boolean => {
      const failed = told !== null;
      told = null;
      return failed;
    },
  };
}

/** Says once that Redis is away, and once that it is back: the client tries again every two seconds, and would say so each time. */
export function logOutagesOf(redis: Redis, log: Log, what: string): void {
  const outage = createOutageLog(log, what);
  redis.on('error', outage.failed);
  redis.on('ready', () => {
    if (outage.works()) log.info(`${what} is back`);
  });
}
