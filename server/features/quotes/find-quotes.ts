import { OTHER_KINDS, QUOTE_KINDS } from './domain/quotes.ts';
import { areMany, countByFilter, withoutFilter, type ValueCount } from '../../lists/count-rows.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { planListQuery, readFilters, type ListCall } from '../../lists/list.ts';
import { readForList } from '../../lists/list-verbs.ts';
import type { Listed } from '../../read-model/read-model.ts';
import { KIND_FILTER, QUOTES, type QuoteListRow } from './quote-list.ts';
import type { Services } from '../../services.ts';

/** JSON for the browser. */
export type ListedQuote = Listed<QuoteListRow>;
const KINDS = [...QUOTE_KINDS.map((kind) => kind.id), OTHER_KINDS] as const;

/** `counts`: how many quotes a tab holds; capped like every count. */
export type QuotePage = ListPage<QuoteListRow> & { counts: ValueCount<(typeof KINDS)[number]>[] };

const OF_ANY_KIND = withoutFilter(QUOTES, KIND_FILTER);

/** One page and the counts of the tabs. Errors: `forbidden`. */
export function findQuotes(services: Pick<Services, 'sql'>, call: ListCall): Promise<QuotePage> {
  return readForList(services, QUOTES, call, async (read) => {
    const counts = await countByFilter(read, planListQuery(OF_ANY_KIND, call).plan, {
      actor: call.actor,
      name: 'tipo',
      filter: KIND_FILTER,
      values: KINDS,
    });
    const isMany = areMany(counts, readFilters(QUOTES, call.params)['tipo']);
    return { ...(await readListPage(read, QUOTES, call, { isMany })), counts };
  });
}
