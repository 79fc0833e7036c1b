import type { Services } from '../../services.ts';
import { createRateLimiter } from '../../platform/rate-limits.ts';
import { bind } from '../../platform/bind.ts';
import { createUser } from './create-user.ts';
import { findUserChoices } from './find-choices.ts';
import { exportUsers, findListChoices, findUsers } from './find-users.ts';
import { getUser } from './get-user.ts';
import { resetUserPassword } from './reset-user-password.ts';
import { activateUser, admitDeactivation, deactivateUser, updateUser } from './update-user.ts';
import type { UsersServices } from './users.ts';

export type Users = ReturnType<typeof createUsers>;

const RESETS_PER_HOUR = 5;
const HOUR_S = 3_600;

/** User administration: `portal.users`. Every verb requires the menu `users`; writes go to the REST backend, which owns `usuarios`. */
export function createUsers(given: Omit<UsersServices, 'resetLimit'> & Pick<Services, 'rateLimitStore'>) {
  const services: UsersServices = {
    ...given,
    resetLimit: createRateLimiter(given, { name: 'users-reset', points: RESETS_PER_HOUR, durationSeconds: HOUR_S }),
  };
  return bind(services, {
    findUsers,
    findListChoices,
    findChoices: findUserChoices,
    getUser,
    createUser,
    updateUser,
    activateUser,
    admitDeactivation,
    deactivateUser,
    resetUserPassword,
    exportUsers,
  });
}
