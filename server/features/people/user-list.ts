import { ROLES, roleTitle } from '../../domain/roles.ts';
import { flagFilter, optionFilter, recordFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { AGENCIES } from '../../read-model/pages/choices.ts';
import type { UserColumns } from './users.projection.ts';

export interface UserListRow extends Omit<UserColumns, 'briefcase_permissions' | 'digitalization_permission_id' | 'department'> {
  id: string;
  agencyName: string;
  departmentName: string;
  /** Of the newest counted click; null when there is none. */
  lastActivityAt: Date | null;
  createdAt: Date;
}

export const USERS: List<UserListRow> = {
  menu: 'users',
  url: '/users/list-users',
  noun: { singular: 'usuario', plural: 'usuarios', gender: 'm' },
  source: {
    table: 'usuarios',
    select: `t.id, t.name, t.email, t.role, t.phone, t.agency, coalesce(a.nombre, '') AS "agencyName", coalesce(t.department->>'name', '') AS "departmentName",
      t.position, t.state, t.clicks, t."createdAt",
      (SELECT x."lastAt" FROM actividad_usuarios x WHERE x."userId" = t.id AND NOT x.source_deleted ORDER BY x."lastAt" DESC LIMIT 1) AS "lastActivityAt"`,
    joins: 'LEFT JOIN agencias a ON a.id = t.agency',
    named: [{ column: 'agency', table: 'agencias', name: 'nombre' }],
  },
  sortable: {
    name: { type: 'text' },
    email: { type: 'text' },
    clicks: { type: 'integer', first: 'desc' },
    createdAt: { type: 'timestamptz' },
  },
  filters: [
    optionFilter({
      name: 'role',
      label: 'Rol',
      all: 'Rol: todos',
      options: ROLES.map(({ value, title }) => ({ value, label: title })),
    }),
    recordFilter({ name: 'agency', label: 'Agencia', all: 'Agencia: todas', records: AGENCIES }),
    flagFilter({ name: 'state', label: 'Estado', all: 'Estado: todos', words: ['Activos', 'Inactivos'] }),
  ],
  sheet: {
    columns: [
      { title: 'Nombre', kind: 'text', width: 32, value: (row) => row.name },
      { title: 'Correo electrónico', kind: 'text', width: 32, value: (row) => row.email },
      { title: 'Rol', kind: 'text', value: (row) => roleTitle(row.role) },
      { title: 'Agencia', kind: 'text', value: (row) => row.agencyName },
      { title: 'Departamento', kind: 'text', value: (row) => row.departmentName },
      { title: 'Puesto', kind: 'text', value: (row) => row.position },
      { title: 'Teléfono', kind: 'text', value: (row) => row.phone },
      { title: 'Activo', kind: 'boolean', value: (row) => row.state },
      { title: 'Clics', kind: 'integer', total: true, value: (row) => row.clicks },
      { title: 'Última actividad', kind: 'datetime', value: (row) => row.lastActivityAt },
      { title: 'Fecha de creación', kind: 'datetime', value: (row) => row.createdAt },
      { title: 'Código', kind: 'text', value: (row) => row.id },
    ],
  },
};
