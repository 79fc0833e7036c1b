import { AppError } from '../../domain/errors.ts';
import { isMenuId, menuTitle, type MenuId } from '../../domain/menu.ts';
import { invalidFields } from '../../platform/read-input.ts';
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
  if (unknown.length > 0) throw invalidFields({ menus: ['Hay opciones que el portal no conoce. Vuelva a cargar la página.'] }, 'problems');
  const given = new Set(menus);
  const missing = lockedMenus(role).filter((menu) => !given.has(menu));
  if (missing.length > 0) {
    const kept = joinWithAnd(missing.map((menu) => `«${menuTitle(menu)}»`));
    throw invalidFields(
      { menus: [`El rol Administrador debe conservar ${kept}: sin eso nadie podría devolver los permisos.`] },
      'problems',
    );
  }
  return inMenuOrder(given);
}
