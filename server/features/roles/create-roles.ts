import type { Services } from '../../services.ts';
import { findRoles, getRole } from './find-roles.ts';
import type { Roles } from './roles.ts';
import { updateRoleMenus } from './update-role-menus.ts';

export type RolesServices = Pick<Services, 'documents' | 'readModel' | 'sql'>;

export function createRoles(services: RolesServices): Roles {
  return {
    findRoles: (call) => findRoles(services, call),
    getRole: (call) => getRole(services, call),
    updateRoleMenus: (call) => updateRoleMenus(services, call),
  };
}
