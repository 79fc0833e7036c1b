/** Searches members by name, code or DPI (`?q=`), for form fields that name one. */
export const MEMBERS_URL = '/digitalization-documents/members.json';

/** Stands between a member's code and name; a form reads only the part before it. */
export const MEMBER_SEPARATOR = ' · ';

/** What anybody who fills in a form may learn about a member; JSON for the browser. */
export interface FoundMember {
  id: string;
  codigo: string;
  nombre: string;
}
