import type { Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import { isPlainMap } from '../../ports/documents/document-values.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { requireAdministrator, requireMenu, type Staff } from '../../domain/permissions.ts';
import { menusOfRole, ROLE_SWITCHES, SWITCHES_OFF, withheldOfRole } from '../../domain/roles.ts';
import { readText, readTextList } from '../../read-model/field-readers.ts';
import { storedVersion } from '../../records/content-version.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { pick } from '../../records/save-change.ts';
import {
  permittedMenus,
  readStoredRoles,
  readSwitches,
  ROLES_COLLECTION,
  WITHHELD_FIELD,
  type StoredRole,
} from '../../staff/stored-roles.ts';
import type { RoleValues } from './role.ts';
import type { Services } from '../../services.ts';

/** Whoever administers people may see what their roles open: one menu id for both. Errors: `forbidden`. */
export function requireRoles(actor: Staff): void {
  requireMenu(actor, 'users');
}

/** Only administrators change roles: with `users` alone, a person could give their own role every menu. Errors: `forbidden`. */
export function requireRoleEditor(actor: Staff): void {
  requireRoles(actor);
  requireAdministrator(actor, 'crear, cambiar o retirar roles');
}

/** By its id, in exactly this spelling. Errors: `not-found`. */
export async function requireRole({ documents }: Pick<Services, 'documents'>, id: string): Promise<StoredRole> {
  const role = (await readStoredRoles(documents.main)).find((one) => one.id === id);
  if (!role) throw roleNotFound(id);
  return role;
}

export function roleNotFound(role: string): AppError {
  return new AppError('not-found', `no role ${role.slice(0, 60)}`, { userMessage: 'El rol no existe.' });
}

/** Name under which `read` gets a field of `permisos_rol`: a document of `roles` may have a field `menus` of its own. */
const PERMITTED = 'permisos_rol.menus';
const WITHHELD = `permisos_rol.${WITHHELD_FIELD}`;

/**
 * How a role is stored: its title in `roles`, its menus in `permisos_rol`, read as one record (`combinedRole`). What is not stored is as in a
 * new installation. Retiring changes only the label, and creates it if there is none.
 */
export function roleKind({ id, title, documentId }: Pick<StoredRole, 'documentId' | 'id' | 'title'>): RecordKind<RoleValues> {
  const read: RecordKind<RoleValues>['read'] = (data) => {
    const menus = menusOfRole(id, Object.hasOwn(data, PERMITTED) ? readTextList(data, PERMITTED) : null);
    return {
      title: readText(data, 'title').trim() || title,
      ...readSwitches(data),
      menus,
      accionesNegadas: withheldOfRole(id, readTextList(data, WITHHELD), menus),
    };
  };
  return {
    database: 'main',
    menu: 'users',
    collection: ROLES_COLLECTION,
    noun: { singular: 'rol', plural: 'roles', gender: 'm' },
    actions: {
      created: AUDIT_ACTIONS.roleCreated,
      updated: AUDIT_ACTIONS.roleUpdated,
      activated: { deactivated: AUDIT_ACTIONS.roleDeactivated, restored: AUDIT_ACTIONS.roleRestored },
    },
    read,
    show: ({ data }) => read(data),
    toStored: (changes, stored) => ({
      title: changes.title ?? title,
      ...pick(
        changes,
        ROLE_SWITCHES.filter((name) => changes[name] !== undefined),
      ),
      ...roleNameFields(id, stored),
    }),
    notFound: () => roleNotFound(documentId),
    initial: { title, ...SWITCHES_OFF, menus: menusOfRole(id, null), accionesNegadas: [] },
  };
}

/** Fields by which a new label names its role. Another program's label already does so by `value` or `id`, in its own spelling. */
export function roleNameFields(id: string, stored: Fields): Fields {
  return Object.keys(stored).length === 0 ? { id, value: id } : {};
}

/** Both documents as one, with the stamp of the one that was stored last; null if neither is stored. */
export function combinedRole(role: StoredRole): StoredDocument | null {
  const { label, permissions } = role;
  const main = label ?? permissions;
  if (!main) return null;
  const data = {
    ...label?.data,
    ...(permissions && permittedPart(permittedMenus(permissions.data), readTextList(permissions.data, WITHHELD_FIELD))),
  };
  const version = storedVersion(roleKind(role).read, data);
  const stamps = [label, permissions].map((part) => part?.data['updatedBy'] ?? null);
  return { ...main, data: { ...data, updatedBy: stamps.find((stamp) => isPlainMap(stamp) && stamp['version'] === version) ?? null } };
}

/** Menus of a role and its withheld acts, as `read` takes them. */
export function permittedPart(menus: readonly string[], withheld: readonly string[]): Fields {
  return { [PERMITTED]: [...menus], [WITHHELD]: [...withheld] };
}
