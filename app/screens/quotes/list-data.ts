import type { LoaderFunctionArgs } from '@remix-run/node';
import { loadList } from '../lists/load-list.ts';
import { LIST_URL } from './list-url.ts';
import { QUOTE_COLUMNS } from './quote-columns.tsx';

export type QuoteListData = Awaited<ReturnType<typeof loadQuoteList>>;

/** Data of the list. */
export function loadQuoteList(args: LoaderFunctionArgs) {
  return loadList(args, { id: 'cotizaciones', url: LIST_URL, columns: QUOTE_COLUMNS, find: args.context.portal.quotes.findQuotes });
}
