import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { AppError } from '#server/domain/errors.ts';
import { theOne } from '#server/domain/grammar.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import { requireStaff } from '../../context.ts';
import { redirectWithNotice } from '../../redirect-with-notice.ts';
import { backOf, recordHref } from '../lists/record-links.ts';
import { giveBack } from '../catalog/record-data.ts';
import { readRecordAddress, type RecordAddress } from '../catalog/record-screen.ts';
import { actOnItems, toldDeactivated, toldRestored } from './act-on-items.ts';
import { productsOf, productsUrl, serviceHref, servicesCrumb } from './product-links.ts';

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
  const actor = requireStaff(context);
  const { products } = context.portal;
  const { menu, noun } = products.describe('products');
  requireMenu(actor, menu);
  const { serviceId, id, screen } = readAddress(params);
  const form = products.readForm('products', await request.formData());
  const call = { actor, list: { kind: 'products', serviceId } as const, id, requestId: context.requestId };
  const url = productsUrl(serviceId);
  if (screen === 'view') {
    if (form.intent === 'deactivate') {
      await products.deactivateItem(call);
      return redirectWithNotice(context, serviceHref(serviceId), toldDeactivated(noun, { restores: 'product', serviceId, id }));
    }
    if (form.intent !== 'restore')
      throw new AppError('invalid-input', 'unknown intent', { userMessage: 'La acción pedida no existe. Vuelva a abrir el producto.' });
    await products.restoreItem(call);
    return redirectWithNotice(context, recordHref(url, id), toldRestored(noun));
  }
  try {
    const { values, formToken } = form;
    const saved =
      screen === 'new'
        ? await products.createItem({ ...call, values, formToken })
        : await products.updateItem({ ...call, values, ifVersion: form.version, keepStored: form.keepStored });
    return redirectWithNotice(context, recordHref(url, form.intent === 'save-and-new' ? 'new' : saved.id), {
      kind: 'success',
      text: `Se guardó ${theOne(noun)}.`,
    });
  } catch (error) {
    return giveBack(error, form, context);
  }
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
