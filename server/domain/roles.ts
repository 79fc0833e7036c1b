import { withheldIn, type WithheldAct } from './menu-acts.ts';
import { isMenuId, MENU_IDS, SETTINGS_PARTS, WHOLE_SETTINGS, type MenuId } from './menu.ts';
import { comparableName } from './names.ts';

/** The three roles of docs/specification.md section 6: they exist unless a document of `roles` says otherwise. */
export const DEFAULT_ROLES = [
  { id: 'admin', title: 'Administrador', value: 'Administrador' },
  { id: 'editor', title: 'Editor', value: 'Editor' },
  { id: 'user', title: 'Reportes', value: 'Usuario' },
] as const;

export type DefaultRoleId = (typeof DEFAULT_ROLES)[number]['id'];

export const ADMIN_ROLE: DefaultRoleId = 'admin';

export function isAdministrator({ role }: { role: string }): boolean {
  return role === ADMIN_ROLE;
}

/**
 * Default menu ids of a role without `permisos_rol/{role}`: the administrator sees every menu, the editor Inicio,
 * App móvil (in Configuración only names and look) and Maletín, the user (Reportes) Inicio and Reportes.
 */
export const DEFAULT_MENUS: Readonly<Record<DefaultRoleId, readonly MenuId[]>> = {
  admin: MENU_IDS,
  editor: [
    'home',
    'customers',
    'quotes',
    'products',
    'job-offers',
    'promotions',
    'agencies',
    'reports',
    'settings-identity',
    'education',
    'how-associated',
    'briefcase-files',
    'briefcase-folders',
    'briefcase-document-types',
  ],
  user: ['home', 'briefcase-reports'],
};

const LOCKED_ADMIN_MENUS: readonly MenuId[] = ['home', 'users', ...SETTINGS_PARTS, 'audit'];

export const ROLE_TITLE_MAX = 60;
const ROLE_ID_MAX = 40;
/** Part of an address of the roles' own screens, so no role may use it. */
const RESERVED_ID = 'new';

/** Switches of a role, named as `roles` stores them. */
export interface RoleSwitches {
  /** Its people must have a second factor. */
  segundoFactor: boolean;
  /** Its people see only members, quotes and digitized documents of their own agency. */
  soloAgencia: boolean;
  /** Its people may declare a device their own at sign-in: the session may then stay idle longer. */
  equipoPropio: boolean;
}

/** The default when nothing is stored. */
export const SWITCHES_OFF: RoleSwitches = { segundoFactor: false, soloAgencia: false, equipoPropio: false };
export const ROLE_SWITCHES = Object.keys(SWITCHES_OFF) as (keyof RoleSwitches)[];

export function switchesOf(read: (name: keyof RoleSwitches) => boolean): RoleSwitches {
  return { ...SWITCHES_OFF, ...Object.fromEntries(ROLE_SWITCHES.map((name) => [name, read(name)])) };
}

/** A role, merged from whatever documents exist. */
export interface KnownRole extends RoleSwitches {
  /** The value of `usuarios.role`, and the id of the document in `permisos_rol`. */
  id: string;
  title: string;
  /** False: retired; nobody can get it any more, and its people see nothing. */
  isActive: boolean;
  /** Id of its document in `roles`, even if that does not exist yet. */
  documentId: string;
  /** Other names in comparable form: its value, its field `id`, its document's id. */
  names: readonly string[];
}

/** A document of `roles`, read leniently; '' for missing fields. */
export interface RoleLabel extends RoleSwitches {
  documentId: string;
  title: string;
  value: string;
  /** Its field `id`, which may differ from the document's id. */
  statedId: string;
  isActive: boolean;
}

/**
 * All roles found in the documents. The id is `value`, else the field `id`; of two documents with the same value it belongs to the one
 * whose own id it is, else to the first, and the other uses its document id, like a document that has neither. The three
 * defaults exist without documents, and so does a role of which only permissions are stored: other programs write
 * those, and nobody loses access because a label is missing. A label stands for a default by its value, without one by its
 * field `id` or document id, else by its title; further documents with that title are the same role.
 * The administrator cannot be retired by any document.
 * @param labels in order of creation
 * @param permissionIds ids of the documents in `permisos_rol`
 */
