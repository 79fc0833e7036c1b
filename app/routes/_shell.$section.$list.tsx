import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CatalogList } from '../screens/catalogs/CatalogList.tsx';
import { catalogAt } from '../screens/catalogs/catalog-at.ts';
import { actOnCatalogList, loadCatalogList } from '../screens/catalogs/list-data.ts';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

/** The list of every catalog without a screen of its own; other routes export it for longer or shorter addresses. */
export async function loader(args: LoaderFunctionArgs) {
  return loadCatalogList(args, catalogAt(args));
}

export async function action(args: ActionFunctionArgs) {
  return actOnCatalogList(args, catalogAt(args));
}

export default function CatalogListRoute() {
  const data = useLoaderData<typeof loader>();
  // One route serves many lists: what was typed into one must not stay in the next.
  return <CatalogList key={data.catalog.id} data={data} />;
}
