import type { Redis } from 'ioredis';
import type { Log } from './log/log.ts';

/** Says once that Redis is away, and once that it is back: the client tries again every two seconds, and would say so each time. */
export function logOutagesOf(redis: Redis, log: Log, what: string): void {
  let told: string | null = null;
  redis.on('error', (error: Error) => {
    if (error.message === told) return;
    told = error.message;
    log.warn({ err: error }, what);
  });
  redis.on('ready', () => {
    if (told !== null) log.info(`${what} is back`);
    told = null;
  });
}
