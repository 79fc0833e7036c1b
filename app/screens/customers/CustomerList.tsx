import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';

export function loadCustomerList(args: LoaderFunctionArgs) {
  return loadList(args, { find: args.context.portal.customers.findCustomers });
}

/** Customers, to look up: nothing here writes. */
export function CustomerList() {
  return (
    <ListScreen
      data={useLoaderData<typeof loadCustomerList>()}
      searchLabel="Nombre, DPI o teléfono"
      empty={{ text: 'Aparecen aquí cuando el sistema central los registra.' }}
    />
  );
}
