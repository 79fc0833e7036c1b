import { ADMIN_ROLE } from './roles.ts';

/** The department of a person as stored with them (specification section 3, User). */
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

/** What decides what a person may do: nobody changes it for themselves. */
export const PERMISSION_FIELDS = [
  'role',
  'state',
  'briefcase_permissions',
  'digitalization_permission_id',
] as const satisfies readonly (keyof UserFields)[];

/** Someone who can mend everything: one of them must always remain. */
export function isActiveAdministrator(user: Pick<UserFields, 'role' | 'state'>): boolean {
  return user.role === ADMIN_ROLE && user.state;
}
