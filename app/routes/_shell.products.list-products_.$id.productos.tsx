import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { requireMenu } from '#server/domain/permissions.ts';
import { requireStaff } from '../context.ts';
import { actOnProducts } from '../screens/products/product-data.ts';
import { toService } from '../screens/products/service-data.ts';

/** The products show on their service's page: this address only takes their forms. */
export async function loader(args: LoaderFunctionArgs) {
  requireMenu(requireStaff(args.context), 'products');
  return toService(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnProducts(args);
}

/** Never shown; with a component, what the action refuses gets the portal's error page. */
export default function ProductsRoute() {
  return null;
}
