import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { requireMenu } from '#server/domain/permissions.ts';
import { SERVICES_URL } from '#server/domain/products.ts';
import { requireStaff } from '../../context.ts';
import { listHref, listSearch } from '../lists/record-links.ts';
import { actOnItems } from './act-on-items.ts';
import { showsOrder } from './ordered-list.ts';

export type ServiceListData = Awaited<ReturnType<typeof loadServiceList>>;

/** Data of the list of services; the address is read leniently. */
export async function loadServiceList({ request, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  const { products } = context.portal;
  const description = products.describe('services');
  requireMenu(actor, description.menu);
  const url = new URL(request.url);
  const { rows, ...page } = await products.findItems({ actor, list: { kind: 'services' }, params: url.searchParams });
  return {
    search: listSearch(url.search),
    page,
    movable: showsOrder(page.query),
    rows: rows.map(({ id, values, products: count, updatedAt }) => ({
      id,
      nombre: String(values['nombre'] ?? ''),
      descripcion: String(values['descripcion'] ?? ''),
      icono: String(values['icono'] ?? ''),
      estado: values['estado'] === true,
      products: count,
      updatedAt,
    })),
  };
}

export type ListedService = ServiceListData['rows'][number];

/** Moves a service in the order; the way back from deactivating or restoring one. */
export async function actOnServiceList(args: ActionFunctionArgs) {
  requireMenu(requireStaff(args.context), 'products');
  const page = listHref(SERVICES_URL, listSearch(new URL(args.request.url).search).slice(1));
  return actOnItems(args, { list: { kind: 'services' }, form: await args.request.formData(), page });
}
