import { DOCUMENT_STATES, isDocumentState, OTHER_STATES } from '../../domain/document-states.ts';
import { countByFilter, withoutFilter, type ValueCount } from '../../lists/count-rows.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { askList, type ListCall, type ListQuestion } from '../../lists/list.ts';
import { readForList } from '../../lists/list-verbs.ts';
import { allOf, fragment } from '../../platform/sql-fragment.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import type { Listed } from '../../read-model/read-model.ts';
import type { DigitalizationServices } from './create-digitalization.ts';
import { DOCUMENTS, STATE_FILTER, type DocumentListRow } from './document-list.ts';

/** JSON for the browser. */
export type ListedDocument = Listed<DocumentListRow>;

const STATES = [...DOCUMENT_STATES, OTHER_STATES] as const;

/** How many documents a tab holds; capped only while the list is searched, or narrowed by what no total is kept of. */
export type StateCount = ValueCount<(typeof STATES)[number]>;

export type DocumentPage = ListPage<DocumentListRow> & { counts: StateCount[] };

export const OF_ANY_STATE = withoutFilter(DOCUMENTS, STATE_FILTER);

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
  return isKept ? sumTotals(read, question) : countByFilter(read, question, { name: 'status', filter: STATE_FILTER, values: STATES });
}

/** Exact, however many there are: the conditions of the list hold over the totals as well. */
async function sumTotals(read: Read, { query, where }: ListQuestion): Promise<StateCount[]> {
  const rows = await read<{ status: string; total: string }>(
    fragment`SELECT t.status, sum(t.total)::text AS total FROM document_totals t
      WHERE ${allOf([fragment`t."isActive" = ${query.isActive}`, ...where])} GROUP BY t.status`,
  );
  const totalOf = (wanted: StateCount['value']) =>
    rows
      .filter(({ status }) => (isDocumentState(status) ? status : OTHER_STATES) === wanted)
      .reduce((sum, { total }) => sum + Number(total), 0);
  return STATES.map((value) => ({ value, count: totalOf(value), isCapped: false }));
}
