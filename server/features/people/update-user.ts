import { AppError } from '../../domain/errors.ts';
import { requireMenu, type Staff } from '../../domain/permissions.ts';
import { HOLDS } from '../../domain/users.ts';
import { oneAtATime } from '../../platform/limits/one-at-a-time.ts';
import type { User } from '../../ports/rest-backend/schemas.ts';
import type { Call, Services } from '../../services.ts';
import { readRules, requireMayChange, requireTarget, type PermissionFields } from '../../staff/rules.ts';
import { joinWithAnd } from '../../domain/text.ts';
import { countAssignedWork, describeWork } from '../../lists/assigned-work.ts';
import { LONGEST_S } from './create-user.ts';
import { changedUserBody } from './user.ts';
import { actingFor, type UpdateUserCall } from './users.ts';

/**
 * Changes role, agency, department, position, folders and permission set. They take effect at the person's next request; a new role sends
 * that one to the sign-in page. The backend refuses the change if the person is no longer what the form showed.
 * Errors: `invalid-input` by field, `conflict` (UserConflict, or the last administrator), `forbidden`, `not-found`.
 */
export async function updateUser(services: Services, call: UpdateUserCall): Promise<{ id: string }> {
  requireMenu(call.actor, 'users', 'change');
  const target = await services.restBackend.getUser(call.id);
  const changes = changedUserBody(call.values, target);
  requireMayChange(await readRules(services, call.actor), target, permissionsIn(changes));
  // The backend must change the person that the rules were asked about: a form without a version gets that person's version, and a form
  // with an older one gets a version that never fits, not even one that somebody guessed.
  const ifVersion = call.ifVersion === '' || call.ifVersion === target.version ? target.version : OUTDATED;
  await services.restBackend.updateUser(call.id, { ...changes, ifVersion }, actingFor(call));
  return { id: call.id };
}

/** No person's version is this short. */
const OUTDATED = 'outdated';

export function permissionsIn({
  agency,
  department,
  role,
  briefcase_permissions,
  digitalization_permission_id,
}: ReturnType<typeof changedUserBody>): Partial<PermissionFields> {
  return {
    ...(agency !== undefined && { agency }),
    ...(department !== undefined && { department }),
    ...(role !== undefined && { role }),
    ...(briefcase_permissions && { briefcase_permissions }),
    ...(digitalization_permission_id !== undefined && { digitalization_permission_id }),
  };
}

const ATTEMPTS = 3;
type StateCall = Call & { id: string };

/** Account first: when the user cannot be changed, the person still has no access. */
export async function activateUser(services: Services, call: StateCall): Promise<void> {
  const target = await requireTarget(services, call, true);
  await inTurn(services, call.id, async () => {
    await setDisabled(services, call.id, false);
    await setState(services, call, target, true);
  });
}

/**
 * User first: from then on no request of the person is answered. Disabling the account ends its sessions for good; if that fails, it can
 * safely be repeated.
 * Errors: `conflict` for the last administrator, and with `details.reason` HOLDS while the person holds work, unless `leavesHeld`.
 */
export async function deactivateUser(services: Services, call: StateCall & { leavesHeld?: boolean }): Promise<void> {
  const target = await requireTarget(services, call, false);
  if (!call.leavesHeld) await requireNoHoldings(services, call.actor, target);
  await inTurn(services, call.id, async () => {
    await setState(services, call, target, false);
    await setDisabled(services, call.id, true);
  });
}

/** An activation between the two steps of a deactivation would leave an active person with a disabled account. */
function inTurn(services: Services, id: string, work: () => Promise<void>): Promise<void> {
  return oneAtATime(services, { name: 'changing-state', key: id, longestSeconds: LONGEST_S }, work);
}

async function requireNoHoldings({ sql, registries: { heldKinds } }: Services, actor: Staff, { id, name, email }: User): Promise<void> {
  const counts = await countAssignedWork(sql, heldKinds, { actor, id });
  const holdings = heldKinds.flatMap((kind, index) => (counts[index] ? [describeWork(kind, counts[index])] : []));
  if (holdings.length === 0) return;
  throw new AppError('conflict', `user ${id} holds ${counts.join(', ')} records`, {
    userMessage: `${name || email} tiene ${joinWithAnd(holdings)}. Entréguelo a otra persona antes de desactivar.`,
    details: { reason: HOLDS },
  });
}

/** If somebody else's change comes between, tries again, and checks the rules against the person as they are by then. */
async function setState(services: Services, call: StateCall, target: User, state: boolean): Promise<void> {
  let current = target;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await services.restBackend.updateUser(call.id, { state, ifVersion: current.version }, actingFor(call));
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof AppError) || error.details?.['reason'] !== 'changed') throw error;
      current = await requireTarget(services, call, state);
    }
  }
}

/** A person without an account yet has nothing to disable. */
async function setDisabled({ identity }: Services, uid: string, disabled: boolean): Promise<void> {
  await identity.setDisabled(uid, disabled).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
  });
}
