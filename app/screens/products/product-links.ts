import type { CatalogDescription } from '#server/catalogs/describe.ts';
import { SERVICES_URL } from '#server/domain/products.ts';
import type { Crumb } from '../../ui/Breadcrumbs.tsx';
import { listHref, recordHref } from '../lists/record-links.ts';

export const SERVICES_CRUMB = 'Productos y servicios';

/** `back` is the search text of the list of services, without `?`. */
export function serviceHref(id: string, back = ''): string {
  return recordHref(SERVICES_URL, id, { back });
}

/** Where forms about the products of a service go; records lie under it. */
export function productsUrl(serviceId: string): string {
  return `${SERVICES_URL}/${encodeURIComponent(serviceId)}/productos`;
}

export function photosUrl(serviceId: string): string {
  return `${SERVICES_URL}/${encodeURIComponent(serviceId)}/fotos`;
}

export function servicesCrumb(back = ''): Crumb {
  return { label: SERVICES_CRUMB, href: listHref(SERVICES_URL, back) };
}

/** The description of products with the address of one service's. */
export function productsOf(description: CatalogDescription, serviceId: string): CatalogDescription {
  return { ...description, listUrl: productsUrl(serviceId) };
}
