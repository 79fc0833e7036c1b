import { FINDING_KINDS, findingDetail, findingRemedy, findingKind, type FindingKind } from '../../domain/content-findings.ts';
import type { Act } from '../../domain/menu-acts.ts';
import { countByColumn, withoutFilter, type ValueCount } from '../../lists/count-rows.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { readForList } from '../../lists/list-verbs.ts';
import { planListQuery, requireListMenu, type QueryableList, type ListCall } from '../../lists/list.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import type { Listed } from '../../read-model/read-model.ts';
import type { Call, Services } from '../../services.ts';
import { contentTitle, findingList, KIND_FILTER, mendHref, type FindingRow } from './finding-list.ts';

/** How many findings there are of a kind. */
export type FindingCount = ValueCount<FindingKind>;

/** A row with what its screen says about it; JSON. */
export interface Finding extends Listed<FindingRow> {
  detail: string;
  /** Title of its menu. */
  content: string;
  mend: string;
  /** null where nothing can be opened. */
  href: string | null;
}

export type FindingPage = Omit<ListPage<FindingRow>, 'rows'> & { rows: Finding[]; counts: FindingCount[] };

/**
 * One page of what members see wrong, with the counts of every kind under the other filters; `act` says with which permission, by default
 * to view. Errors: `forbidden`.
 */
export function findFindings(services: Services, call: ListCall & { act?: Act }): Promise<FindingPage> {
  const list = findingList(call.actor, call.act);
  requireListMenu(call.actor, list, call.act);
  return readForList(services, list, call, async (read) => {
    const counts = await countKinds(read, withoutFilter(list, KIND_FILTER), call);
    const page = await readListPage(read, list, call);
    const rows = page.rows.map((row) => ({
      ...row,
      detail: findingDetail(row),
      content: contentTitle(row.menu),
      mend: findingRemedy(row.kind),
      href: mendHref(row, call.actor),
    }));
    return { ...page, rows, counts };
  });
}

/** How many findings of each kind a person may see, without empty kinds: one query, for tiles. Errors: `forbidden`. */
export function countFindings({ sql }: Services, { actor }: Pick<Call, 'actor'>): Promise<FindingCount[]> {
  const list = findingList(actor);
  return readForList({ sql }, list, { actor }, async (read) => {
    const counts = await countKinds(read, list, { actor, params: new URLSearchParams() });
    return counts.filter((one) => one.count > 0);
  });
}

/** Few enough to be computed completely. @param list without a chosen kind */
function countKinds(read: Read, list: QueryableList, call: ListCall): Promise<FindingCount[]> {
  return countByColumn(read, planListQuery(list, call).plan, {
    column: 'kind',
    values: FINDING_KINDS.map(({ id }) => id),
    valueOf: findingKind,
  });
}
