import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CatalogList } from '../screens/catalogs/CatalogList.tsx';
import { actOnCatalogList, loadCatalogList } from '../screens/catalogs/list-data.ts';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

export async function loader(args: LoaderFunctionArgs) {
  return loadCatalogList(args, 'como_asociarse');
}

export async function action(args: ActionFunctionArgs) {
  return actOnCatalogList(args, 'como_asociarse');
}

export default function MembershipStepsRoute() {
  return <CatalogList data={useLoaderData<typeof loader>()} />;
}
