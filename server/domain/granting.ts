import { isAdministrator, type RoleSwitches } from './roles.ts';

/** What somebody may open, now or after a change. */
export interface Grants extends Pick<RoleSwitches, 'soloAgencia'> {
  role: string;
  /** Menu ids of the role; for a retired role, those it would bring back. */
  menus: readonly string[];
  /** Acts that the role denies on those menus. */
  withheld?: readonly string[];
  /** Ids of folders of the Maletín. */
  folders: readonly string[];
  /** Id of a permission set of digitalization, '' for none. */
  permissionSet: string;
  /** Id of their agency: decides which records they see where their rights are limited to their own agency, and which packages they receive. */
  agency?: string;
}

/** The person who changes others. */
export interface Holder {
  id: string;
  role: string;
  menus: ReadonlySet<string>;
  withheld?: ReadonlySet<string>;
  ownAgencyOnly?: boolean;
  folders: readonly string[] | 'all';
  permissionSet: string;
  /** Their permission set, or their role, shows them only documents of their own agency. */
  ownAgencyDocuments?: boolean;
  /** Id of their agency, '' for none. */
  agency: string;
}

/** A person as they are, or as they would be after the change. */
export interface GrantedPerson extends Grants {
  id: string;
  state: boolean;
}

export type GrantPart = 'role' | 'agency' | 'folders' | 'permissionSet';

/**
 * Why a change is refused. `own`: it changes the holder's own rights; `person`: that person may open more than the holder; otherwise
 * the part that the holder may not give.
 */
export type GrantRefusal = 'own' | 'person' | GrantPart;

/**
 * Nobody gives a role that opens or allows more than they have themselves; the administrator role allows everything, whatever its menus.
 */
export function mayGrantRole(holder: Holder, role: Pick<Grants, 'menus' | 'role' | 'soloAgencia' | 'withheld'>): boolean {
  if (holder.ownAgencyOnly && !role.soloAgencia) return false;
  if (isAdministrator(holder)) return true;
  return !isAdministrator(role) && role.menus.every((menu) => holder.menus.has(menu)) && actsBeyond(holder, role).length === 0;
}

/** Acts denied to the holder on screens that the role opens, but allowed to the role's people. */
export function actsBeyond({ withheld = new Set() }: Pick<Holder, 'withheld'>, role: Pick<Grants, 'menus' | 'withheld'>): string[] {
  return [...withheld].filter((act) => role.menus.includes(act.split(':')[0] ?? '') && !role.withheld?.includes(act));
}

/**
 * Nobody who sees only their own agency gives another one to a person who would see its records there. With a limited role that is everybody;
 * with a limited permission set whoever gets the set, or receives packages, which name documents. Who has no such limit places people in
 * every agency, also where packages arrive (docs/decisions/152-agencies-of-others.md).
 */
export function mayGrantAgency(
  holder: Holder,
  { agency = '', menus, permissionSet }: Pick<Grants, 'agency' | 'menus' | 'permissionSet'>,
): boolean {
  // Without an agency, a limited person sees records of none.
  if (isAdministrator(holder) || agency === '' || agency === holder.agency) return true;
  if (holder.ownAgencyOnly) return false;
  return !holder.ownAgencyDocuments || (permissionSet === '' && !menus.includes('packages-received'));
}

export function mayGrantFolder({ folders, ...holder }: Holder, folder: string): boolean {
  return isAdministrator(holder) || folders === 'all' || folders.includes(folder);
}

export function mayGrantPermissionSet({ permissionSet, ...holder }: Holder, set: string): boolean {
  return isAdministrator(holder) || set === '' || set === permissionSet;
}

/** The parts of the grants that go beyond the holder's own. */
export function partsBeyond(holder: Holder, grants: Grants): GrantPart[] {
  return [
    ...(mayGrantRole(holder, grants) ? [] : (['role'] as const)),
    ...(mayGrantAgency(holder, grants) ? [] : (['agency'] as const)),
    ...(grants.folders.every((folder) => mayGrantFolder(holder, folder)) ? [] : (['folders'] as const)),
    ...(mayGrantPermissionSet(holder, grants.permissionSet) ? [] : (['permissionSet'] as const)),
  ];
}

/**
 * Whether the holder may create a person, or change one, in this way. Somebody who may not give a person their present rights
 * must not change that person either: a new e-mail address or a password link would give access to the account. Nobody changes
 * their own rights. Administrators may change everybody else.
 * @param target the person as they are; null for a new one
 * @param wanted the person as they would be
 * @returns null when it is allowed
 */
export function grantRefusal(holder: Holder, target: GrantedPerson | null, wanted: GrantedPerson): GrantRefusal | null {
  if (target?.id === holder.id) {
    const isSame = sameGrants(target, wanted) && (isAdministrator(holder) || target.agency === wanted.agency);
    return isSame ? null : 'own';
  }
  if (target && partsBeyond(holder, target).length > 0) return 'person';
  return partsBeyond(holder, wanted)[0] ?? null;
}

/** Folders are compared as sets: their order does not matter. */
function sameGrants(one: GrantedPerson, other: GrantedPerson): boolean {
  const comparable = ({ role, folders, permissionSet, state }: GrantedPerson) =>
    JSON.stringify([role, [...new Set(folders)].sort(), permissionSet, state]);
  return comparable(one) === comparable(other);
}
