import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { requireMenu, type Staff } from '../../domain/permissions.ts';
import { ADMIN_ROLE, menusOfRole } from '../../domain/roles.ts';
import { readText, readTextList } from '../../read-model/field-readers.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { permittedMenus, PERMISSIONS_COLLECTION, readStoredRoles, ROLES_COLLECTION, type StoredRole } from '../../staff/stored-roles.ts';
import type { RoleValues } from './roles.ts';
import type { Services } from '../../services.ts';

/** Who administers people sees what their roles see: one menu id for both. Errors: `forbidden`. */
export function requireRoles(actor: Staff): void {
  requireMenu(actor, 'users');
}

/** Only administrators change roles: with `users` alone, a person could give their own role every menu. */
export function mayEditRoles(actor: Pick<Staff, 'role'>): boolean {
  return actor.role === ADMIN_ROLE;
}

/** Errors: `forbidden`. */
export function requireRoleEditor(actor: Staff): void {
  requireRoles(actor);
  if (mayEditRoles(actor)) return;
  throw new AppError('forbidden', `staff ${actor.id} may not edit roles`, {
    userMessage: 'Solo un Administrador puede crear, cambiar o retirar roles.',
    permission: 'Administrador',
  });
}

/** By its id, in exactly these letters. Errors: `not-found`. */
export async function requireRole({ documents }: Pick<Services, 'documents'>, id: string): Promise<StoredRole> {
  const role = (await readStoredRoles(documents.main)).find((one) => one.id === id);
  if (!role) throw roleNotFound(id);
  return role;
}

export function roleNotFound(role: string): AppError {
  return new AppError('not-found', `no role ${role.slice(0, 60)}`, { userMessage: 'El rol no existe.' });
}

/** Under which the menus of `permisos_rol` come to `read`: a document of `roles` may hold a field `menus` of its own. */
const PERMITTED = 'permisos_rol.menus';

/**
 * How a role is kept: its title in `roles`, its menus in `permisos_rol`, saved together. What is not stored is as in a new
 * installation; the first change makes the document.
 */
export function roleKind({
  id,
  title,
  documentId,
  permissions,
}: Pick<StoredRole, 'documentId' | 'id' | 'permissions' | 'title'>): RecordKind<RoleValues> {
  const read: RecordKind<RoleValues>['read'] = (data) => ({
    title: readText(data, 'title').trim() || title,
    menus: menusOfRole(id, Object.hasOwn(data, PERMITTED) ? readTextList(data, PERMITTED) : null),
  });
  return {
    database: 'main',
    collection: ROLES_COLLECTION,
    noun: { singular: 'rol', plural: 'roles', gender: 'm' },
    actions: {
      created: AUDIT_ACTIONS.roleCreated,
      updated: AUDIT_ACTIONS.roleUpdated,
      activated: { deactivated: AUDIT_ACTIONS.roleDeactivated, restored: AUDIT_ACTIONS.roleRestored },
    },
    read,
    show: ({ data }) => read(data),
    // Another program's value names the role already, in its own letters.
    toStored: (changes, stored) => ({ ...changes, ...(Object.keys(stored).length === 0 && { value: id }) }),
    notFound: () => roleNotFound(documentId),
    initial: { title, menus: menusOfRole(id, null) },
    companion: {
      path: permissions?.path ?? permissionsPath(id),
      fields: ['menus'],
      read: (data) => ({ [PERMITTED]: permittedMenus(data) }),
      updated: AUDIT_ACTIONS.roleMenusUpdated,
    },
  };
}

export function permissionsPath(role: string): string {
  return `${PERMISSIONS_COLLECTION}/${role}`;
}
