import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { requireMenu, type Staff } from '#server/domain/permissions.ts';
import { EXTRAORDINARY_ASSETS_ID, SERVICES_URL } from '#server/domain/products.ts';
import type { Products } from '#server/features/products/create-products.ts';
import { requireStaff, type RequestContext } from '../../context.ts';
import { backOf, listHref, listSearch } from '../lists/record-links.ts';
import { activateRecord, saveRecord } from '../catalog/record-data.ts';
import { readRecordAddress } from '../catalog/record-screen.ts';
import { showsOrder } from './ordered-list.ts';
import { serviceHref } from './product-links.ts';

const SERVICES = { kind: 'services' } as const;

export type ServiceData = Awaited<ReturnType<typeof loadService>>;

/** Data of `/products/list-products/:id` (the service with its products and photos), `/:id/edit` and `/new`. */
export async function loadService({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  const { products } = context.portal;
  const description = products.describe('services');
  requireMenu(actor, description.menu);
  const { id, screen } = readRecordAddress(params, 'a service');
  const url = new URL(request.url);
  const record = screen === 'new' ? null : await products.getItem({ actor, list: SERVICES, id });
  return {
    description,
    screen,
    back: backOf(url),
    record,
    /** One per form: what is sent twice with it is stored once. */
    formToken: crypto.randomUUID(),
    contents: screen === 'view' ? await loadContents(context, actor, id, url) : null,
  };
}

export type ServiceContents = NonNullable<ServiceData['contents']>;

async function loadContents({ portal: { products } }: Pick<RequestContext, 'portal'>, actor: Staff, serviceId: string, url: URL) {
  const [{ rows, ...page }, photos] = await Promise.all([
    products.findItems({ actor, list: { kind: 'products', serviceId }, params: url.searchParams }),
    serviceId === EXTRAORDINARY_ASSETS_ID ? loadPhotos(products, actor, serviceId) : null,
  ]);
  return {
    search: url.search,
    page,
    movable: showsOrder(page.query),
    rows: rows.map(({ id, values, updatedAt }) => ({
      id,
      nombre: String(values['nombre'] ?? ''),
      descripcion: String(values['descripcion'] ?? ''),
      tasa: typeof values['tasa'] === 'number' ? values['tasa'] : null,
      imageUrl: String(values['image_url'] ?? ''),
      estado: values['estado'] === true,
      updatedAt,
    })),
    photos,
  };
}

/** All of them, so that each can be moved anywhere; the browser fetches the pictures as they come into view. */
async function loadPhotos(products: Products, actor: Staff, serviceId: string) {
  const list = { kind: 'photos', serviceId } as const;
  const photos: { id: string; url: string; descripcion: string; version: string }[] = [];
  for (let page = 1; ; page += 1) {
    const found = await products.findItems({ actor, list, params: new URLSearchParams({ pageSize: '100', page: String(page) }) });
    photos.push(
      ...found.rows.map(({ id, values, version }) => ({
        id,
        version,
        url: String(values['url'] ?? ''),
        descripcion: String(values['descripcion'] ?? ''),
      })),
    );
    if (found.next === null) return photos;
  }
}

export type ListedProduct = ServiceContents['rows'][number];
export type ListedPhoto = NonNullable<ServiceContents['photos']>[number];

/** Saves the form of a service, or deactivates or restores it. */
export async function actOnService({ request, params, context }: ActionFunctionArgs) {
  const { products } = context.portal;
  const description = products.describe('services');
  requireMenu(requireStaff(context), description.menu);
  const { id, screen } = readRecordAddress(params, 'a service');
  const form = products.readForm('services', await request.formData());
  const record = { catalog: 'productos_servicios' as const, id, description, back: backOf(new URL(request.url)) };
  if (screen !== 'view') return saveRecord(context, form, record);
  return activateRecord(context, form.intent, {
    ...record,
    list: listHref(SERVICES_URL, record.back),
    undo: { restores: 'service', id },
  });
}

/** Addresses that only take forms about what a service holds: reading one leads to the service. */
export function toService({ params, request }: LoaderFunctionArgs): Response {
  return redirect(serviceHref(params['id'] ?? '') + listSearch(new URL(request.url).search));
}
