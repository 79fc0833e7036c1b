import { networkKey } from '../../platform/limits/network-key.ts';
import { createRateLimiter } from '../../platform/limits/rate-limits.ts';
import type { Services } from '../../services.ts';
import { countRefusal } from './refusals.ts';

type LimitServices = Pick<Services, 'log' | 'rateLimitStore'>;
const limitOf = (services: LimitServices, name: string, points: number, whenStoreIsDown: 'allow' | 'refuse') =>
  createRateLimiter(services, { name, points, durationSeconds: 900, whenStoreIsDown });

/** A report of a million rows has a thousand pages: one program may read it within the quarter of an hour. */
export function countRead(services: LimitServices, tokenId: string): Promise<void> {
  return limitOf(services, 'token-reads', 1_500, 'allow').consume(tokenId);
}

/**
 * Counts a wrong token, of a program or of the API: for the audit, and against its network. Whole agencies share one address, so wrong
 * tokens of one program must not stop right ones of another: callers look the token up before they call this.
 * Errors: `too-many-requests`, `unavailable`.
 */
export async function countWrongToken(services: LimitServices & Pick<Services, 'sql'>, ip: string): Promise<void> {
  await countRefusal(services, { act: 'programRefused', ip });
  await limitOf(services, 'token-wrong-network', 60, 'refuse').consume(networkKey(ip));
}
