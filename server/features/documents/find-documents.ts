import {
  areMany,
  countByColumn,
  countByFilter,
  sumByValue,
  withCap,
  withoutFilter,
  type StoredCount,
  type ValueCount,
} from '../../lists/count-rows.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { planListQuery, readFilters, type ListCall } from '../../lists/list.ts';
import { readForList } from '../../lists/list-verbs.ts';
import { allOf, fragment } from '../../platform/sql/sql-fragment.ts';
import { COUNT_CAP } from '../../read-model/pages/page-query.ts';
import { countedStates, stateTabs, type StateCount } from '../../digitized/states.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import type { Listed } from '../../read-model/read-model.ts';
import { allowedDocuments, justIndexed } from '../../staff/document-access.ts';
import { DOCUMENTS, STATE_FILTER, STATES, type DocumentListRow } from './document-list.ts';
import type { Services } from '../../services.ts';

/** JSON for the browser. */
export type ListedDocument = Listed<DocumentListRow>;

/** The counts are exact, except that they are capped while the list is searched or filtered by something without stored totals. */
export type DocumentPage = ListPage<DocumentListRow> & { counts: StateCount[] };

type Counts = ValueCount<string>[];

const OF_ANY_STATE = withoutFilter(DOCUMENTS, STATE_FILTER);

/** Filters that stored totals (`document_totals`) can answer. */
const TOTALLED_FILTERS: ReadonlySet<string> = new Set(['agencyId', 'categoryId', 'documentId', 'isActive', 'userId']);

/** The list with only those filters. */
const TOTALLED_LIST = {
  ...DOCUMENTS,
  access: allowedDocuments,
  filters: DOCUMENTS.filters.filter(({ select }) => select && TOTALLED_FILTERS.has(select.name)),
};

const stateColumn = ({ actor }: ListCall) => countedStates(STATES, actor.stateNames.documents);

/** Up to so many are counted for all tabs in one pass; beyond that, each tab is counted up to the cap. */
const ONE_PASS_MAX = 5 * COUNT_CAP;

/** One page and the counts of the tabs, from one snapshot. Errors: `forbidden`. */
export function findDocuments(services: Pick<Services, 'sql'>, call: ListCall): Promise<DocumentPage> {
  return readForList(services, DOCUMENTS, call, async (read) => {
    const counts = await countStates(read, call);
    const chosen = readFilters(DOCUMENTS, call.params)['status'];
    const page = await readListPage(read, DOCUMENTS, call, { isMany: areMany(counts, chosen) });
    return { ...page, counts: stateTabs(STATES, counts, { names: call.actor.stateNames.documents, chosen }) };
  });
}

/** How many documents of each state there are, whatever state the list shows. Errors: `forbidden`. */
export async function countStates(read: Read, call: ListCall): Promise<Counts> {
  const question = planListQuery(OF_ANY_STATE, call);
  const totals = await countByTotals(read, call);
  const isAnsweredByTotals = question.query.q === '' && Object.keys(question.query.filters).every((name) => TOTALLED_FILTERS.has(name));
  // Empty states are not counted: to find none, a scan would have to see every document.
  const values = totals.flatMap(({ value, count }) => (count > 0 ? [value] : []));
  if (isAnsweredByTotals || values.length === 0) return totals;
  const possible = totals.reduce((sum, { count }) => sum + count, 0);
  const counted =
    possible <= ONE_PASS_MAX
      ? (await countByColumn(read, question.plan, stateColumn(call))).map(withCap)
      : await countByFilter(read, question.plan, { actor: call.actor, name: 'status', filter: STATE_FILTER, values });
  return totals.map((total) => counted.find(({ value }) => value === total.value) ?? total);
}

/** The totals, plus the few documents that somebody sees of types whose other documents they may not see. */
async function countByTotals(read: Read, call: ListCall): Promise<Counts> {
  const totals = await sumTotals(read, call);
  const own = justIndexed(call.actor);
  if (own === null) return totals;
  const { where } = planListQuery({ ...TOTALLED_LIST, access: () => own }, call).plan;
  const rows = await read<StoredCount>(
    fragment`SELECT t.status AS stored, count(*)::text AS found FROM documentos t
      WHERE ${where} GROUP BY t.status`,
  );
  const counts = sumByValue(rows, stateColumn(call));
  return totals.map((total, at) => ({ ...total, count: total.count + (counts[at]?.count ?? 0) }));
}

/** Exact at any size: the conditions of the list apply to the totals as well. */
async function sumTotals(read: Read, call: ListCall): Promise<Counts> {
  const { isActive, conditions } = planListQuery(TOTALLED_LIST, call).plan;
  const rows = await read<StoredCount>(
    fragment`SELECT t.status AS stored, sum(t.total)::text AS found FROM document_totals t
      WHERE ${allOf([fragment`t."isActive" = ${isActive}`, ...conditions])} GROUP BY t.status`,
  );
  return sumByValue(rows, stateColumn(call));
}
