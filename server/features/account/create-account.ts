import type { Services } from '../../services.ts';
import { createRateLimiter } from '../../platform/rate-limits.ts';
import type { OwnAccount } from './account.ts';
import { changePassword } from './change-password.ts';
import { getProfile } from './get-profile.ts';
import { closeOtherSessions, findSessions } from './sessions.ts';
import { updatePhone } from './update-phone.ts';

const ATTEMPTS = 10;
const FIFTEEN_MINUTES_S = 900;

export function createOwnAccount(
  services: Pick<Services, 'sql' | 'log' | 'identity' | 'restBackend' | 'readModel' | 'rateLimitStore'>,
): OwnAccount {
  const attempts = createRateLimiter(services, { name: 'own-password', points: ATTEMPTS, durationSeconds: FIFTEEN_MINUTES_S });
  return {
    getProfile: (call) => getProfile(services, call),
    updatePhone: (call) => updatePhone(services, call),
    changePassword: (call) => changePassword({ ...services, attempts }, call),
    findSessions: (call) => findSessions(services, call),
    closeOtherSessions: (call) => closeOtherSessions(services, call),
  };
}
