import type { ActionFunctionArgs } from '@remix-run/node';
import { actOnCatalogList } from '../screens/catalogs/list-data.ts';

/** The products are shown on their service's page: this address only accepts their forms. */
export { toService as loader } from '../screens/catalogs/products/service-data.ts';

export async function action(args: ActionFunctionArgs) {
  return actOnCatalogList(args, 'productos_servicios_productos', args.params['id']);
}

/** Never rendered; but with a component, refusals of the action get the portal's error page. */
export default function ProductsRoute() {
  return null;
}
