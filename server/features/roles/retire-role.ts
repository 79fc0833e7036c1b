import type { DocumentTransaction } from '../../documents/document-store.ts';
import { AppError } from '../../domain/errors.ts';
import { ADMIN_ROLE, findRole } from '../../domain/roles.ts';
import { countOf, joinWithAnd } from '../../domain/text.ts';
import { readBoolean, readText } from '../../read-model/field-readers.ts';
import { isActive } from '../../records/content-version.ts';
import { setActive } from '../../records/set-active.ts';
import type { Call } from '../../services.ts';
import { readStoredRoles, type StoredRole } from '../../staff/stored-roles.ts';
import type { RolesServices } from './create-roles.ts';
import { requireRole, requireRoleEditor, roleKind } from './role-kind.ts';

const STAFF_COLLECTION = 'usuarios';
const NAMED_MAX = 5;

type RoleCall = Call & { role: string };

/**
 * Nobody gets the role any more. Refused while active people have it: the transaction that retires holds everybody's
 * document, so nobody is given the role at the same moment. Errors: `forbidden`, `not-found`, `conflict` (with the names
 * in its sentence and `details.reason` `people`), `invalid-input` for the administrator.
 */
export async function retireRole(services: RolesServices, call: RoleCall): Promise<void> {
  requireRoleEditor(call.actor);
  const role = await requireRole(services, call.role);
  if (role.id === ADMIN_ROLE)
    throw new AppError('invalid-input', 'the administrator cannot be retired', {
      userMessage: 'El rol Administrador no se puede retirar: sin él nadie podría administrar el portal.',
    });
  await setActive(services, roleKind(role), {
    ...{ actor: call.actor, requestId: call.requestId, ids: [role.documentId], isActive: false },
    check: (tx) => requireNobody(tx, role),
  });
}

/** Errors: `forbidden`, `not-found`. */
export async function restoreRole(services: RolesServices, call: RoleCall): Promise<void> {
  requireRoleEditor(call.actor);
  const role = await requireRole(services, call.role);
  await setActive(services, roleKind(role), { actor: call.actor, requestId: call.requestId, ids: [role.documentId], isActive: true });
}

async function requireNobody(tx: DocumentTransaction, { id, title }: StoredRole): Promise<void> {
  const roles = await readStoredRoles(tx);
  const people = await tx.query({ collection: STAFF_COLLECTION });
  const holders = people
    .filter(({ data }) => isActive(data) && readBoolean(data, 'state', !Object.hasOwn(data, 'state')))
    .filter(({ data }) => findRole(roles, readText(data, 'role'))?.id === id)
    .map(({ data, id: person }) => readText(data, 'name') || readText(data, 'email') || person)
    .sort((one, other) => one.localeCompare(other, 'es'));
  if (holders.length === 0) return;
  const named = holders.slice(0, NAMED_MAX);
  const more = holders.length - named.length;
  const who = joinWithAnd([...named, ...(more > 0 ? [countOf(more, 'persona más', 'personas más')] : [])]);
  const has = holders.length === 1 ? 'lo tiene' : 'lo tienen';
  throw new AppError('conflict', `role ${id} has ${holders.length} active people`, {
    userMessage: `No se puede retirar el rol «${title}» porque ${has} ${who}. Deles otro rol y vuelva a intentarlo.`,
    details: { reason: 'people', people: holders.length },
  });
}
