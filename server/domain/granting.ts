import { ADMIN_ROLE, type RoleSwitches } from './roles.ts';

/** What somebody may open, or would. */
export interface Grants extends Pick<RoleSwitches, 'soloAgencia'> {
  role: string;
  /** Menu ids of the role; of a retired one those that it would bring back. */
  menus: readonly string[];
  /** What its people may not do on those. */
  withheld?: readonly string[];
  /** Ids of folders of the Maletín. */
  folders: readonly string[];
  /** Id of a permission set of digitalization, '' for none. */
  permissionSet: string;
}

/** Who changes people. */
export interface Holder {
  id: string;
  role: string;
  menus: ReadonlySet<string>;
  withheld?: ReadonlySet<string>;
  ownAgencyOnly?: boolean;
  folders: readonly string[] | 'all';
  permissionSet: string;
}

/** A person as they are, or as they would be. */
export interface GrantedPerson extends Grants {
  id: string;
  state: boolean;
  /** Id of their agency: whose documents, members and prospects they see, where their rights are of one's own. */
  agency?: string;
}

export type GrantPart = 'role' | 'folders' | 'permissionSet';

/** Why a change is refused. `own`: of oneself; `person`: somebody who may open more; else what would be given. */
export type GrantRefusal = 'own' | 'person' | GrantPart;

export function isAdministrator({ role }: Pick<Grants, 'role'>): boolean {
  return role === ADMIN_ROLE;
}

/** Nobody gives a role that opens, or does, more than they do themselves; the administrator's does everything, whatever its menus. */
export function mayGrantRole(holder: Holder, role: Pick<Grants, 'menus' | 'role' | 'soloAgencia' | 'withheld'>): boolean {
  if (holder.ownAgencyOnly && !role.soloAgencia) return false;
  if (isAdministrator(holder)) return true;
  return !isAdministrator(role) && role.menus.every((menu) => holder.menus.has(menu)) && actsBeyond(holder, role).length === 0;
}

/** What somebody may not do, on screens that the role opens, and its people may. */
export function actsBeyond({ withheld = new Set() }: Pick<Holder, 'withheld'>, role: Pick<Grants, 'menus' | 'withheld'>): string[] {
  return [...withheld].filter((act) => role.menus.includes(act.split(':')[0] ?? '') && !role.withheld?.includes(act));
}

export function mayGrantFolder({ folders, ...holder }: Holder, folder: string): boolean {
  return isAdministrator(holder) || folders === 'all' || folders.includes(folder);
}

export function mayGrantPermissionSet({ permissionSet, ...holder }: Holder, set: string): boolean {
  return isAdministrator(holder) || set === '' || set === permissionSet;
}

/** What of the grants the holder does not hold. */
export function partsBeyond(holder: Holder, grants: Grants): GrantPart[] {
  return [
    ...(mayGrantRole(holder, grants) ? [] : (['role'] as const)),
    ...(grants.folders.every((folder) => mayGrantFolder(holder, folder)) ? [] : (['folders'] as const)),
    ...(mayGrantPermissionSet(holder, grants.permissionSet) ? [] : (['permissionSet'] as const)),
  ];
}

/**
 * Whether the holder may make, or change, a person so. Who may not have given a person what they have must not change
 * them either: an address or a password link would be a way to their account. Of themselves nobody changes what they may
 * open. Administrators change everybody else.
 * @param target as the person is; null for a new one
 * @param wanted as the person would be
 * @returns null when they may
 */
export function grantRefusal(holder: Holder, target: GrantedPerson | null, wanted: GrantedPerson): GrantRefusal | null {
  if (target?.id === holder.id) {
    const isSame = sameGrants(target, wanted) && (isAdministrator(holder) || target.agency === wanted.agency);
    return isSame ? null : 'own';
  }
  if (target && partsBeyond(holder, target).length > 0) return 'person';
  return partsBeyond(holder, wanted)[0] ?? null;
}

/** The folders are a set: in which order they are listed changes nothing. */
function sameGrants(one: GrantedPerson, other: GrantedPerson): boolean {
  const comparable = ({ role, folders, permissionSet, state }: GrantedPerson) =>
    JSON.stringify([role, [...new Set(folders)].sort(), permissionSet, state]);
  return comparable(one) === comparable(other);
}
