import { findRole, inRoleOrder, roleTitle } from '../../domain/roles.ts';
import { flagFilter, optionFilter, recordFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { fragment } from '../../platform/sql-fragment.ts';
import { AGENCIES } from '../../read-model/pages/choices.ts';
import type { RoleDirectory } from '../../staff/role-directory.ts';
import type { UserColumns } from './users.projection.ts';

export interface UserListRow extends Omit<UserColumns, 'briefcase_permissions' | 'digitalization_permission_id' | 'department'> {
  id: string;
  agencyName: string;
  departmentName: string;
  positionName: string;
  /** Of the newest counted click; null when there is none. */
  lastActivityAt: Date | null;
  createdAt: Date;
}

export const USERS_URL = '/users/list-users';

/** What of the list does not depend on which roles there are. */
export const USERS_SORTABLE: List<UserListRow>['sortable'] = {
  name: { type: 'text' },
  email: { type: 'text' },
  clicks: { type: 'integer', first: 'desc' },
  createdAt: { type: 'timestamptz' },
};

export const USERS_SOURCE = {
  table: 'usuarios',
  select: `t.id, t.name, t.email, t.role, t.phone, t.agency, coalesce(a.nombre, '') AS "agencyName", coalesce(t.department->>'name', '') AS "departmentName",
      t.position, coalesce(nullif(p.nombre, ''), t.position) AS "positionName", t.state, t.clicks, t."createdAt",
      (SELECT x."lastAt" FROM actividad_usuarios x WHERE x."userId" = t.id AND NOT x.source_deleted ORDER BY x."lastAt" DESC LIMIT 1) AS "lastActivityAt"`,
  joins: 'LEFT JOIN agencias a ON a.id = t.agency LEFT JOIN puestos p ON p.id = t.position',
  named: [
    { column: 'agency', table: 'agencias', name: 'nombre' },
    { column: 'position', table: 'puestos', name: 'nombre' },
  ],
} as const satisfies List<UserListRow>['source'];

/** The staff, with the roles as they are called now: by their titles people are found, filtered and exported. */
export function usersList(directory: RoleDirectory): List<UserListRow> {
  const { roles } = directory;
  const namesOf = (id: string) => directory.named.filter(({ role }) => findRole(roles, role)?.id === id).map(({ role }) => role);
  return {
    menu: 'users',
    url: USERS_URL,
    noun: { singular: 'usuario', plural: 'usuarios', gender: 'm' },
    source: {
      ...USERS_SOURCE,
      named: [
        ...USERS_SOURCE.named,
        { column: 'role', values: directory.named.map(({ role }) => ({ id: role, name: roleTitle(roles, role) })) },
      ],
    },
    sortable: USERS_SORTABLE,
    filters: [
      optionFilter({
        name: 'role',
        label: 'Rol',
        all: 'Rol: todos',
        options: inRoleOrder(roles).map(({ id, title, isActive }) => ({ value: id, label: isActive ? title : `${title} (retirado)` })),
        where: (id) => [fragment`t.role = ANY(${namesOf(id)}::text[])`],
      }),
      recordFilter({ name: 'agency', label: 'Agencia', all: 'Agencia: todas', records: AGENCIES }),
      flagFilter({ name: 'state', label: 'Estado', all: 'Estado: todos', words: ['Activos', 'Inactivos'] }),
    ],
    sheet: {
      columns: [
        { title: 'Nombre', kind: 'text', width: 32, value: (row) => row.name },
        { title: 'Correo electrónico', kind: 'text', width: 32, value: (row) => row.email },
        { title: 'Rol', kind: 'text', value: (row) => roleTitle(roles, row.role) },
        { title: 'Agencia', kind: 'text', value: (row) => row.agencyName },
        { title: 'Departamento', kind: 'text', value: (row) => row.departmentName },
        { title: 'Puesto', kind: 'text', value: (row) => row.positionName },
        { title: 'Teléfono', kind: 'text', value: (row) => row.phone },
        { title: 'Activo', kind: 'boolean', value: (row) => row.state },
        { title: 'Clics', kind: 'integer', total: true, value: (row) => row.clicks },
        { title: 'Última actividad', kind: 'datetime', value: (row) => row.lastActivityAt },
        { title: 'Fecha de creación', kind: 'datetime', value: (row) => row.createdAt },
        { title: 'Código', kind: 'text', value: (row) => row.id },
      ],
    },
  };
}
