import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CatalogList } from '../screens/catalogs/CatalogList.tsx';
import { actOnCatalogList, loadCatalogList } from '../screens/catalogs/list-data.ts';
import { SERVICE_CELLS } from '../screens/catalogs/products/service-lists.tsx';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

export async function loader(args: LoaderFunctionArgs) {
  return loadCatalogList(args, 'productos_servicios', { own: SERVICE_CELLS });
}

export async function action(args: ActionFunctionArgs) {
  return actOnCatalogList(args, 'productos_servicios');
}

export default function ServicesRoute() {
  return <CatalogList data={useLoaderData<typeof loader>()} own={SERVICE_CELLS} />;
}
