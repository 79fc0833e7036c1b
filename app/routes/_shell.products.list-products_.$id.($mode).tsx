import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CatalogRecordScreen } from '../screens/catalogs/CatalogRecordScreen.tsx';
import { PhotoGallery } from '../screens/catalogs/products/PhotoGallery.tsx';
import { actOnService, loadService } from '../screens/catalogs/products/service-data.ts';
import { SERVICE_PARTS } from '../screens/catalogs/products/service-parts.tsx';
import { ServiceProducts } from '../screens/catalogs/products/ServiceProducts.tsx';
import serviceStyles from '../styles/services.css';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: serviceStyles }];

export async function loader(args: LoaderFunctionArgs) {
  return loadService(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnService(args);
}

export default function ServiceRoute() {
  const data = useLoaderData<typeof loader>();
  const { record, products, photos, formToken } = data;
  return (
    <CatalogRecordScreen data={data} parts={SERVICE_PARTS}>
      {record && products ? <ServiceProducts active={record.isActive} data={products} /> : null}
      {record && photos ? <PhotoGallery service={record} photos={photos} formToken={formToken} /> : null}
    </CatalogRecordScreen>
  );
}
