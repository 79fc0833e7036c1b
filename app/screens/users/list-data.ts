import type { LoaderFunctionArgs } from '@remix-run/node';
import { loadList } from '../lists/load-list.ts';
import { USER_COLUMNS } from './user-columns.tsx';
import { USERS_URL } from './user-links.ts';

export type UserListData = Awaited<ReturnType<typeof loadUserList>>;

/** One page of the staff. */
export function loadUserList(args: LoaderFunctionArgs) {
  return loadList(args, { id: 'usuarios', url: USERS_URL, columns: USER_COLUMNS, find: args.context.portal.users.findUsers });
}
