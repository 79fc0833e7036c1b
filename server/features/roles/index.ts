import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { findRoles, getRole } from './find-roles.ts';
import { restoreRole, retireRole } from './retire-role.ts';
import { createRole, updateRole } from './save-role.ts';
import { rolesProjection } from './roles.projection.ts';
import { rolePermissionsProjection } from './role-permissions.projection.ts';
import { roleMenusReport } from './role-menus-report.ts';
import { feature } from '../feature.ts';

export type Roles = ReturnType<typeof createRoles>;

/** Roles and their menus: `portal.roles`. */
export function createRoles(services: Services) {
  return bind(services, { findRoles, getRole, createRole, updateRole, retireRole, restoreRole });
}

export const roles = feature({
  verbs: { roles: createRoles },
  projections: [rolesProjection, rolePermissionsProjection],
  reports: [roleMenusReport],
});
