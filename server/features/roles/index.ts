import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { PERMISSIONS_COLLECTION, ROLES_COLLECTION } from '../../staff/stored-roles.ts';
import { findRoles, getRole } from './find-roles.ts';
import { restoreRole, retireRole } from './retire-role.ts';
import { LABEL_FIELDS, PERMISSION_FIELDS, ROLE_FORM } from './role.ts';
import { createRole, updateRole } from './save-role.ts';
import { rolePermissionsProjection, rolesProjection } from './roles.projection.ts';
import { roleMenusReport } from './role-menus-report.ts';
import { text } from '../../records/fields.ts';
import { pageAt, pageUnder } from '../../records/declared-record.ts';
import { feature } from '../feature.ts';

export type Roles = ReturnType<typeof createRoles>;

/** Roles and their menus: `portal.roles`. */
export function createRoles(services: Services) {
  return { form: ROLE_FORM, ...bind(services, { findRoles, getRole, createRole, updateRole, retireRole, restoreRole }) };
}

const ROLES_URL = '/settings/roles';

export const roles = feature({
  verbs: { roles: createRoles },
  records: {
    [ROLES_COLLECTION]: {
      noun: { singular: 'rol', plural: 'roles', gender: 'm' },
      page: pageAt({ menu: 'users', url: ROLES_URL }),
      names: { table: 'roles', name: 'title' },
      // Which role a label names other programs write as well.
      fields: [...LABEL_FIELDS, text({ name: 'value', label: 'Valor' })],
    },
    [PERMISSIONS_COLLECTION]: {
      noun: { singular: 'permisos del rol', plural: 'permisos de roles', gender: 'm' },
      page: pageUnder({ menu: 'users', url: ROLES_URL }),
      fields: PERMISSION_FIELDS,
    },
  },
  projections: [rolesProjection, rolePermissionsProjection],
  reports: [roleMenusReport],
});
