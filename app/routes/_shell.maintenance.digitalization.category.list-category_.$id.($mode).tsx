import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CatalogRecordScreen } from '../screens/catalogs/CatalogRecordScreen.tsx';
import { actOnCatalogRecord, loadCatalogRecord } from '../screens/catalogs/record-data.ts';
import { CATEGORY_PARTS } from '../screens/catalogs/document-types/document-type-parts.tsx';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

export async function loader(args: LoaderFunctionArgs) {
  return loadCatalogRecord(args, 'categorias');
}

export async function action(args: ActionFunctionArgs) {
  return actOnCatalogRecord(args, 'categorias');
}

export default function CategoryRoute() {
  return <CatalogRecordScreen data={useLoaderData<typeof loader>()} parts={CATEGORY_PARTS} />;
}
