import { requireMenu } from '../../domain/permissions.ts';
import { roleTitle } from '../../domain/roles.ts';
import type { FilterOption } from '../../lists/filters.ts';
import type { ListPage } from '../../lists/list-page.ts';
import type { ListCall } from '../../lists/list.ts';
import { listVerbs, type ChoicesCall } from '../../lists/list-verbs.ts';
import { readRoleDirectory } from '../../staff/role-directory.ts';
import type { SheetExport } from '../../workbooks/sheet.ts';
import { usersList, type UserListRow } from './user-list.ts';
import type { UsersServices } from './users.ts';

type ListServices = Pick<UsersServices, 'liveSettings' | 'sql'>;

/** The list of the staff, with the roles as they are called now: one statement before the list's own. */
async function readUsersList({ sql }: ListServices, { actor }: Pick<ListCall, 'actor'>) {
  requireMenu(actor, 'users');
  const directory = await readRoleDirectory(sql);
  return { roles: directory.roles, verbs: listVerbs(usersList(directory)) };
}

/** Errors: `forbidden`. */
export async function findUsers(services: ListServices, call: ListCall): Promise<ListPage<UserListRow & { roleTitle: string }>> {
  const { roles, verbs } = await readUsersList(services, call);
  const page = await verbs.findPage(services, call);
  return { ...page, rows: page.rows.map((row) => ({ ...row, roleTitle: roleTitle(roles, row.role) })) };
}

/** Errors: `forbidden`, `invalid-input`. */
export async function findListChoices(services: ListServices, call: ChoicesCall): Promise<FilterOption[]> {
  return (await readUsersList(services, call)).verbs.findChoices(services, call);
}

/** Errors: `forbidden`. */
export async function exportUsers(services: ListServices, call: ListCall): Promise<SheetExport> {
  return (await readUsersList(services, call)).verbs.exportRows(services, call);
}
