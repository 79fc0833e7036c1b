import { OTHER_KINDS, QUOTE_KINDS, type QuoteKind } from '../../domain/quotes.ts';
import { readListPage, type ListPage } from '../../lists/list-page.ts';
import type { Listed } from '../../read-model/read-model.ts';
import { askList, type List, type ListCall, type ListQuestion } from '../../lists/list.ts';
import { readForList } from '../../lists/list-verbs.ts';
import { findNamedRecords } from '../../read-model/pages/named-records.ts';
import { COUNT_CAP } from '../../read-model/pages/page-query.ts';
import { presentRows } from '../../read-model/pages/page-source.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import { searchConditions } from '../../read-model/pages/search-condition.ts';
import { allOf, fragment, joinFragments } from '../../platform/sql-fragment.ts';
import { KIND_FILTER, QUOTES, type QuoteListRow } from './quote-list.ts';
import type { QuoteServices } from './create-quotes.ts';

/** JSON for the browser. */
export type ListedQuote = Listed<QuoteListRow>;
export type QuotePage = ListPage<QuoteListRow> & { counts: KindCount[] };

/** How many quotes a tab holds; capped like every count. */
interface KindCount {
  tipo: QuoteKind | typeof OTHER_KINDS;
  count: number;
  isCapped: boolean;
}

const OF_ANY_KIND: List<QuoteListRow> = { ...QUOTES, filters: QUOTES.filters.filter((filter) => filter !== KIND_FILTER) };

/** One page and the counts of the tabs. Errors: `forbidden`. */
export function findQuotes(services: Pick<QuoteServices, 'sql'>, call: ListCall): Promise<QuotePage> {
  return readForList(services, QUOTES, call, async (read) => {
    const counts = await countKinds(read, askList(OF_ANY_KIND, call));
    return { ...(await readListPage(read, QUOTES, call)), counts };
  });
}

/** Each kind by itself, so that no count looks at more than the cap and the index by kind is used. */
async function countKinds(read: Read, { source, request, where }: ListQuestion): Promise<KindCount[]> {
  const named = await findNamedRecords(read, source.named ?? [], request.q);
  const shared = [presentRows('active'), ...where, ...searchConditions(source, request.q, named)];
  const kinds = [...QUOTE_KINDS.map((kind) => kind.id), OTHER_KINDS];
  const selects = kinds.map(
    (tipo) =>
      fragment`SELECT ${tipo}::text AS tipo, count(*)::int AS found FROM (SELECT 1 FROM cotizaciones t WHERE ${allOf([...shared, ...KIND_FILTER.where({ tipo })])} LIMIT ${COUNT_CAP + 1}) AS hits`,
  );
  const rows = await read<{ tipo: KindCount['tipo']; found: number }>(joinFragments(selects, ' UNION ALL '));
  return rows.map(({ tipo, found }) => ({ tipo, count: Math.min(found, COUNT_CAP), isCapped: found > COUNT_CAP }));
}
