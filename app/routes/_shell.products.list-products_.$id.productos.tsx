import type { ActionFunctionArgs } from '@remix-run/node';
import { actOnCatalogList } from '../screens/catalogs/list-data.ts';

/** The products show on their service's page: this address only takes their forms. */
export { toService as loader } from '../screens/catalogs/products/service-data.ts';

export async function action(args: ActionFunctionArgs) {
  return actOnCatalogList(args, 'productos_servicios_productos', args.params['id']);
}

/** Never shown; with a component, what the action refuses gets the portal's error page. */
export default function ProductsRoute() {
  return null;
}
