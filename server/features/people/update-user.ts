import type { UserFields } from '../../domain/users.ts';
import { readUserChanges, toFormError } from './form-values.ts';
import { requireMayChange } from './rules.ts';
import { actingFor, requireUsers, showAtOnce, type UsersServices } from './services.ts';
import type { UpdateUserCall } from './users.ts';

/**
 * Role, agency, department, position, folders and permission set, in force at the person's next request. The backend
 * refuses the change when the person is no longer what the form showed. Errors: see Users.updateUser.
 */
export async function updateUser(services: UsersServices, call: UpdateUserCall): Promise<{ id: string }> {
  requireUsers(call.actor);
  const changes = readUserChanges(call.values);
  const target = await services.restBackend.getUser(call.id);
  const { department, ...rest } = changes;
  // Of the department only the id was given, and it is no permission.
  const wanted: Partial<UserFields> = rest;
  requireMayChange(call.actor, target, wanted);
  // Whom the rules were asked about is whom the backend changes, also when the form brings no version.
  const ifVersion = call.ifVersion === '' ? target.version : call.ifVersion;
  try {
    await services.restBackend.updateUser(
      call.id,
      { ...rest, ...(department === undefined ? {} : { department }), ifVersion },
      actingFor(call),
    );
  } catch (error) {
    throw toFormError(error);
  } finally {
    await showAtOnce(services, call.id);
  }
  return { id: call.id };
}
