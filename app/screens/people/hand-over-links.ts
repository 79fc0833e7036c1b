import { menuHref } from '#server/domain/menu.ts';
import { listHref, recordHref } from '../../record-links.ts';

const USERS = menuHref('users');

/** The screen that hands a person's work over to somebody else. */
export function handOverHref(id: string, back = ''): string {
  return listHref(`${recordHref(USERS, id)}/hand-over`, back === '' ? '' : `back=${encodeURIComponent(back)}`);
}

export function userHref(id: string, back = ''): string {
  return recordHref(USERS, id, { back });
}
