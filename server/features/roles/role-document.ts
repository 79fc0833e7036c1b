import type { Fields, StoredDocument } from '../../documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import type { RoleValues } from './roles.ts';
import { AppError } from '../../domain/errors.ts';
import { MENU_IDS, isMenuId, type MenuId } from '../../domain/menu.ts';
import { requireMenu, type Staff } from '../../domain/permissions.ts';
import { ADMIN_ROLE, DEFAULT_MENUS, ROLES } from '../../domain/roles.ts';

const COLLECTION = 'permisos_rol';

export type KnownRole = (typeof ROLES)[number];

/** Who administers people administers what their roles may see: one menu id for both. Errors: `forbidden`. */
export function requireRoles(actor: Staff): void {
  requireMenu(actor, 'users');
}

/** Only administrators change menus: with `users` alone, a person could give their own role every menu. */
export function mayEditRoles(actor: Staff): boolean {
  return actor.role === ADMIN_ROLE;
}

/** The way back for whoever took too much away: the administrator always reaches people, roles and settings. */
export function lockedMenus(role: string): readonly MenuId[] {
  return role === ADMIN_ROLE ? ['home', 'users', 'settings'] : [];
}

/** Errors: `not-found`. */
export function requireRole(role: string): KnownRole {
  const found = ROLES.find((entry) => entry.value === role);
  if (!found) throw roleNotFound(role);
  return found;
}

export function roleNotFound(role: string): AppError {
  return new AppError('not-found', `no role ${role.slice(0, 60)}`, { userMessage: 'El rol no existe.' });
}

export function rolePath(role: string): string {
  return `${COLLECTION}/${role}`;
}

/** What the role may see, as staff/load-staff.ts reads it: nothing stored means the defaults, an inactive document nothing. */
export function menusOf(role: KnownRole, document: StoredDocument | null): MenuId[] {
  return document ? storedMenus(document.data) : [...DEFAULT_MENUS[role.id]];
}

function storedMenus({ isActive, menus }: Fields): MenuId[] {
  if (isActive === false || !Array.isArray(menus)) return [];
  const stored = new Set(menus.filter((menu): menu is MenuId => typeof menu === 'string' && isMenuId(menu)));
  return inMenuOrder(stored);
}

export function inMenuOrder(menus: ReadonlySet<string>): MenuId[] {
  return MENU_IDS.filter((id) => menus.has(id));
}

/** How the document of a role is kept: the first save creates it. */
export function roleKind(role: KnownRole): RecordKind<RoleValues, MenuId[]> {
  return {
    database: 'main',
    collection: COLLECTION,
    noun: { singular: 'rol', plural: 'roles', gender: 'm' },
    actions: { updated: AUDIT_ACTIONS.roleMenusUpdated },
    read: (data) => ({ menus: storedMenus(data) }),
    show: ({ data }) => storedMenus(data),
    notFound: roleNotFound,
    initial: { menus: [...DEFAULT_MENUS[role.id]] },
    told: () => 'Otra persona cambió los permisos de este rol mientras usted los editaba. Compare y guarde de nuevo.',
  };
}
