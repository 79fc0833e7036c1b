import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import leafletStyles from 'leaflet/dist/leaflet.css';
import { AGENCY_PARTS } from '../screens/catalogs/agencies/agency-parts.tsx';
import { CatalogRecordScreen } from '../screens/catalogs/CatalogRecordScreen.tsx';
import { actOnCatalogRecord, loadCatalogRecord } from '../screens/catalogs/record-data.ts';
import mapStyles from '../styles/map.css';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: leafletStyles },
  { rel: 'stylesheet', href: mapStyles },
];

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await loadCatalogRecord(args, 'agencias')), streets: args.context.config.streets };
}

export async function action(args: ActionFunctionArgs) {
  return actOnCatalogRecord(args, 'agencias');
}

export default function AgencyRoute() {
  return <CatalogRecordScreen data={useLoaderData<typeof loader>()} parts={AGENCY_PARTS} />;
}
