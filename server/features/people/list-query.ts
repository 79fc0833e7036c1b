import { ROLES, roleTitle } from '../../domain/roles.ts';
import { readFlagFilter, readListAddress, readTextFilter, type Sortable } from '../../read-model/pages/list-address.ts';
import type { PageSource } from '../../read-model/pages/page-source.ts';
import type { PageRequest } from '../../read-model/read-model.ts';
import { fragment, identifier, type SqlFragment } from '../../platform/sql-fragment.ts';
import { USER_FILTERS, type ListedUser, type UserFilter, type UserListQuery } from './users.ts';

const SORTABLE: Sortable = { name: 'asc', email: 'asc', clicks: 'desc', createdAt: 'desc' };

export const USER_SOURCE: PageSource = {
  table: 'usuarios',
  select: `t.id, t.name, t.email, t.role, t.phone, t.agency, coalesce(a.nombre, '') AS "agencyName", coalesce(t.department->>'name', '') AS "departmentName",
    t.position, t.state, t.clicks, t."createdAt",
    (SELECT x."lastAt" FROM actividad_usuarios x WHERE x."userId" = t.id AND NOT x.source_deleted ORDER BY x."lastAt" DESC LIMIT 1) AS "lastActivityAt"`,
  joins: 'LEFT JOIN agencias a ON a.id = t.agency',
  named: [{ column: 'agency', table: 'agencias', name: 'nombre' }],
  sortable: { name: { type: 'text' }, email: { type: 'text' }, clicks: { type: 'integer' }, createdAt: { type: 'timestamptz' } },
};

/** Leniently, see readListAddress. */
export function readUserListQuery(params: URLSearchParams, defaultPageSize: number): UserListQuery {
  return {
    ...readListAddress(params, { sortable: SORTABLE, pageSize: defaultPageSize }),
    filters: Object.fromEntries(USER_FILTERS.flatMap((name) => readFilter(name, params.get(name)))),
  };
}

function readFilter(name: UserFilter, value: string | null): [UserFilter, string][] {
  const text = readTextFilter(value);
  if (text === undefined) return [];
  if (name === 'state' && readFlagFilter(text) === undefined) return [];
  if (name === 'role' && !ROLES.some((role) => role.value === text)) return [];
  return [[name, text]];
}

export function userListRequest(query: UserListQuery): PageRequest {
  const { q, page, cursor, pageSize, sort, dir } = query;
  return { q, page, cursor, pageSize, sort, dir };
}

/** The same for page, count and export. */
export function userConditions({ filters }: UserListQuery): SqlFragment[] {
  return Object.entries(filters).map(([name, value]) => fragment`t.${identifier(name)} = ${name === 'state' ? value === 'true' : value}`);
}

export interface UserListRow extends Omit<ListedUser, 'roleTitle' | 'createdAt' | 'lastActivityAt'> {
  createdAt: Date;
  lastActivityAt: Date | null;
}

export function toListedUser(row: UserListRow): ListedUser {
  return {
    ...row,
    roleTitle: roleTitle(row.role),
    createdAt: row.createdAt.toISOString(),
    lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
  };
}
