import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireStaff } from '../context.ts';
import { noSuchPage } from '../screens/catalogs/catalog-at.ts';

/** Any address without a route of its own: a 404 inside the shell. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  requireStaff(context);
  throw noSuchPage(request);
}

export async function action({ context, request }: LoaderFunctionArgs) {
  requireStaff(context);
  throw noSuchPage(request);
}

export default function NotFoundRoute() {
  return null;
}
