import { countedStates, stateTabs, type StateCount, type States } from '../../digitized/states.ts';
import { countByColumn, withoutFilter } from '../../lists/count-rows.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { readForList } from '../../lists/list-verbs.ts';
import { askList, type AskedList, type ListCall } from '../../lists/list.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import type { Listed } from '../../read-model/read-model.ts';
import { PACKAGES_SENT, PACKAGE_STATE_FILTER, SENT_STATES, type PackageListRow } from './sent-list.ts';
import type { Services } from '../../services.ts';

/** JSON for the browser. */
export type ListedPackage = Listed<PackageListRow>;

export type PackagePage = ListPage<PackageListRow> & { counts: StateCount[] };

/** One page and the counts of the tabs, from one snapshot. Errors: `forbidden`. */
export function findSentPackages(services: Pick<Services, 'sql'>, call: ListCall): Promise<PackagePage> {
  return readForList(services, PACKAGES_SENT, call, async (read) => {
    const counts = await countPackages(read, PACKAGES_SENT, SENT_STATES, call);
    return { ...(await readListPage(read, PACKAGES_SENT, call)), counts };
  });
}

/** Exact: packages are thousands, not millions. They follow every filter but the state. */
export async function countPackages(read: Read, list: AskedList, states: States, call: ListCall): Promise<StateCount[]> {
  const names = call.actor.stateNames.packages;
  const counts = await countByColumn(read, askList(withoutFilter(list, PACKAGE_STATE_FILTER), call), countedStates(states, names));
  return stateTabs(states, counts, { names, chosen: askList(list, call).query.filters['status'] });
}
