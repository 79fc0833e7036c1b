import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { saveFromBrowser } from '../screens/forms/save-from-browser.ts';
import { QuoteRecord } from '../screens/quotes/QuoteRecord.tsx';
import { actOnQuote, loadQuote } from '../screens/quotes/record-data.ts';

export async function loader(args: LoaderFunctionArgs) {
  return loadQuote(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnQuote(args);
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return saveFromBrowser(args);
}

export default function QuoteRoute() {
  return <QuoteRecord data={useLoaderData<typeof loader>()} />;
}
