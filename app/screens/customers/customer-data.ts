import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireMenu } from '#server/domain/permissions.ts';
import { freshnessOf, requireStaff } from '../../context.ts';
import { backOf } from '../lists/record-links.ts';
import { loadList } from '../lists/load-list.ts';
import { CUSTOMER_COLUMNS } from './customer-columns.tsx';
import { LIST_URL } from './list-url.ts';

export type CustomerListData = Awaited<ReturnType<typeof loadCustomerList>>;
export type CustomerRecordData = Awaited<ReturnType<typeof loadCustomer>>;

/** Data of the list. */
export function loadCustomerList(args: LoaderFunctionArgs) {
  const { customers } = args.context.portal;
  return loadList(args, { id: 'clientes', url: LIST_URL, columns: CUSTOMER_COLUMNS, find: customers.findCustomers });
}

/** Data of one customer. */
export async function loadCustomer({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  requireMenu(actor, 'customers');
  const { customers } = context.portal;
  const customer = await customers.getCustomer({ actor, id: params['id'] ?? '' });
  return { customer, back: backOf(new URL(request.url)), freshness: freshnessOf(context) };
}
