import { ADMIN_ROLE, findRole, type KnownRole } from './roles.ts';

/** What somebody reads who forgot the password where no e-mail leaves. */
export const ASK_ADMINISTRATOR =
  'Pida a quien administra los usuarios del portal un enlace para elegir una nueva contraseña: lo obtiene en Sistema › Usuarios, con «Restablecer contraseña».';

/** The department of a person as stored with them (docs/specification.md section 3, User). */
export interface UserDepartment {
  id: string;
  name: string;
  state: boolean;
}

/** What can be written of a person of the staff; names as stored in `usuarios`. */
export interface UserFields {
  name: string;
  /** Lower case. Also the name of the account, so it does not change after creation. */
  email: string;
  /** Id of a role; other programs store its title, or other letters (domain/roles.ts reads them). */
  role: string;
  phone: string;
  /** Id of an agency, '' for none. */
  agency: string;
  /** False: deactivated, no access. */
  state: boolean;
  /** Ids of the Maletín's folders that the person may open. */
  briefcase_permissions: { folders: string[] };
  /** Id of a document permission set of digitalization, '' for none. */
  digitalization_permission_id: string;
  department: UserDepartment | null;
  /** Id of a position (puesto), '' for none; other programs store its name. */
  position: string;
}

/** A person of the staff as the REST backend answers it. */
export interface User extends UserFields {
  id: string;
  clicks: number;
  /** ISO text. */
  createdAt: string;
  updatedAt: string | null;
  /**
   * Changes when something that can be written changes, and only then: clicks do not count, or the form of a person who
   * is working could never be saved.
   */
  version: string;
}

export const USER_NAME_MAX = 120;
export const USER_POSITION_MAX = 120;
export const USER_FOLDERS_MAX = 500;
/** Clicks that one flush may add: more is no person. */
export const CLICKS_MAX = 1_000;

/** Someone who can mend everything, in whatever letters their role is stored: one of them must always remain. */
export function isActiveAdministrator(roles: readonly KnownRole[], { role, state }: Pick<UserFields, 'role' | 'state'>): boolean {
  return state && findRole(roles, role)?.id === ADMIN_ROLE;
}

/** `details.reason` of a refusal to deactivate somebody: what lies with them goes to somebody else first. */
export const HOLDS = 'holds';
