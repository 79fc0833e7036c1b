import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { CatalogRecordScreen } from '../screens/catalog/CatalogRecordScreen.tsx';
import { actOnCatalogRecord, loadCatalogRecord } from '../screens/catalog/record-data.ts';
import { saveFromBrowser } from '../screens/forms/save-from-browser.ts';
import { PhonePreview } from '../screens/promotions/PhonePreview.tsx';

const PARTS = { Aside: PhonePreview };

export async function loader(args: LoaderFunctionArgs) {
  return loadCatalogRecord(args, 'promociones');
}

export async function action(args: ActionFunctionArgs) {
  return actOnCatalogRecord(args, 'promociones');
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return saveFromBrowser(args);
}

export default function PromotionRoute() {
  return <CatalogRecordScreen data={useLoaderData<typeof loader>()} parts={PARTS} />;
}
