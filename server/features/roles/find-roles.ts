import { ROLES } from '../../domain/roles.ts';
import { formState } from '../../records/record-kind.ts';
import type { RolesServices } from './create-roles.ts';
import {
  lockedMenus,
  mayEditRoles,
  menusOf,
  requireRole,
  requireRoles,
  roleNotFound,
  roleKind,
  rolePath,
  type KnownRole,
} from './role-document.ts';
import type { Call } from '../../services.ts';
import type { Role } from './roles.ts';

/** The three roles in their order, from the documents themselves. Errors: `forbidden`. */
export async function findRoles(services: RolesServices, call: Call): Promise<Role[]> {
  requireRoles(call.actor);
  return readRoles(services, call, ROLES);
}

/** Errors: `forbidden`, `not-found`. */
export async function getRole(services: RolesServices, call: Call & { role: string }): Promise<Role> {
  requireRoles(call.actor);
  const [role] = await readRoles(services, call, [requireRole(call.role)]);
  if (!role) throw roleNotFound(call.role);
  return role;
}

async function readRoles({ documents, sql }: RolesServices, { actor }: Call, roles: readonly KnownRole[]): Promise<Role[]> {
  const [stored, people] = await Promise.all([
    documents.main.getMany(roles.map((role) => rolePath(role.value))),
    sql.query<{ role: string; people: number }>(
      `SELECT role, count(*)::integer AS people FROM usuarios WHERE state AND "isActive" AND NOT source_deleted GROUP BY role`,
    ),
  ]);
  return roles.map((role, index) => {
    const document = stored[index] ?? null;
    return {
      id: role.value,
      title: role.title,
      menus: menusOf(role, document),
      ...formState(roleKind(role), document),
      people: people.rows.find((row) => row.role === role.value)?.people ?? 0,
      lockedMenus: lockedMenus(role.value),
      canEdit: mayEditRoles(actor),
    };
  });
}