export function rolesFrom(labels: readonly RoleLabel[], permissionIds: readonly string[]): KnownRole[] {
  const roles = new Map<string, KnownRole>();
  const add = (id: string, { title, isActive, documentId, ...label }: RoleLabel) => {
    const known = roles.get(id);
    if (known) return known;
    const role = {
      id,
      title: title.trim() || defaultTitle(id),
      isActive: isActive || id === ADMIN_ROLE,
      ...switchesOf((name) => label[name] && (name !== 'soloAgencia' || id !== ADMIN_ROLE)),
      documentId,
      names: namesIn({ ...label, documentId }),
    };
    roles.set(id, role);
    return role;
  };
  const valued = labels.map((label) => ({ label, id: idOfLabel(label) }));
  for (const { label, id } of valued) if (id !== '' && id === label.documentId) add(id, label);
  for (const { label, id } of valued) if (id !== '' && label.value.trim() !== '') add(id, label);
  for (const { label, id } of valued) if (id !== '') add(id, label);
  const placed = new Set([...roles.values()].map((role) => role.documentId));
  for (const { label, id } of valued) {
    if (placed.has(label.documentId)) continue;
    const same = isDefault(id) ? roles.get(id) : undefined;
    const title = comparableName(label.title);
    if (same && (title === '' || title === comparableName(same.title)))
      roles.set(id, { ...same, names: [...same.names, ...namesIn(label)] });
    else add(label.documentId, label);
  }
  const documentIds = new Set(labels.map((label) => label.documentId));
  const addBare = (id: string) =>
    add(id, {
      title: '',
      value: '',
      statedId: '',
      isActive: true,
      ...SWITCHES_OFF,
      documentId: documentIds.has(id) ? `rol-${id}` : id,
    });
  for (const { id, value } of DEFAULT_ROLES) {
    const role = addBare(id);
    const name = comparableName(value);
    const isOthers = [...roles.values()].some((other) => other.id !== id && other.names.includes(name));
    roles.set(id, { ...role, names: [...new Set([...role.names, ...(isOthers ? [] : [name])])].filter((one) => one !== '') });
  }
  const named = [...roles.values()];
  for (const id of permissionIds) if (!roles.has(id) && findRole(named, id) === null) addBare(id);
  return [...roles.values()];
}

/** The document of `permisos_rol` that holds a role's menus: the one with its id, else one with another name of it; null for none. */
export function permissionIdOf(roles: readonly KnownRole[], id: string, permissionIds: readonly string[]): string | null {
  if (permissionIds.includes(id)) return id;
  const others = permissionIds.filter((other) => !roles.some((role) => role.id === other) && findRole(roles, other)?.id === id);
  return others.sort()[0] ?? null;
}

/** '' for a label that uses its document id. */
function idOfLabel({ value, statedId, title, documentId }: RoleLabel): string {
  const plain = value.trim() || statedId.trim();
  return defaultNamed(plain) ?? (value.trim() === '' ? defaultNamed(documentId) : null) ?? defaultTitled(title) ?? plain;
}

function namesIn({ value, statedId, documentId }: Pick<RoleLabel, 'documentId' | 'statedId' | 'value'>): string[] {
  return [value, statedId, documentId].map(comparableName);
}

/** Defaults are recognised by their ids and the specification's words, ignoring case and accents. */
function defaultNamed(text: string): DefaultRoleId | null {
  const name = comparableName(text);
  return DEFAULT_ROLES.find(({ id, value }) => [id, comparableName(value)].includes(name))?.id ?? null;
}

function defaultTitled(text: string): DefaultRoleId | null {
  const name = comparableName(text);
  return DEFAULT_ROLES.find(({ title }) => comparableName(title) === name)?.id ?? defaultNamed(text);
}

function isDefault(id: string): id is DefaultRoleId {
  return DEFAULT_ROLES.some((role) => role.id === id);
}

function defaultTitle(id: string): string {
  return DEFAULT_ROLES.find((role) => role.id === id)?.title ?? id;
}

