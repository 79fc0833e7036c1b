import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { CatalogRecordScreen } from '../screens/catalog/CatalogRecordScreen.tsx';
import { catalogAt } from '../screens/catalog/catalog-at.ts';
import { actOnCatalogRecord, loadCatalogRecord } from '../screens/catalog/record-data.ts';
import { saveFromBrowser } from '../screens/forms/save-from-browser.ts';

/** The record of every catalog whose screen has no parts of its own. */
export async function loader(args: LoaderFunctionArgs) {
  return loadCatalogRecord(args, catalogAt(args));
}

export async function action(args: ActionFunctionArgs) {
  return actOnCatalogRecord(args, catalogAt(args));
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return saveFromBrowser(args);
}

export default function CatalogRecordRoute() {
  const data = useLoaderData<typeof loader>();
  return <CatalogRecordScreen key={data.description.id} data={data} />;
}
