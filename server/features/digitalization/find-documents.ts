import { DOCUMENT_STATES, isDocumentState, OTHER_STATES, type DocumentState } from '../../domain/document-states.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { askList, type List, type ListCall, type ListQuestion } from '../../lists/list.ts';
import { readForList } from '../../lists/list-verbs.ts';
import { allOf, fragment, joinFragments } from '../../platform/sql-fragment.ts';
import { findNamedRecords } from '../../read-model/pages/named-records.ts';
import { COUNT_CAP } from '../../read-model/pages/page-query.ts';
import { presentRows } from '../../read-model/pages/page-source.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import { searchConditions } from '../../read-model/pages/search-condition.ts';
import type { Listed } from '../../read-model/read-model.ts';
import type { DigitalizationServices } from './create-digitalization.ts';
import { DOCUMENTS, STATE_FILTER, type DocumentListRow } from './document-list.ts';

/** JSON for the browser. */
export type ListedDocument = Listed<DocumentListRow>;

/** How many documents a tab holds. */
export interface StateCount {
  status: DocumentState | typeof OTHER_STATES;
  count: number;
  /** There are more than were counted: only while the list is searched, or narrowed by what no total is kept of. */
  isCapped: boolean;
}

export type DocumentPage = ListPage<DocumentListRow> & { counts: StateCount[] };

export const OF_ANY_STATE: List<DocumentListRow> = { ...DOCUMENTS, filters: DOCUMENTS.filters.filter((filter) => filter !== STATE_FILTER) };
const STATES = [...DOCUMENT_STATES, OTHER_STATES] as const;

/** Filters of which totals are kept (`document_totals`). */
const KEPT: ReadonlySet<string> = new Set(['agencyId', 'categoryId', 'documentId', 'isActive', 'userId']);

/** One page and the counts of the tabs, from one snapshot. Errors: `forbidden`. */
export function findDocuments(services: Pick<DigitalizationServices, 'sql'>, call: ListCall): Promise<DocumentPage> {
  return readForList(services, DOCUMENTS, call, async (read) => {
    const counts = await countStates(read, askList(OF_ANY_STATE, call));
    return { ...(await readListPage(read, DOCUMENTS, call)), counts };
  });
}

/** @param question the list of any state, asked with everything else */
export function countStates(read: Read, question: ListQuestion): Promise<StateCount[]> {
  const { filters, q } = question.query;
  const isKept = q === '' && Object.keys(filters).every((name) => KEPT.has(name));
  return isKept ? sumTotals(read, question) : countFound(read, question);
}

/** Exact, however many there are: the conditions of the list hold over the totals as well. */
async function sumTotals(read: Read, { query, where }: ListQuestion): Promise<StateCount[]> {
  const rows = await read<{ status: string; total: string }>(
    fragment`SELECT t.status, sum(t.total)::text AS total FROM document_totals t
      WHERE ${allOf([fragment`t."isActive" = ${query.isActive}`, ...where])} GROUP BY t.status`,
  );
  const totalOf = (wanted: StateCount['status']) =>
    rows
      .filter(({ status }) => (isDocumentState(status) ? status : OTHER_STATES) === wanted)
      .reduce((sum, { total }) => sum + Number(total), 0);
  return STATES.map((status) => ({ status, count: totalOf(status), isCapped: false }));
}

/** Each state by itself, so that no count looks at more than the cap. */
async function countFound(read: Read, { query, source, request, where }: ListQuestion): Promise<StateCount[]> {
  const named = await findNamedRecords(read, source.named ?? [], request.q);
  const shared = [presentRows(query.isActive ? 'active' : 'inactive'), ...where, ...searchConditions(source, request.q, named)];
  const selects = STATES.map(
    (status) =>
      fragment`SELECT ${status}::text AS status, count(*)::int AS found FROM (SELECT 1 FROM documentos t WHERE ${allOf([...shared, ...STATE_FILTER.where({ status })])} LIMIT ${COUNT_CAP + 1}) AS hits`,
  );
  const rows = await read<{ status: StateCount['status']; found: number }>(joinFragments(selects, ' UNION ALL '));
  return rows.map(({ status, found }) => ({ status, count: Math.min(found, COUNT_CAP), isCapped: found > COUNT_CAP }));
}
