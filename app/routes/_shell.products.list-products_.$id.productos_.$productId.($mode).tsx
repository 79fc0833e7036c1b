import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CatalogRecordScreen } from '../screens/catalogs/CatalogRecordScreen.tsx';
import { actOnCatalogRecord, loadCatalogRecord } from '../screens/catalogs/record-data.ts';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

const productOf = ({ params: { id = '', productId = '' } }: LoaderFunctionArgs) => ({ parentId: id, id: productId });

export async function loader(args: LoaderFunctionArgs) {
  return loadCatalogRecord(args, 'productos_servicios_productos', productOf(args));
}

export async function action(args: ActionFunctionArgs) {
  return actOnCatalogRecord(args, 'productos_servicios_productos', productOf(args));
}

export default function ProductRoute() {
  return <CatalogRecordScreen data={useLoaderData<typeof loader>()} />;
}
