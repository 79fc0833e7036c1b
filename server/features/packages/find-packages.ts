import { isPackageState, OTHER_PACKAGE_STATES, PACKAGE_STATES } from '../../domain/package-states.ts';
import { rowsFound, withoutFilter, type ValueCount } from '../../lists/count-rows.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { readForList } from '../../lists/list-verbs.ts';
import { askList, type AskedList, type ListCall } from '../../lists/list.ts';
import { allOf, fragment } from '../../platform/sql-fragment.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import type { Listed } from '../../read-model/read-model.ts';
import type { PackagesServices } from './create-packages.ts';
import { PACKAGES_SENT, PACKAGE_STATE_FILTER, type PackageListRow } from './sent-list.ts';

/** JSON for the browser. */
export type ListedPackage = Listed<PackageListRow>;

const STATES = [...PACKAGE_STATES, OTHER_PACKAGE_STATES] as const;

/** How many packages a tab holds. */
export type PackageCount = Pick<ValueCount<(typeof STATES)[number]>, 'count' | 'value'>;

export type PackagePage = ListPage<PackageListRow> & { counts: PackageCount[] };

/** One page and the counts of the tabs, from one snapshot. Errors: `forbidden`. */
export function findSentPackages(services: Pick<PackagesServices, 'sql'>, call: ListCall): Promise<PackagePage> {
  return readForList(services, PACKAGES_SENT, call, async (read) => {
    const counts = await countPackages(read, PACKAGES_SENT, call);
    return { ...(await readListPage(read, PACKAGES_SENT, call)), counts };
  });
}

/** Exact: packages are thousands, not millions. They follow every filter but the state. */
export async function countPackages(read: Read, list: AskedList, call: ListCall): Promise<PackageCount[]> {
  const conditions = await rowsFound(read, askList(withoutFilter(list, PACKAGE_STATE_FILTER), call));
  const rows = await read<{ status: string; found: number }>(
    fragment`SELECT t.status, count(*)::integer AS found FROM packages t WHERE ${allOf(conditions)} GROUP BY t.status`,
  );
  return STATES.map((value) => ({
    value,
    count: rows
      .filter((row) => (isPackageState(row.status) ? row.status : OTHER_PACKAGE_STATES) === value)
      .reduce((sum, { found }) => sum + found, 0),
  }));
}
