import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CatalogRecordScreen } from '../screens/catalog/CatalogRecordScreen.tsx';
import { actOnCatalogRecord } from '../screens/catalog/record-data.ts';
import { PhotoGallery } from '../screens/products/PhotoGallery.tsx';
import { loadService } from '../screens/products/service-data.ts';
import { SERVICE_PARTS } from '../screens/products/service-parts.tsx';
import { ServiceProducts } from '../screens/products/ServiceProducts.tsx';

export { saveFromBrowser as clientAction } from '../screens/forms/save-from-browser.ts';

export async function loader(args: LoaderFunctionArgs) {
  return loadService(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnCatalogRecord(args, 'productos_servicios');
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
