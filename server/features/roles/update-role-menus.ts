import { writeAudit } from '../../records/write-audit.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { isMenuId, menuTitle, type MenuId } from '../../domain/menu.ts';
import { joinWithAnd } from '../../domain/text.ts';
import type { RolesServices } from './create-roles.ts';
import { inMenuOrder, lockedMenus, mayEditRoles, menusOf, requireRole, requireRoles, rolePath, versionOf } from './role-document.ts';
import type { RoleConflict, UpdateRoleMenusCall } from './roles.ts';

/**
 * Stores the menus of a role with the audit entry; loadStaff reads them at everyone's next request. A save that changes
 * nothing succeeds without writing. Errors: `forbidden`, `not-found`, `invalid-input`, `conflict` (RoleConflict).
 */
export async function updateRoleMenus(services: RolesServices, call: UpdateRoleMenusCall): Promise<void> {
  requireRoles(call.actor);
  if (!mayEditRoles(call.actor)) {
    throw new AppError('forbidden', `staff ${call.actor.id} may not edit roles`, {
      userMessage: 'Solo un Administrador puede cambiar lo que ve cada rol.',
      permission: 'Administrador',
    });
  }
  const role = requireRole(call.role);
  const wanted = readMenus(role.value, call.menus);
  const path = rolePath(role.value);
  const changed = await services.documents.main.transaction(async (tx) => {
    const stored = await tx.get(path);
    const before = menusOf(role, stored);
    const isInactive = stored?.data['isActive'] === false;
    if (stored && !isInactive && sameMenus(before, wanted)) return false;
    if (versionOf(stored) !== call.ifVersion) throw conflict({ stored: before, submitted: wanted, version: versionOf(stored) });
    if (stored) tx.update(path, isInactive ? { menus: wanted, isActive: true } : { menus: wanted }, { ifVersion: stored.version });
    else tx.create(path, { menus: wanted });
    writeAudit(tx, {
      actor: call.actor,
      action: AUDIT_ACTIONS.roleMenusUpdated,
      targetPath: path,
      beforeData: stored ? { menus: before } : null,
      newData: { menus: wanted },
      at: new Date(),
      requestId: call.requestId,
    });
    return true;
  });
  if (changed) await services.readModel.projectNow('main', [path]);
}

function readMenus(role: string, menus: readonly string[]): MenuId[] {
  const unknown = menus.filter((menu) => !isMenuId(menu));
  if (unknown.length > 0)
    throw invalid(
      `unknown menus ${unknown.slice(0, 5).join(', ').slice(0, 200)}`,
      'Hay opciones que el portal no conoce. Vuelva a cargar la página.',
    );
  const given = new Set(menus);
  const missing = lockedMenus(role).filter((menu) => !given.has(menu));
  if (missing.length > 0) {
    throw invalid(
      `administrator without ${missing.join(', ')}`,
      `El rol Administrador debe conservar ${joinWithAnd(missing.map((menu) => `«${menuTitle(menu)}»`))}: sin eso nadie podría devolver los permisos.`,
    );
  }
  return inMenuOrder(given);
}

function sameMenus(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((menu, index) => menu === b[index]);
}

function invalid(message: string, userMessage: string): AppError {
  return new AppError('invalid-input', message, { userMessage, fields: { menus: [userMessage] } });
}

function conflict(details: RoleConflict): AppError {
  return new AppError('conflict', `role has version ${details.version}`, {
    userMessage: 'Otra persona cambió los permisos de este rol mientras usted los editaba. Compare y guarde de nuevo.',
    details: { ...details },
  });
}
