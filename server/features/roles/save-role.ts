import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import type { Merged } from '../../domain/conflict.ts';
import { AppError } from '../../domain/errors.ts';
import { roleIdOf } from '../../domain/roles.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { isActive, isSame } from '../../records/content-version.ts';
import { wholeRecord } from '../../records/record-kind.ts';
import { saveChange } from '../../records/save-change.ts';
import { saverOf, stampFor } from '../../records/updated-by.ts';
import { writeAudit } from '../../records/write-audit.ts';
import { readStoredRoles, ROLES_COLLECTION, type StoredRole } from '../../staff/stored-roles.ts';
import { permissionsPath, requireRole, requireRoleEditor, roleKind } from './role-kind.ts';
import { readMenus, readTitle, requireOwnTitle } from './role-values.ts';
import type { CreateRoleCall, RoleValues, UpdateRoleCall } from './roles.ts';
import type { Services } from '../../services.ts';

/** Each request reads them all. */
const ROLES_MAX = 100;

/**
 * A new role: label and menus in one transaction, with an audit entry each. Its id is made from the title (roleIdOf) and
 * stays. The same form sent twice makes one role. Errors: `forbidden`, `invalid-input` by field.
 */
export async function createRole(services: Services, call: CreateRoleCall): Promise<{ id: string }> {
  requireRoleEditor(call.actor);
  const title = readTitle(call.title);
  const { id, written } = await services.documents.main.transaction(async (tx) => {
    const roles = await readStoredRoles(tx);
    const menus = readMenus('', call.menus ?? copiedMenus(roles, call.copyFrom));
    const same = roles.find((role) => role.isActive && role.title === title && isSame(role.menus, menus));
    if (same && isOwnWork(same, call.actor)) return { id: same.id, written: [] };
    requireOwnTitle(roles, title, '');
    if (roles.length >= ROLES_MAX) throw invalidFields({ title: [`Se admiten hasta ${ROLES_MAX} roles, con los retirados.`] }, 'problems');
    const id = roleIdOf(
      title,
      roles.flatMap((role) => [role.id, role.documentId]),
    );
    const values: RoleValues = { title, menus };
    const { companion, read } = roleKind({ id, title, documentId: id, permissions: null });
    const stamp = stampFor(read, { title, ...companion?.read({ menus }) }, call.actor);
    const parts = [
      { path: `${ROLES_COLLECTION}/${id}`, action: AUDIT_ACTIONS.roleCreated, newData: { title: values.title, value: id } },
      { path: permissionsPath(id), action: AUDIT_ACTIONS.roleMenusUpdated, newData: { menus: values.menus } },
    ] as const;
    for (const { path, action, newData } of parts) {
      tx.create(path, { ...newData, ...stamp });
      writeAudit(tx, { actor: call.actor, requestId: call.requestId, action, targetPath: path, beforeData: null, newData });
    }
    return { id, written: parts.map(({ path }) => path) };
  });
  if (written.length > 0) await services.readModel.projectNow('main', written);
  return { id };
}

function isOwnWork(role: StoredRole, actor: CreateRoleCall['actor']): boolean {
  const kind = roleKind(role);
  return saverOf(kind.read, wholeRecord(kind, role.label, role.permissions) ?? {}, actor)?.isActor ?? false;
}

/** Errors: `invalid-input` at `copyFrom`. */
function copiedMenus(roles: readonly StoredRole[], from: string): readonly string[] {
  if (from === '') return [];
  const role = roles.find((one) => one.id === from);
  if (!role) throw invalidFields({ copyFrom: ['El rol del que quiere copiar ya no existe.'] }, 'problems');
  return role.menus;
}

/**
 * Stores title and menus in one transaction, with an audit entry for each document that changes; loadStaff reads them at
 * everyone's next request. A save that changes nothing succeeds without writing.
 * @returns what others changed meanwhile and the save has kept
 * Errors: `forbidden`, `not-found`, `invalid-input`, `conflict` (RoleConflict, or a retired role).
 */
export async function updateRole(services: Services, call: UpdateRoleCall): Promise<Merged | null> {
  requireRoleEditor(call.actor);
  const values: Partial<RoleValues> = {
    ...(call.title !== undefined && { title: readTitle(call.title) }),
    ...(call.menus !== undefined && { menus: readMenus(call.role, call.menus) }),
  };
  const role = await requireRole(services, call.role);
  return saveChange(services, roleKind(role), {
    actor: call.actor,
    requestId: call.requestId,
    id: role.documentId,
    ifVersion: call.ifVersion,
    base: call.base ?? null,
    values,
    admit({ data }) {
      if (!isActive(data) && !role.isActive) throw retiredError(role);
    },
    async check(tx, wanted, changed) {
      if (changed.includes('title')) requireOwnTitle(await readStoredRoles(tx), wanted.title, role.id);
    },
  });
}

function retiredError({ id, title }: StoredRole): AppError {
  return new AppError('conflict', `role ${id} is retired`, {
    userMessage: `El rol «${title}» está retirado. Restáurelo antes de cambiarlo.`,
  });
}
