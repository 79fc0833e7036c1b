import { menuHref } from '#server/domain/menu.ts';

export const ROLES_URL = '/settings/roles';

/** Name of the boxes for what people of a role may do on its screens; the document stores what they may not. */
export const ACTS_CONTROL = 'acts';

export function roleHref(id: string, mode?: 'edit'): string {
  return `${ROLES_URL}/${encodeURIComponent(id)}${mode ? `/${mode}` : ''}`;
}

/** The list of the people who have a role. */
export function peopleHref(id: string): string {
  return `${menuHref('users')}?role=${encodeURIComponent(id)}`;
}
