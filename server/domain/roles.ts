import { withheldIn, type WithheldAct } from './menu-acts.ts';
import { isMenuId, MENU_IDS, SETTINGS_PARTS, WHOLE_SETTINGS, type MenuId } from './menu.ts';
import { comparableName } from './names.ts';

/** The three roles of docs/specification.md section 6: they exist until a document of `roles` says otherwise. */
export const DEFAULT_ROLES = [
  { id: 'admin', title: 'Administrador', value: 'Administrador' },
  { id: 'editor', title: 'Editor', value: 'Editor' },
  { id: 'user', title: 'Reportes', value: 'Usuario' },
] as const;

export type DefaultRoleId = (typeof DEFAULT_ROLES)[number]['id'];

export const ADMIN_ROLE: DefaultRoleId = 'admin';

/**
 * Menu ids that a role gets when `permisos_rol/{role}` says nothing yet: the administrator sees
 * every menu, the editor Inicio, App móvil (of Configuración its names and look alone) and Maletín, the user (Reportes) Inicio and Reportes.
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

const ADMIN_KEEPS: readonly MenuId[] = ['home', 'users', ...SETTINGS_PARTS, 'audit'];

export const ROLE_TITLE_MAX = 60;
const ROLE_ID_MAX = 40;
/** An address of the roles' own screens, so it is no role's. */
const RESERVED_ID = 'new';

/** Switches of a role, by the names under which `roles` stores them. */
export interface RoleSwitches {
  /** Whoever has it must have a second factor. */
  segundoFactor: boolean;
  /** Whoever has it sees members, quotes and digitized documents of their own agency alone. */
  soloAgencia: boolean;
  /** Whoever has it may say at sign-in that the device is theirs: its session rests longer. */
  equipoPropio: boolean;
}

/** As where nothing is stored of them. */
export const SWITCHES_OFF: RoleSwitches = { segundoFactor: false, soloAgencia: false, equipoPropio: false };
export const ROLE_SWITCHES = Object.keys(SWITCHES_OFF) as (keyof RoleSwitches)[];

/** Each as `read` says. */
export function switchesOf(read: (name: keyof RoleSwitches) => boolean): RoleSwitches {
  return { ...SWITCHES_OFF, ...Object.fromEntries(ROLE_SWITCHES.map((name) => [name, read(name)])) };
}

/** A role, as whatever documents there are tell it. */
export interface KnownRole extends RoleSwitches {
  /** What `usuarios.role` stores, and the id of the document in `permisos_rol`. */
  id: string;
  title: string;
  /** False: retired, nobody gets it any more and whoever has it sees nothing. */
  isActive: boolean;
  /** Id of its document in `roles`, also while there is none. */
  documentId: string;
  /** What else people's documents call it, as names are compared: its value, its field `id`, its document, the specification's word. */
  names: readonly string[];
}

/** A document of `roles`, read leniently; '' for what it does not say. */
export interface RoleLabel extends RoleSwitches {
  documentId: string;
  title: string;
  value: string;
  /** Its field `id`, which need not be the document's. */
  statedId: string;
  isActive: boolean;
}

/**
 * Every role that the documents tell of. The id is `value`, else the field `id`; of two documents with one value it belongs to the one whose
 * own id it is, else to the first, and the other goes by its own id, like a document that says neither. The three
 * defaults are there without documents, and so is a role of which only permissions are stored: other programs write
 * those, and nobody loses their access for a missing label. A label stands for a default by its value, where it has none
 * by its field `id` or its document's id, else by its title; what other programs store beside it under the same title is the same role.
 * The administrator cannot be retired, whoever tries.
 * @param labels in the order in which they were made
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
  const taken = new Set(labels.map((label) => label.documentId));
  const addBare = (id: string) =>
    add(id, {
      title: '',
      value: '',
      statedId: '',
      isActive: true,
      ...SWITCHES_OFF,
      documentId: taken.has(id) ? `rol-${id}` : id,
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

/** The document of `permisos_rol` that says what a role opens: the one of its id, else one that names it; null for none. */
export function permissionIdOf(roles: readonly KnownRole[], id: string, permissionIds: readonly string[]): string | null {
  if (permissionIds.includes(id)) return id;
  const others = permissionIds.filter((other) => !roles.some((role) => role.id === other) && findRole(roles, other)?.id === id);
  return others.sort()[0] ?? null;
}

