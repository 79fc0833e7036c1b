import { ROLES, roleTitle } from '../domain/roles.ts';
import type { PageSource } from '../read-model/page-source.ts';
import type { PageRequest } from '../read-model/read-model.ts';
import { fragment, identifier, type SqlFragment } from '../read-model/sql-fragment.ts';
import { USER_FILTERS, type ListedUser, type UserFilter, type UserListQuery } from './users.ts';

export const PAGE_SIZES = [10, 25, 50, 100] as const;
const PAGE_MAX = 1_000_000;
const QUERY_MAX = 200;
const FILTER_MAX = 200;

export const USER_SOURCE: PageSource = {
  table: 'usuarios',
  select: `t.id, t.name, t.email, t.role, t.phone, t.agency, coalesce(a.nombre, '') AS "agencyName", coalesce(t.department->>'name', '') AS "departmentName",
    t.position, t.state, t.clicks, t."createdAt",
    (SELECT x."lastAt" FROM actividad_usuarios x WHERE x."userId" = t.id AND NOT x.source_deleted ORDER BY x."lastAt" DESC LIMIT 1) AS "lastActivityAt"`,
  joins: 'LEFT JOIN agencias a ON a.id = t.agency',
  sortable: { name: { type: 'text' }, email: { type: 'text' }, clicks: { type: 'integer' }, createdAt: { type: 'timestamptz' } },
};

/** Leniently: what cannot be is as if it were not there, so an old bookmark or a typed address still gives a list. */
export function readUserListQuery(params: URLSearchParams, defaultPageSize: number): UserListQuery {
  const sort = params.get('sort') ?? '';
  const sorted = Object.hasOwn(USER_SOURCE.sortable, sort);
  const dir = params.get('dir');
  const page = params.get('page') ?? '';
  const highestFirst = !sorted || sort === 'createdAt' || sort === 'clicks';
  return {
    q: (params.get('q') ?? '').trim().slice(0, QUERY_MAX),
    page: /^\d{1,7}$/.test(page) ? Math.min(Math.max(Number(page), 1), PAGE_MAX) : 1,
    cursor: params.get('cursor') ?? undefined,
    pageSize: PAGE_SIZES.find((size) => String(size) === params.get('pageSize')) ?? defaultPageSize,
    sort: sorted ? sort : 'createdAt',
    dir: dir === 'asc' || dir === 'desc' ? dir : highestFirst ? 'desc' : 'asc',
    filters: Object.fromEntries(USER_FILTERS.flatMap((name) => readFilter(name, params.get(name)))),
  };
}

function readFilter(name: UserFilter, value: string | null): [UserFilter, string][] {
  if (value === null || value === '' || value.length > FILTER_MAX || /\p{Cc}|\p{Cs}/u.test(value)) return [];
  if (name === 'state' && value !== 'true' && value !== 'false') return [];
  if (name === 'role' && !ROLES.some((role) => role.value === value)) return [];
  return [[name, value]];
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
  return { ...row, roleTitle: roleTitle(row.role), createdAt: row.createdAt.toISOString(), lastActivityAt: row.lastActivityAt?.toISOString() ?? null };
}
