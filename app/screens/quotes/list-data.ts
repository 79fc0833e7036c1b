import type { LoaderFunctionArgs } from '@remix-run/node';
import { formatDateTimeSeconds } from '#server/domain/dates.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import { requireStaff } from '../../context.ts';
import { listSearch } from '../lists/record-links.ts';
import { readColumnChoice } from '../lists/column-choice.ts';
import { LIST_URL } from './list-url.ts';
import { quoteColumns } from './quote-columns.tsx';

export type QuoteListData = Awaited<ReturnType<typeof loadQuoteList>>;

/** Data of the list; the address is read leniently. */
export async function loadQuoteList({ request, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  requireMenu(actor, 'quotes');
  const { quotes, readModel } = context.portal;
  const url = new URL(request.url);
  const chosen = readColumnChoice(
    { request, context },
    { id: 'cotizaciones', url: LIST_URL, names: quoteColumns('').map((column) => column.name) },
  );
  const [page, choices, freshness] = await Promise.all([
    quotes.findQuotes({ actor, params: url.searchParams }),
    quotes.findQuoteChoices({ actor }),
    readModel.freshness(),
  ]);
  return {
    search: listSearch(url.search),
    chosen,
    page,
    choices,
    freshness: { at: formatDateTimeSeconds(freshness.asOf), delayed: freshness.delayed },
  };
}
