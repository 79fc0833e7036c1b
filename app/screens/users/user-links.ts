import { recordHref } from '../lists/record-links.ts';

export const USERS_URL = '/users/list-users';
export const ACTIVITY_URL = '/reports/user-activity';

/** `id` is `new` for the empty form; `back` is the list's search text. */
export function userHref(id: string, options: { mode?: 'edit'; back?: string } = {}): string {
  return recordHref(USERS_URL, id, options);
}
