import type { Services } from '../../services.ts';
import { createRateLimiter } from '../../platform/rate-limits.ts';
import { createUser } from './create-user.ts';
import { exportUsers } from './export-users.ts';
import { findChoices } from './find-choices.ts';
import { findUsers } from './find-users.ts';
import { getUser } from './get-user.ts';
import { resetUserPassword } from './reset-user-password.ts';
import type { UsersServices } from './services.ts';
import { activateUser, deactivateUser } from './set-user-state.ts';
import { updateUser } from './update-user.ts';
import type { Users } from './users.ts';

const RESETS_PER_HOUR = 5;
const HOUR_S = 3_600;

export function createUsers(given: Omit<UsersServices, 'resetLimit'> & Pick<Services, 'rateLimitStore'>): Users {
  const services: UsersServices = {
    ...given,
    resetLimit: createRateLimiter(given, { name: 'users-reset', points: RESETS_PER_HOUR, durationSeconds: HOUR_S }),
  };
  return {
    findUsers: (call) => findUsers(services, call),
    findChoices: (call) => findChoices(services, call),
    getUser: (call) => getUser(services, call),
    createUser: (call) => createUser(services, call),
    updateUser: (call) => updateUser(services, call),
    activateUser: (call) => activateUser(services, call),
    deactivateUser: (call) => deactivateUser(services, call),
    resetUserPassword: (call) => resetUserPassword(services, call),
    exportUsers: (call) => exportUsers(services, call),
  };
}
