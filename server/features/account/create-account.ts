import { bind } from '../../platform/bind.ts';
import { createRateLimiter } from '../../platform/rate-limits.ts';
import type { Services } from '../../services.ts';
import { changePassword } from './change-password.ts';
import { getProfile } from './get-profile.ts';
import { closeOtherSessions, findSessions } from './sessions.ts';
import { updatePhone } from './update-phone.ts';

const ATTEMPTS = 10;
const FIFTEEN_MINUTES_S = 900;

/** Own account: `portal.account`. */
export function createOwnAccount(services: Pick<Services, 'sql' | 'log' | 'identity' | 'restBackend' | 'rateLimitStore'>) {
  const attempts = createRateLimiter(services, { name: 'own-password', points: ATTEMPTS, durationSeconds: FIFTEEN_MINUTES_S });
  return bind({ ...services, attempts }, { getProfile, updatePhone, changePassword, findSessions, closeOtherSessions });
}
