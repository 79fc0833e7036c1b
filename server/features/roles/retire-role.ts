import type { DocumentTransaction } from '../../ports/documents/document-store.ts';
import { AppError } from '../../domain/errors.ts';
import { requireFresh } from '../../domain/proof.ts';
import { ADMIN_ROLE, findRole } from '../../domain/roles.ts';
import { readText } from '../../read-model/field-readers.ts';
import { setActive } from '../../records/set-active.ts';
import type { Call, Services } from '../../services.ts';
import { refuseWhileInUse, STAFF_COLLECTION } from '../../staff/in-use-by-people.ts';
import { readStoredRoles, type StoredRole } from '../../staff/stored-roles.ts';
import { requireRole, requireRoleEditor, roleKind } from './role-kind.ts';

type RoleCall = Call & { role: string };

/**
 * Retires a role: it cannot be given any more. Refused while active people have it: the transaction locks everybody's document, so nobody
 * is given the role at the same moment. Errors: `forbidden`, `not-found`, `conflict` (with the names in its sentence and `details.reason`
 * `people`), `invalid-input` for the administrator.
 */
export async function retireRole(services: Services, call: RoleCall): Promise<void> {
  requireRoleEditor(call.actor);
  requireFresh(call.actor);
  const role = await requireRole(services, call.role);
  if (role.id === ADMIN_ROLE)
    throw new AppError('invalid-input', 'the administrator cannot be retired', {
      userMessage: 'El rol Administrador no se puede retirar: sin él nadie podría administrar el portal.',
    });
  await setActive(services, roleKind(role), {
    actor: call.actor,
    requestId: call.requestId,
    ids: [role.documentId],
    isActive: false,
    check: (tx) => requireNoHolders(tx, role),
  });
}

/** Errors: `forbidden`, `not-found`. */
export async function restoreRole(services: Services, call: RoleCall): Promise<void> {
  requireRoleEditor(call.actor);
  requireFresh(call.actor);
  const role = await requireRole(services, call.role);
  await setActive(services, roleKind(role), { actor: call.actor, requestId: call.requestId, ids: [role.documentId], isActive: true });
}

async function requireNoHolders(tx: DocumentTransaction, { id, title }: StoredRole): Promise<void> {
  const roles = await readStoredRoles(tx);
  const people = await tx.query({ collection: STAFF_COLLECTION });
  refuseWhileInUse(
    people.filter(({ data }) => findRole(roles, readText(data, 'role'))?.id === id),
    `role ${id}`,
    (who) => `No se puede retirar el rol «${title}» porque ${who}. Asigne otro rol y vuelva a intentarlo.`,
  );
}
