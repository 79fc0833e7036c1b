import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CatalogRecordScreen } from '../screens/catalogs/CatalogRecordScreen.tsx';
import { actOnCatalogRecord, loadCatalogRecord } from '../screens/catalogs/record-data.ts';
import { DOCUMENT_TYPE_PARTS } from '../screens/catalogs/document-types/document-type-parts.tsx';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

export async function loader(args: LoaderFunctionArgs) {
  return loadCatalogRecord(args, 'tipos_documento');
}

export async function action(args: ActionFunctionArgs) {
  return actOnCatalogRecord(args, 'tipos_documento');
}

export default function DocumentTypeRoute() {
  return <CatalogRecordScreen data={useLoaderData<typeof loader>()} parts={DOCUMENT_TYPE_PARTS} />;
}
