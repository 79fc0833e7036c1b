import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { PERMISSIONS_COLLECTION, ROLES_COLLECTION } from '../../staff/stored-roles.ts';
import { findRoles, getRole, findRoleStory } from './find-roles.ts';
import { restoreRole, retireRole } from './retire-role.ts';
import { LABEL_FIELDS, PERMISSION_FIELDS, ROLE_FORM } from './role.ts';
import { createRole, updateRole } from './save-role.ts';
import { rolePermissionsProjection, rolesProjection } from './roles.projection.ts';
import { roleMenusReport } from './role-menus-report.ts';
import { text } from '../../records/fields.ts';
import { pageAt, pageUnder } from '../../records/declared-record.ts';
import { feature } from '../feature.ts';
import { listVerbs } from '../../lists/list-verbs.ts';
import { deactivateSet, restoreSet } from './deactivate-set.ts';
import { findMatrix, findSetChoices, getSet, findSetStory } from './find-sets.ts';
import { createSet, reviewSet, updateSet } from './save-set.ts';
import { PERMISSION_SETS } from './set-list.ts';
import { findSimulatablePeople, simulate } from './simulate.ts';
import { SET_FIELDS, SET_FORM } from './set.ts';
import { setTypesReport } from './set-types-report.ts';
import { permissionSetsProjection } from './permission-sets.projection.ts';
import { declareList } from '../../lists/declared-list.ts';

export type Roles = ReturnType<typeof createRoles>;

/** Roles and their menus: `portal.roles`. */
export function createRoles(services: Services) {
  return {
    form: ROLE_FORM,
    ...bind(services, { findRoles, getRole, findRoleStory, createRole, updateRole, retireRole, restoreRole }),
  };
}

const ROLES_URL = '/settings/roles';

export type PermissionSets = ReturnType<typeof createPermissionSets>;

/** Permission sets of digitalization: `portal.permissionSets`. Each verb checks the permission itself. */
export function createPermissionSets(services: Services) {
  return {
    form: SET_FORM,
    ...bind(services, {
      findSets: listVerbs(PERMISSION_SETS).findPage,
      getSet,
      findSetStory,
      findMatrix,
      findSetChoices,
      createSet,
      updateSet,
      reviewSet,
      deactivateSet,
      restoreSet,
      findSimulatablePeople,
      simulate,
    }),
  };
}

export const roles = feature({
  verbs: { roles: createRoles, permissionSets: createPermissionSets },
  records: {
    [ROLES_COLLECTION]: {
      noun: { singular: 'rol', plural: 'roles', gender: 'm' },
      page: pageAt({ menu: 'users', url: ROLES_URL }),
      names: { table: 'roles', name: 'title' },
      // Other programs also write which role a label belongs to.
      fields: [...LABEL_FIELDS, text({ name: 'value', label: 'Valor' })],
    },
    [PERMISSIONS_COLLECTION]: {
      noun: { singular: 'permisos del rol', plural: 'permisos de roles', gender: 'm' },
      page: pageUnder({ menu: 'users', url: ROLES_URL }),
      // They have the id of their role.
      names: { table: 'roles', name: 'title' },
      fields: PERMISSION_FIELDS,
    },
    permisos_documentos: {
      noun: PERMISSION_SETS.noun,
      title: 'Permisos de documentos',
      page: pageUnder(PERMISSION_SETS),
      names: { table: 'permisos_documentos', name: 'title' },
      fields: SET_FIELDS,
    },
  },
  projections: [rolesProjection, rolePermissionsProjection, permissionSetsProjection],
  lists: [declareList(PERMISSION_SETS)],
  reports: [roleMenusReport, setTypesReport],
});
