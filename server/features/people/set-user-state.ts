import { AppError } from '../../domain/errors.ts';
import type { User } from '../../domain/users.ts';
import { requireMayChange } from './rules.ts';
import type { Call } from '../../services.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { actingFor, type UsersServices } from './users.ts';

const ATTEMPTS = 3;

/** Account first: when the user cannot be changed, the person still has no access. */
export async function activateUser(services: UsersServices, call: Call & { id: string }): Promise<void> {
  requireMenu(call.actor, 'users');
  const target = await services.restBackend.getUser(call.id);
  requireMayChange(call.actor, target, { state: true });
  await setDisabled(services, call.id, false);
  await setState(services, call, target, true);
}

/**
 * User first: from then on no request of the person is answered. Disabling the account ends its sessions for good; when
 * that fails, doing it again is safe. Errors: `conflict` for the last administrator.
 */
export async function deactivateUser(services: UsersServices, call: Call & { id: string }): Promise<void> {
  requireMenu(call.actor, 'users');
  const target = await services.restBackend.getUser(call.id);
  requireMayChange(call.actor, target, { state: false });
  await setState(services, call, target, false);
  await setDisabled(services, call.id, true);
}

/** Another change that comes between is looked at again: the rules are asked about who the person is by then. */
async function setState(services: UsersServices, call: Call & { id: string }, target: User, state: boolean): Promise<void> {
  let current = target;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await services.restBackend.updateUser(call.id, { state, ifVersion: current.version }, actingFor(call));
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof AppError) || error.code !== 'conflict' || error.details?.['reason'] !== 'changed')
        throw error;
      current = await services.restBackend.getUser(call.id);
      requireMayChange(call.actor, current, { state });
    }
  }
}

/** Somebody may have no account yet: then there is nothing to disable. */
async function setDisabled({ identity }: UsersServices, uid: string, disabled: boolean): Promise<void> {
  await identity.setDisabled(uid, disabled).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
  });
}
