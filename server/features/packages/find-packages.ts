import { isPackageState, OTHER_PACKAGE_STATES, PACKAGE_STATES, type PackageState } from '../../domain/package-states.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { readForList } from '../../lists/list-verbs.ts';
import { askList, type List, type ListCall } from '../../lists/list.ts';
import { allOf, fragment } from '../../platform/sql-fragment.ts';
import { findNamedRecords } from '../../read-model/pages/named-records.ts';
import { presentRows } from '../../read-model/pages/page-source.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import { searchConditions } from '../../read-model/pages/search-condition.ts';
import type { Listed } from '../../read-model/read-model.ts';
import type { PackagesServices } from './create-packages.ts';
import { PACKAGES_SENT, PACKAGE_STATE_FILTER, type PackageListRow } from './sent-list.ts';

/** JSON for the browser. */
export type ListedPackage = Listed<PackageListRow>;

const STATES = [...PACKAGE_STATES, OTHER_PACKAGE_STATES] as const;

/** How many packages a tab holds. */
export interface PackageCount {
  status: PackageState | typeof OTHER_PACKAGE_STATES;
  count: number;
}

export type PackagePage = ListPage<PackageListRow> & { counts: PackageCount[] };

/** One page and the counts of the tabs, from one snapshot. Errors: `forbidden`. */
export function findSentPackages(services: Pick<PackagesServices, 'sql'>, call: ListCall): Promise<PackagePage> {
  return readForList(services, PACKAGES_SENT, call, async (read) => {
    const counts = await countPackages(read, PACKAGES_SENT, call);
    return { ...(await readListPage(read, PACKAGES_SENT, call)), counts };
  });
}

/** Exact: packages are thousands, not millions. They follow every filter but the state. */
export async function countPackages<Row>(read: Read, list: List<Row>, call: ListCall): Promise<PackageCount[]> {
  const ofAnyState = { ...list, filters: list.filters.filter((filter) => filter !== PACKAGE_STATE_FILTER) };
  const { query, source, request, where } = askList(ofAnyState, call);
  const named = await findNamedRecords(read, source.named ?? [], request.q);
  const conditions = [presentRows(query.isActive ? 'active' : 'inactive'), ...where, ...searchConditions(source, request.q, named)];
  const rows = await read<{ status: string; found: number }>(
    fragment`SELECT t.status, count(*)::integer AS found FROM packages t WHERE ${allOf(conditions)} GROUP BY t.status`,
  );
  return STATES.map((status) => ({
    status,
    count: rows
      .filter((row) => (isPackageState(row.status) ? row.status : OTHER_PACKAGE_STATES) === status)
      .reduce((sum, { found }) => sum + found, 0),
  }));
}
