import { readUserChanges, toFormError } from './form-values.ts';
import { requireMayChange } from './rules.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { actingFor, type UpdateUserCall, type UsersServices } from './users.ts';

/**
 * Role, agency, department, position, folders and permission set, in force at the person's next request. The backend
 * refuses the change when the person is no longer what the form showed.
 * Errors: `invalid-input` by field, `conflict` (UserConflict, or the last administrator), `forbidden`, `not-found`.
 */
export async function updateUser(services: UsersServices, call: UpdateUserCall): Promise<{ id: string }> {
  requireMenu(call.actor, 'users');
  const changes = readUserChanges(call.values);
  const target = await services.restBackend.getUser(call.id);
  // Of the department only the id was given, and it is no permission.
  const { department: _department, ...wanted } = changes;
  requireMayChange(call.actor, target, wanted);
  // Whom the rules were asked about is whom the backend changes, also when the form brings no version.
  const ifVersion = call.ifVersion === '' ? target.version : call.ifVersion;
  try {
    await services.restBackend.updateUser(call.id, { ...changes, ifVersion }, actingFor(call));
  } catch (error) {
    throw toFormError(error);
  }
  return { id: call.id };
}
