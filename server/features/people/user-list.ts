import type { User } from '#prisma/generated/client.ts';
import { parseDayMonthYear, startOfDay } from '../../domain/dates.ts';
import { inRoleOrder, roleTitle } from '../../domain/roles.ts';
import { activeLabel } from '../../domain/text.ts';
import { declareColumns } from '../../lists/columns.ts';
import { flagFilter, optionFilter, recordFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { ID_COLUMN } from '../../lists/record-columns.ts';
import { fragment, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { AGENCIES, DEPARTMENTS, POSITIONS } from '../../read-model/pages/choices.ts';
import type { NamedColumn } from '../../read-model/pages/page-source.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import { namesOfRole, readRolesForScreen, type RoleDirectory } from '../../staff/role-directory.ts';
import { fieldNamed } from '../../records/record-fields.ts';
import { USER_FIELDS } from './user.ts';
import { USER_ACTS } from './user-acts.ts';
import { selectColumns, type SelectedRow } from '../../platform/sql/sql-columns.ts';

const COLUMNS = selectColumns<User>()('id', 'name', 'email', 'role', 'phone', 'agency', 'position', 'state', 'clicks', 'createdAt');

export interface UserListRow extends SelectedRow<typeof COLUMNS> {
  agencyName: string;
  departmentName: string;
  positionName: string;
  /** Time of the newest counted click; null if there is none. */
  lastActivityAt: Date | null;
}

const NAMED_COLUMNS: readonly NamedColumn[] = [
  { column: 'agency', ...AGENCIES },
  { column: 'position', ...POSITIONS },
];

/** The part of the list that does not depend on the roles. */
export const USERS: Omit<List<UserListRow>, 'columns' | 'filters' | 'hit'> = {
  menu: 'users',
  url: '/users/list-users',
  noun: { singular: 'usuario', plural: 'usuarios', gender: 'm' },
  newUrl: '/users/list-users/new',
  acts: USER_ACTS,
  source: {
    table: 'usuarios',
    select: `${COLUMNS.sql('t')}, coalesce(a.nombre, '') AS "agencyName", coalesce(t.department->>'name', '') AS "departmentName",
      coalesce(nullif(p.nombre, ''), t.position) AS "positionName",
      (SELECT x."lastAt" FROM actividad_usuarios x WHERE x."userId" = t.id AND NOT x.source_deleted ORDER BY x."lastAt" DESC LIMIT 1) AS "lastActivityAt"`,
    joins: 'LEFT JOIN agencias a ON a.id = t.agency LEFT JOIN puestos p ON p.id = t.position',
    named: NAMED_COLUMNS,
    computed: [lastActivity],
  },
};

/** The staff, with the present titles of roles: by those people are found, filtered and exported. */
export function usersList(directory: RoleDirectory): List<UserListRow> {
  const { roles } = directory;
  const namesOf = (id: string) => namesOfRole(directory, id).map(({ role }) => role);
  return {
    ...USERS,
    source: {
      ...USERS.source,
      named: [
        ...NAMED_COLUMNS,
        { column: 'role', values: directory.named.map(({ role }) => ({ id: role, name: roleTitle(roles, role) })) },
      ],
    },
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
      recordFilter({
        name: 'department',
        label: 'Departamento',
        all: 'Departamento: todos',
        place: 'more',
        records: DEPARTMENTS,
        where: (id) => [fragment`t.department ->> 'id' = ${id}`],
      }),
      recordFilter({ name: 'position', label: 'Puesto', all: 'Puesto: todos', place: 'more', records: POSITIONS }),
    ],
    hit: {
      title: (row) => row.name || row.email,
      facts: (row) => [row.email, roleTitle(roles, row.role), row.agencyName, activeLabel(row.state)],
    },
    columns: declareColumns([
      {
        name: 'name',
        label: 'Nombre',
        title: fieldNamed(USER_FIELDS, 'name').label,
        look: 'cut',
        width: 32,
        sort: { type: 'text' },
        text: (row) => row.name || row.email,
      },
      { name: 'email', label: 'Correo electrónico', look: 'cut', from: 'md', width: 32, sort: { type: 'text' } },
      { name: 'role', label: 'Rol', look: 'cut', from: 'sm', phone: 'bare', value: (row) => roleTitle(roles, row.role) },
      { name: 'agency', label: 'Agencia', look: 'cut', from: 'sm', phone: 'bare', value: (row) => row.agencyName },
      { name: 'department', label: 'Departamento', look: 'cut', from: 'xl', value: (row) => row.departmentName },
      { name: 'position', label: 'Puesto', look: 'cut', from: 'xl', value: (row) => row.positionName },
      { title: 'Teléfono', value: (row) => row.phone },
      { name: 'state', label: 'Estado', title: 'Activo', kind: 'boolean' },
      { name: 'clicks', label: 'Clics', kind: 'integer', look: 'num', from: 'lg', total: true, sort: { type: 'integer', first: 'desc' } },
      {
        name: 'lastActivity',
        label: 'Último clic',
        kind: 'datetime',
        look: 'nowrap tabular',
        from: 'lg',
        value: (row) => row.lastActivityAt,
      },
      { title: 'Fecha de creación', kind: 'datetime', value: (row) => row.createdAt },
      { ...ID_COLUMN, isImported: true },
    ]),
    sortable: { createdAt: { type: 'timestamptz' } },
  };
}

/** The list for uses that name no role: its sorts, and figures that link to it. */
export const USERS_WITHOUT_ROLES = usersList({ roles: [], named: [], menus: new Map(), withheld: new Map() });

/** The list for the global search: reads the roles in one more statement, inside its snapshot. */
export async function openUsersList(read: Read): Promise<List<UserListRow>> {
  return usersList(await readRolesForScreen(read));
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** `19/11/2026 22:30` or the day alone. Clicks are in a table of their own. */
function lastActivity(q: string): SqlFragment | null {
  const [day = '', time, ...rest] = q.slice(0, 20).split(' ');
  const date = parseDayMonthYear(day);
  const clock = /^(\d{1,2}):(\d{2})$/.exec(time ?? '0:00');
  if (date === null || clock === null || rest.length > 0) return null;
  const start = startOfDay(date).getTime() + (Number(clock[1]) * 60 + Number(clock[2])) * MINUTE_MS;
  const end = start + (time === undefined ? DAY_MINUTES : 1) * MINUTE_MS;
  // The indexed day first; the day in a document may be next to that of its time.
  return fragment`t.id IN (SELECT x."userId" FROM actividad_usuarios x WHERE NOT x.source_deleted
    AND x.day BETWEEN ${date}::date - 1 AND ${date}::date + 1 AND x."lastAt" >= ${new Date(start)} AND x."lastAt" < ${new Date(end)}
    AND NOT EXISTS (SELECT 1 FROM actividad_usuarios y WHERE y."userId" = x."userId" AND NOT y.source_deleted AND y."lastAt" >= ${new Date(end)}))`;
}
