import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { CatalogRecordScreen } from '../screens/catalog/CatalogRecordScreen.tsx';
import { saveFromBrowser } from '../screens/forms/save-from-browser.ts';
import { actOnProduct, loadProduct } from '../screens/products/product-data.ts';

export async function loader(args: LoaderFunctionArgs) {
  return loadProduct(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnProduct(args);
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return saveFromBrowser(args);
}

export default function ProductRoute() {
  const data = useLoaderData<typeof loader>();
  return <CatalogRecordScreen data={data} above={data.above} uploadId={data.uploadId} />;
}
