import type { LoaderFunctionArgs } from '@remix-run/node';
import { formatDateTimeSeconds } from '#server/domain/dates.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import { requireStaff } from '../../context.ts';
import { backOf, listSearch } from '../lists/record-links.ts';
import { readColumnChoice } from '../lists/column-choice.ts';
import { customerColumns } from './customer-columns.tsx';
import { LIST_URL } from './list-url.ts';

export type CustomerListData = Awaited<ReturnType<typeof loadCustomerList>>;
export type CustomerRecordData = Awaited<ReturnType<typeof loadCustomer>>;

/** Data of the list; the address is read leniently. */
export async function loadCustomerList({ request, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  requireMenu(actor, 'customers');
  const { customers, readModel } = context.portal;
  const url = new URL(request.url);
  const chosen = readColumnChoice(
    { request, context },
    { id: 'clientes', url: LIST_URL, names: customerColumns('').map((column) => column.name) },
  );
  const [page, choices, freshness] = await Promise.all([
    customers.findCustomers({ actor, params: url.searchParams }),
    customers.findListChoices({ actor }),
    readModel.freshness(),
  ]);
  return {
    search: listSearch(url.search),
    chosen,
    page,
    choices,
    freshness: { at: formatDateTimeSeconds(freshness.asOf), delayed: freshness.delayed },
  };
}

/** Data of one customer. */
export async function loadCustomer({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  requireMenu(actor, 'customers');
  const { customers, readModel } = context.portal;
  const [customer, freshness] = await Promise.all([customers.getCustomer({ actor, id: params['id'] ?? '' }), readModel.freshness()]);
  return {
    customer,
    back: backOf(new URL(request.url)),
    freshness: { at: formatDateTimeSeconds(freshness.asOf), delayed: freshness.delayed },
  };
}
