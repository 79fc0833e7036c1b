import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { AppError } from '#server/domain/errors.ts';
import { theOne } from '#server/domain/grammar.ts';
import { requireMenu, type Staff } from '#server/domain/permissions.ts';
import { EXTRAORDINARY_ASSETS_ID, SERVICES_URL } from '#server/domain/products.ts';
import type { Products } from '#server/features/products/create-products.ts';
import { requireStaff, type RequestContext } from '../../context.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { backOf, listHref, listSearch, recordHref } from '../lists/record-links.ts';
import { giveBack } from '../catalog/record-data.ts';
import { readRecordAddress } from '../catalog/record-screen.ts';
import { toldDeactivated, toldRestored } from './act-on-items.ts';
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
  const actor = requireStaff(context);
  const { products } = context.portal;
  const { menu, noun } = products.describe('services');
  requireMenu(actor, menu);
  const { id, screen } = readRecordAddress(params, 'a service');
  const form = products.readForm('services', await request.formData());
  const call = { actor, list: SERVICES, id, requestId: context.requestId };
  const back = backOf(new URL(request.url));
  if (screen === 'view') return setServiceActive(context, call, form.intent, back);
  try {
    const { values, formToken } = form;
    const saved =
      screen === 'new'
        ? await products.createItem({ ...call, values, formToken })
        : await products.updateItem({ ...call, values, ifVersion: form.version, keepStored: form.keepStored });
    return redirectWithNotice(context, recordHref(SERVICES_URL, form.intent === 'save-and-new' ? 'new' : saved.id, { back }), {
      kind: 'success',
      text: `Se guardó ${theOne(noun)}.`,
    });
  } catch (error) {
    return giveBack(error, form, context);
  }
}

async function setServiceActive(
  context: RequestContext,
  call: { actor: Staff; list: typeof SERVICES; id: string; requestId: string },
  intent: string,
  back: string,
) {
  const { products } = context.portal;
  const { noun } = products.describe('services');
  if (intent === 'deactivate') {
    await products.deactivateItem(call);
    return redirectWithNotice(context, listHref(SERVICES_URL, back), toldDeactivated(noun, { restores: 'service', id: call.id }));
  }
  if (intent === 'restore') {
    await products.restoreItem(call);
    return redirectWithNotice(context, serviceHref(call.id, back), toldRestored(noun));
  }
  throw new AppError('invalid-input', 'unknown intent', { userMessage: 'La acción pedida no existe. Vuelva a abrir el servicio.' });
}

/** Addresses that only take forms about what a service holds: reading one leads to the service. */
export function toService({ params, request }: LoaderFunctionArgs): Response {
  return redirect(serviceHref(params['id'] ?? '') + listSearch(new URL(request.url).search));
}
