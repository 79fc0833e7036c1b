import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../domain/errors.ts';
import type { Log } from '../log/log.ts';
import { createRateLimiter, type RateLimitStore } from './rate-limits.ts';

const LOOK_AGAIN_MS = 100;

interface Turn {
  /** Of the kind of work, as of a limit. */
  name: string;
  key: string;
  /** Whose process died is not waited for any longer. */
  longestSeconds: number;
}

/**
 * Work that must not go on twice at once for one key, in whatever process; who comes meanwhile waits. It holds no connection of the
 * database, as a lock there would while another server is waited for. Without the store of limits nobody is kept from working.
 * @throws AppError `too-many-requests` when the turn does not come, what `work` throws
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
        await pause(LOOK_AGAIN_MS);
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
