import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { requireMenu } from '#server/domain/permissions.ts';
import { requireStaff } from '../../context.ts';
import { backOf } from '../lists/record-links.ts';
import { activateRecord, saveRecord } from '../catalog/record-data.ts';
import { readRecordAddress, type RecordAddress } from '../catalog/record-screen.ts';
import { actOnItems } from './act-on-items.ts';
import { productsOf, serviceHref, servicesCrumb } from './product-links.ts';

export type ProductData = Awaited<ReturnType<typeof loadProduct>>;

/** Data of `/products/list-products/:id/productos/:productId` (view), `…/edit` and `/new`. */
export async function loadProduct({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  const { products } = context.portal;
  const { serviceId, id, screen } = readAddress(params);
  const description = productsOf(products.describe('products'), serviceId);
  requireMenu(actor, description.menu);
  const list = { kind: 'products', serviceId } as const;
  const [service, record] = await Promise.all([
    products.getItem({ actor, list: { kind: 'services' }, id: serviceId }),
    screen === 'new' ? null : products.getItem({ actor, list, id }),
  ]);
  return {
    description,
    screen,
    /** The service's page keeps its own state; nothing of it is carried here. */
    back: backOf(new URL(request.url)),
    record,
    formToken: crypto.randomUUID(),
    uploadId: `${serviceId}/${id}`,
    above: [servicesCrumb(), { label: service.title, href: serviceHref(serviceId) }],
  };
}

function readAddress({ id: serviceId = '', productId, mode }: LoaderFunctionArgs['params']): RecordAddress & { serviceId: string } {
  return { serviceId, ...readRecordAddress({ id: productId, mode }, 'a product') };
}

/** Saves the form of a product, or deactivates or restores it. */
export async function actOnProduct({ request, params, context }: ActionFunctionArgs) {
  const { products } = context.portal;
  requireMenu(requireStaff(context), 'products');
  const { serviceId, id, screen } = readAddress(params);
  const form = products.readForm('products', await request.formData());
  const description = productsOf(products.describe('products'), serviceId);
  const record = { catalog: 'productos_servicios_productos' as const, parentId: serviceId, id, description, back: '' };
  if (screen !== 'view') return saveRecord(context, form, record);
  return activateRecord(context, form.intent, {
    ...record,
    list: serviceHref(serviceId),
    undo: { restores: 'product', serviceId, id },
  });
}

/** Moves a product of a service in the order; the way back from deactivating or restoring one. */
export async function actOnProducts(args: ActionFunctionArgs) {
  requireMenu(requireStaff(args.context), 'products');
  const serviceId = args.params['id'] ?? '';
  const url = new URL(args.request.url);
  const page = serviceHref(serviceId) + url.search;
  return actOnItems(args, {
    list: { kind: 'products', serviceId },
    form: await args.request.formData(),
    page,
  });
}
