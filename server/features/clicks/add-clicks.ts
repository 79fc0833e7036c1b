import { AppError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';
import { createRateLimiter } from '../../platform/rate-limits.ts';
import { clicksBody } from '../../rest-backend/schemas.ts';
import type { Services } from '../../services.ts';

/** The browser flushes when a page is left and at most twice a minute: this is many open pages. */
const FLUSHES = { name: 'clicks', points: 240, durationSeconds: 600, whenStoreIsDown: 'allow' } as const;

interface AddClicksCall {
  actor: Staff;
  /** Clicks since the last flush, 1 to 1000. */
  count: number;
  /** Made by the browser once per flush (16 to 64 letters, digits, `-`, `_`): sent twice, it counts once. */
  flushId: string;
}

/**
 * Every signed-in person counts for themselves, by the session of their own: no menu is asked for.
 * Errors: `invalid-input`, `too-many-requests`, `not-found`, `unavailable`.
 */
export async function addClicks(services: Services, call: AddClicksCall): Promise<void> {
  const body = clicksBody.safeParse({ userId: call.actor.id, clicks: call.count, flushId: call.flushId });
  if (!body.success)
    throw new AppError('invalid-input', 'clicks', { userMessage: 'Los clics no se pudieron contar: el envío no es válido.' });
  await createRateLimiter(services, FLUSHES).consume(call.actor.id);
  await services.restBackend.addClicks(call.actor.sessionId, body.data);
}
