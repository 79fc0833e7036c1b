/** Members by name, code or DPI, for the fields of a form that name one: `?q=`. */
export const MEMBERS_URL = '/digitalization-documents/members.json';

/** Between a member's code and name where both stand together: a form reads what stands before it. */
export const MEMBER_SEPARATOR = ' · ';

/** What somebody who fills in a form may learn of a member; JSON for the browser. */
export interface FoundMember {
  id: string;
  codigo: string;
  nombre: string;
}
