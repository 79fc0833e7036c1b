import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../domain/errors.ts';
import type { Log } from '../log/log.ts';
import { createRateLimiter, type RateLimitStore } from './rate-limits.ts';

const RETRY_MS = 100;

interface Turn {
  /** Name of the kind of work, as in a rate limit. */
  name: string;
  key: string;
  /** A turn lasts at most this long: the process that holds it may have died. */
  longestSeconds: number;
}

/**
 * Runs `work` so that no two processes do it at once for the same key; later callers wait. Unlike a lock in the database, it holds no
 * connection while another server is waited for. While the store of limits is down, work runs without this protection.
 * @throws AppError `too-many-requests` when the turn does not come, and what `work` throws
 */
export async function oneAtATime<Result>(
  services: { rateLimitStore: RateLimitStore; log: Log },
  { name, key, longestSeconds }: Turn,
  work: () => Promise<Result>,
): Promise<Result> {
  const turn = createRateLimiter(services, { name, points: 1, durationSeconds: longestSeconds, whenStoreIsDown: 'allow' });
  const until = Date.now() + longestSeconds * 1_000;
  for (let isMine = false; !isMine;) {
    isMine = await turn.consume(key).then(
      () => true,
      async (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'too-many-requests' || Date.now() > until) throw error;
        await pause(RETRY_MS);
        return false;
      },
    );
  }
  try {
    return await work();
  } finally {
    await turn.reset(key);
  }
}