/** '' for a label that goes by its document's id. */
function idOfLabel({ value, statedId, title, documentId }: RoleLabel): string {
  const plain = value.trim() || statedId.trim();
  return defaultNamed(plain) ?? (value.trim() === '' ? defaultNamed(documentId) : null) ?? defaultTitled(title) ?? plain;
}

function namesIn({ value, statedId, documentId }: Pick<RoleLabel, 'documentId' | 'statedId' | 'value'>): string[] {
  return [value, statedId, documentId].map(comparableName);
}

/** The defaults are known by their ids and by the specification's words, in any letters. */
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

/** Defaults first in their order, then by title as Spanish speakers sort; retired ones last. */
export function inRoleOrder<Role extends KnownRole>(roles: readonly Role[]): Role[] {
  const place = ({ id }: KnownRole) =>
    (DEFAULT_ROLES.findIndex((role) => role.id === id) + DEFAULT_ROLES.length + 1) % (DEFAULT_ROLES.length + 1);
  return [...roles].sort(
    (one, other) =>
      Number(other.isActive) - Number(one.isActive) || place(one) - place(other) || one.title.localeCompare(other.title, 'es'),
  );
}

/**
 * The role that a stored text names: by its id, else by an id, another name of it or a title in other letters (case,
 * accents). null when no role has that name, or more than one does: a guess could let somebody in.
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

/** The title to read; a role that nobody knows is called as it is stored. */
export function roleTitle(roles: readonly KnownRole[], stored: string): string {
  return findRole(roles, stored)?.title ?? stored;
}

/** The way back for whoever took too much away: the administrator always reaches people, roles and settings, and sees what was done. */
export function lockedMenus(role: string): readonly MenuId[] {
  return role === ADMIN_ROLE ? ADMIN_KEEPS : [];
}

/** Permissions among stored ids; Configuración as a whole, as it was once, means each of its parts. */
export function knownMenus(stored: readonly string[]): MenuId[] {
  return stored.flatMap((id) => (id === WHOLE_SETTINGS ? SETTINGS_PARTS : isMenuId(id) ? [id] : []));
}

/**
 * What a role opens, in the menu's order. Ids that no screen has are left out.
 * @param stored menu ids in `permisos_rol`; null when there never was a document: then those of a new installation
 */
export function menusOfRole(role: string, stored: readonly string[] | null): MenuId[] {
  const given = (stored && knownMenus(stored)) ?? Object.entries(DEFAULT_MENUS).find(([id]) => id === role)?.[1] ?? [];
  const menus = new Set<MenuId>([...given, ...lockedMenus(role)]);
  return MENU_IDS.filter((id) => menus.has(id));
}

/**
 * What people of a role may not do on the screens that it opens. Nothing is withheld by what is not stored, nor from administrators.
 * @param stored acts in `permisos_rol`
 */
export function withheldOfRole(role: string, stored: readonly string[], menus: readonly MenuId[]): WithheldAct[] {
  return role === ADMIN_ROLE ? [] : withheldIn(stored, menus);
}

/**
 * The id of a new role, for good: its title in small letters without accents, everything else a hyphen, and a number
 * where that is taken ("Digitalizador" is `digitalizador`, the next one `digitalizador-2`).
 * @param taken ids in use, also of retired roles
 */
export function roleIdOf(title: string, taken: readonly string[]): string {
  const words = comparableName(title)
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '');
  const plain = words.join('-').slice(0, ROLE_ID_MAX) || 'rol';
  const used = new Set([RESERVED_ID, ...taken.map(comparableName)]);
  if (!used.has(plain)) return plain;
  for (let number = 2; ; number += 1) if (!used.has(`${plain}-${number}`)) return `${plain}-${number}`;
}

/** Another role that goes by this name already, as title or as id: people could not tell them apart. */
export function roleNamedAlike<Role extends KnownRole>(roles: readonly Role[], title: string, id: string): Role | null {
  const name = comparableName(title);
  return (
    roles.find((role) => role.id !== id && [role.id, role.title, ...role.names].some((other) => comparableName(other) === name)) ?? null
  );
}
