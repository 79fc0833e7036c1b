import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { catalogAt } from '../screens/catalogs/catalog-at.ts';
import { CatalogRecordScreen } from '../screens/catalogs/CatalogRecordScreen.tsx';
import { actOnCatalogRecord, loadCatalogRecord } from '../screens/catalogs/record-data.ts';
import type { RecordParts } from '../screens/catalogs/record-parts.ts';
import { PhonePreview } from '../screens/catalogs/promotions/PhonePreview.tsx';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

/** Additional parts of individual catalogs, by id. */
const PARTS: Readonly<Record<string, RecordParts | undefined>> = {
  promociones: { Aside: PhonePreview },
};

/** The record of every catalog without a route of its own. */
export async function loader(args: LoaderFunctionArgs) {
  return loadCatalogRecord(args, catalogAt(args));
}

export async function action(args: ActionFunctionArgs) {
  return actOnCatalogRecord(args, catalogAt(args));
}

export default function CatalogRecordRoute() {
  const data = useLoaderData<typeof loader>();
  const { id } = data.description;
  return <CatalogRecordScreen key={id} data={data} parts={PARTS[id]} />;
}
