import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CatalogRecordScreen } from '../screens/catalogs/CatalogRecordScreen.tsx';
import { actOnCatalogRecord, loadCatalogRecord } from '../screens/catalogs/record-data.ts';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

export async function loader(args: LoaderFunctionArgs) {
  return loadCatalogRecord(args, 'como_asociarse');
}

export async function action(args: ActionFunctionArgs) {
  return actOnCatalogRecord(args, 'como_asociarse');
}

export default function MembershipStepRoute() {
  return <CatalogRecordScreen data={useLoaderData<typeof loader>()} />;
}
