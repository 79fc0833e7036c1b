import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { loadQuoteList } from '../screens/quotes/list-data.ts';
import { QuoteList } from '../screens/quotes/QuoteList.tsx';

export async function loader(args: LoaderFunctionArgs) {
  return loadQuoteList(args);
}

export default function QuotesRoute() {
  return <QuoteList data={useLoaderData<typeof loader>()} />;
}
