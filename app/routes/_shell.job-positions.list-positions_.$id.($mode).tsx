import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { CatalogRecordScreen } from '../screens/catalog/CatalogRecordScreen.tsx';
import { actOnCatalogRecord, loadCatalogRecord } from '../screens/catalog/record-data.ts';
import { saveFromBrowser } from '../screens/forms/save-from-browser.ts';

export async function loader(args: LoaderFunctionArgs) {
  return loadCatalogRecord(args, 'puestos');
}

export async function action(args: ActionFunctionArgs) {
  return actOnCatalogRecord(args, 'puestos');
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return saveFromBrowser(args);
}

export default function JobPositionRoute() {
  return <CatalogRecordScreen data={useLoaderData<typeof loader>()} />;
}
