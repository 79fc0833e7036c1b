import type { FilterOption } from '../../lists/filters.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import type { ListCall } from '../../lists/list.ts';
import { listVerbs, type ChoicesCall } from '../../lists/list-verbs.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import { readRoleDirectory } from '../../staff/role-directory.ts';
import type { KeyedExport } from '../../workbooks/sheet.ts';
import { openUsersList, usersList, type UserListRow } from './user-list.ts';
import type { Services } from '../../services.ts';

/** The list of the staff with the present names of roles, read in a statement before the list's own. */
async function readUsersList({ sql }: Services) {
  return listVerbs(usersList(await readRoleDirectory(sql)));
}

/** One page, with the names of roles from the same snapshot. Errors: `forbidden`. */
export async function findUsers({ sql }: Services, call: ListCall): Promise<ListPage<UserListRow>> {
  return readForScreen(sql, async (read) => readListPage(read, await openUsersList(read), call));
}

/** Errors: `forbidden`, `invalid-input`. */
export async function findListChoices(services: Services, call: ChoicesCall): Promise<FilterOption[]> {
  return (await readUsersList(services)).findChoices(services, call);
}

/** Errors: `forbidden`. */
export async function exportUsers(services: Services, call: ListCall): Promise<KeyedExport> {
  return (await readUsersList(services)).exportRows(services, call);
}
