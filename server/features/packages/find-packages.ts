import { isPackageState, OTHER_PACKAGE_STATES, PACKAGE_STATES } from '../../domain/package-states.ts';
import { countByColumn, withoutFilter, type ValueCount } from '../../lists/count-rows.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { readForList } from '../../lists/list-verbs.ts';
import { askList, type AskedList, type ListCall } from '../../lists/list.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import type { Listed } from '../../read-model/read-model.ts';
import type { PackagesServices } from './create-packages.ts';
import { PACKAGES_SENT, PACKAGE_STATE_FILTER, type PackageListRow } from './sent-list.ts';

/** JSON for the browser. */
export type ListedPackage = Listed<PackageListRow>;

const STATES = [...PACKAGE_STATES, OTHER_PACKAGE_STATES] as const;

/** How many packages a tab holds. */
export type PackageCount = ValueCount<(typeof STATES)[number]>;

export type PackagePage = ListPage<PackageListRow> & { counts: PackageCount[] };

/** One page and the counts of the tabs, from one snapshot. Errors: `forbidden`. */
export function findSentPackages(services: Pick<PackagesServices, 'sql'>, call: ListCall): Promise<PackagePage> {
  return readForList(services, PACKAGES_SENT, call, async (read) => {
    const counts = await countPackages(read, PACKAGES_SENT, call);
    return { ...(await readListPage(read, PACKAGES_SENT, call)), counts };
  });
}

/** Exact: packages are thousands, not millions. They follow every filter but the state. */
export function countPackages(read: Read, list: AskedList, call: ListCall): Promise<PackageCount[]> {
  return countByColumn(read, askList(withoutFilter(list, PACKAGE_STATE_FILTER), call), {
    column: 'status',
    values: STATES,
    valueOf: (stored) => (isPackageState(stored) ? stored : OTHER_PACKAGE_STATES),
  });
}
