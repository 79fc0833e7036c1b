import type { User } from '#prisma/generated/client.ts';
import type { Act, WithheldAct } from '../domain/menu-acts.ts';
import type { MenuId } from '../domain/menu.ts';
import { may, type Staff } from '../domain/permissions.ts';
import { findRole, menusOfRole, permissionIdOf, withheldOfRole, type KnownRole } from '../domain/roles.ts';
import type { Sql } from '../platform/sql/sql.ts';
import { mapOutage } from '../platform/sql/database-outage.ts';
import { trusted } from '../platform/sql/sql-fragment.ts';
import type { Read } from '../read-model/pages/screen-query.ts';
import { SELECT_ROLES, toKnownRoles, type RoleColumns } from '../read-model/vocabularies.ts';

/**
 * The menus of a role, and the acts withheld from its people; no menus if its document was removed, those of a
 * new installation if there never was one.
 */
export function grantsOf(
  roles: readonly KnownRole[],
  id: string,
  { role_menus }: RoleColumns,
): { menus: MenuId[]; withheld: WithheldAct[] } {
  const idsOf = (exists: boolean) => role_menus.filter((entry) => entry.exists === exists).map((entry) => entry.id);
  const found = permissionIdOf(roles, id, idsOf(true)) ?? permissionIdOf(roles, id, idsOf(false));
  const stored = role_menus.find((entry) => entry.id === found);
  const menus = menusOfRole(id, stored?.menus ?? null);
  return { menus, withheld: withheldOfRole(id, stored?.accionesNegadas ?? [], menus) };
}

/** A constant text, planned once per connection. */
const DIRECTORY = `SELECT ${SELECT_ROLES},
  (SELECT coalesce(jsonb_agg(n), '[]') FROM (
     SELECT role, count(*) FILTER (WHERE state)::integer AS active, count(*) FILTER (WHERE NOT state)::integer AS inactive
     FROM usuarios WHERE "isActive" AND NOT source_deleted GROUP BY role
   ) n) AS named`;

type DirectoryRow = RoleColumns & Pick<RoleDirectory, 'named'>;

/** Every role, from the read model, with the texts by which people's documents refer to roles. */
export async function readRoleDirectory(sql: Pick<Sql, 'query'>): Promise<RoleDirectory> {
  const { rows } = await mapOutage(sql.query<DirectoryRow>({ name: 'role-directory', text: DIRECTORY }));
  return toDirectory(rows);
}

/** The texts in people's documents that refer to this role. */
export function namesOfRole({ roles, named }: Pick<RoleDirectory, 'named' | 'roles'>, id: string): RoleDirectory['named'] {
  return named.filter(({ role }) => findRole(roles, role)?.id === id);
}

/** As readRoleDirectory, inside the snapshot of a screen. */
export async function readRolesForScreen(read: Read): Promise<RoleDirectory> {
  return toDirectory(await read<DirectoryRow>(trusted(DIRECTORY), { keepsPlan: true }));
}

/** The texts in people's documents that refer to a role whose people may do this on this screen. */
export function rolesOpening(directory: RoleDirectory, menu: MenuId, act: Act = 'view'): string[] {
  return directory.named.map(({ role }) => role).filter((text) => may(rightsOfRole(directory, text), menu, act));
}

/** The rights of a person whose document refers to a role by this text, as at their own requests (load-staff.ts). */
export function rightsOfRole({ roles, menus, withheld }: RoleDirectory, text: string): Pick<Staff, 'menus' | 'ownAgencyOnly' | 'withheld'> {
  const role = findRole(roles, text);
  if (!role?.isActive) return { menus: new Set() };
  const ownAgencyOnly = role.soloAgencia && { ownAgencyOnly: true as const };
  return { menus: new Set(menus.get(role.id)), withheld: new Set(withheld.get(role.id)), ...ownAgencyOnly };
}

function toDirectory([row]: readonly DirectoryRow[]): RoleDirectory {
  if (!row) return { roles: [], named: [], menus: new Map(), withheld: new Map() };
  const roles = toKnownRoles(row);
  const grants = roles.map(({ id }) => [id, grantsOf(roles, id, row)] as const);
  return {
    roles,
    named: row.named,
    menus: new Map(grants.map(([id, { menus }]) => [id, menus])),
    withheld: new Map(grants.map(([id, { withheld }]) => [id, withheld])),
  };
}

export interface RoleDirectory {
  roles: KnownRole[];
  /** Texts in `usuarios.role`, with how many people have each. */
  named: { role: User['role']; active: number; inactive: number }[];
  /** Menus of each active role, by its id. */
  menus: ReadonlyMap<string, readonly MenuId[]>;
  /** Acts withheld from its people on those. */
  withheld: ReadonlyMap<string, readonly WithheldAct[]>;
}