/** Defaults first in their fixed order, then by title in Spanish collation; retired roles last. */
export function inRoleOrder<Role extends KnownRole>(roles: readonly Role[]): Role[] {
  const place = ({ id }: KnownRole) =>
    (DEFAULT_ROLES.findIndex((role) => role.id === id) + DEFAULT_ROLES.length + 1) % (DEFAULT_ROLES.length + 1);
  return [...roles].sort(
    (one, other) =>
      Number(other.isActive) - Number(one.isActive) || place(one) - place(other) || one.title.localeCompare(other.title, 'es'),
  );
}

/**
 * The role that a stored text names: by its exact id, else by its id, another name or its title, ignoring case and
 * accents. null when no role matches, or several do: a guess could give somebody access.
 */
export function findRole<Role extends KnownRole>(roles: readonly Role[], stored: string): Role | null {
  const exact = roles.find((role) => role.id === stored);
  if (exact) return exact;
  const name = comparableName(stored);
  if (name === '') return null;
  const ways: ((role: Role) => boolean)[] = [
    (role) => comparableName(role.id) === name,
    (role) => role.names.includes(name),
    (role) => comparableName(role.title) === name,
  ];
  for (const isNamed of ways) {
    const found = roles.filter(isNamed);
    if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null;
  }
  return null;
}

/** The role's title; an unknown role is shown as stored. */
export function roleTitle(roles: readonly KnownRole[], stored: string): string {
  return findRole(roles, stored)?.title ?? stored;
}

/** Menus that cannot be taken away: the administrator always reaches people, roles, settings and the audit, to undo mistakes. */
export function lockedMenus(role: string): readonly MenuId[] {
  return role === ADMIN_ROLE ? LOCKED_ADMIN_MENUS : [];
}

/** The known permissions among stored ids; the former single id of Configuración stands for all of its parts. */
export function knownMenus(stored: readonly string[]): MenuId[] {
  return stored.flatMap((id) => (id === WHOLE_SETTINGS ? SETTINGS_PARTS : isMenuId(id) ? [id] : []));
}

/**
 * The menus that a role opens, in menu order. Unknown ids are left out.
 * @param stored menu ids in `permisos_rol`; null without a document: then the defaults apply
 */
export function menusOfRole(role: string, stored: readonly string[] | null): MenuId[] {
  const grantedMenus = (stored && knownMenus(stored)) ?? Object.entries(DEFAULT_MENUS).find(([id]) => id === role)?.[1] ?? [];
  const menus = new Set<MenuId>([...grantedMenus, ...lockedMenus(role)]);
  return MENU_IDS.filter((id) => menus.has(id));
}

/**
 * Acts that a role denies on the screens it opens. Without stored acts nothing is withheld, and from administrators never.
 * @param stored acts in `permisos_rol`
 */
export function withheldOfRole(role: string, stored: readonly string[], menus: readonly MenuId[]): WithheldAct[] {
  return role === ADMIN_ROLE ? [] : withheldIn(stored, menus);
}

/**
 * The permanent id of a new role: its title in lower case without accents, other characters as hyphens, and a number
 * if that is taken ("Digitalizador" is `digitalizador`, the next one `digitalizador-2`).
 * @param usedIds ids in use, also of retired roles
 */
export function roleIdOf(title: string, usedIds: readonly string[]): string {
  const words = comparableName(title)
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '');
  const plain = words.join('-').slice(0, ROLE_ID_MAX) || 'rol';
  const used = new Set([RESERVED_ID, ...usedIds.map(comparableName)]);
  if (!used.has(plain)) return plain;
  for (let number = 2; ; number += 1) if (!used.has(`${plain}-${number}`)) return `${plain}-${number}`;
}

/** Another role with this name as title, id or alias: people could not tell the two apart. */
export function findSameNamedRole<Role extends KnownRole>(roles: readonly Role[], title: string, id: string): Role | null {
  const name = comparableName(title);
  return (
    roles.find((role) => role.id !== id && [role.id, role.title, ...role.names].some((other) => comparableName(other) === name)) ?? null
  );
}
