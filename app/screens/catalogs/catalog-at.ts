import type { LoaderFunctionArgs } from '@remix-run/node';
import type { CatalogId } from '#server/catalogs/registry.ts';
import { AppError } from '#server/domain/errors.ts';
import { requireStaff } from '../../context.ts';

/** The catalog to which the address belongs. @throws AppError `not-found` if no catalog has the address */
export function catalogAt({ context, request }: LoaderFunctionArgs): CatalogId {
  requireStaff(context);
  const catalog = context.portal.catalogs.catalogAt(new URL(request.url).pathname);
  if (catalog !== null) return catalog;
  throw noSuchPage(request);
}

/** For addresses that the portal does not have: a 404 inside the shell. */
export function noSuchPage({ method, url }: Request): AppError {
  return new AppError('not-found', `no route for ${method} ${new URL(url).pathname}`, {
    userMessage: 'La dirección que abrió no existe en el portal.',
  });
}
