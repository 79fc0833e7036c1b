import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { requireMenu } from '#server/domain/permissions.ts';
import { requireStaff } from '../context.ts';
import { actOnPhotos } from '../screens/products/photo-data.ts';
import { toService } from '../screens/products/service-data.ts';

/** The photos show on their service's page: this address only takes their forms. */
export async function loader(args: LoaderFunctionArgs) {
  requireMenu(requireStaff(args.context), 'products');
  return toService(args);
}

export async function action(args: ActionFunctionArgs) {
  return actOnPhotos(args);
}

/** Never shown; with a component, what the action refuses gets the portal's error page. */
export default function PhotosRoute() {
  return null;
}
