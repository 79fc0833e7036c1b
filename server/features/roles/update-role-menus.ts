import { AppError } from '../../domain/errors.ts';
import { isMenuId, menuTitle, type MenuId } from '../../domain/menu.ts';
import { joinWithAnd } from '../../domain/text.ts';
import type { RolesServices } from './create-roles.ts';
import { inMenuOrder, lockedMenus, mayEditRoles, requireRole, requireRoles, roleKind } from './role-document.ts';
import { saveChange } from '../../records/save-change.ts';
import type { UpdateRoleMenusCall } from './roles.ts';

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
  await saveChange(services, roleKind(role), { ...call, id: role.value, values: { menus: wanted } });
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

function invalid(message: string, userMessage: string): AppError {
  return new AppError('invalid-input', message, { userMessage, fields: { menus: [userMessage] } });
}
