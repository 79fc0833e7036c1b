import { findPage } from '../../read-model/pages/page-query.ts';
import { USER_SOURCE, readUserListQuery, toListedUser, userConditions, userListRequest, type UserListRow } from './list-query.ts';
import { requireUsers, type UsersServices } from './services.ts';
import type { UserPage, UsersCall } from './users.ts';

/** One page from the read model, newest first unless `params` says otherwise. Errors: `forbidden`. */
export async function findUsers({ sql }: Pick<UsersServices, 'sql'>, call: UsersCall & { params: URLSearchParams }): Promise<UserPage> {
  requireUsers(call.actor);
  const query = readUserListQuery(call.params, call.actor.pageSize);
  const { rows, ...position } = await findPage<UserListRow>(sql, USER_SOURCE, userListRequest(query), userConditions(query));
  return { ...position, query, rows: rows.map(toListedUser) };
}
