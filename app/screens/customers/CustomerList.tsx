import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { ownCell, type ShownRow } from '../lists/cells.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';

export function loadCustomerList(args: LoaderFunctionArgs) {
  return loadList(args, { find: args.context.portal.customers.findCustomers });
}

/** What is masked is shown by the record, which keeps it in the audit (CustomerRecord.tsx): the button sends that page's form. */
const SHOW_FORM = 'ver';
const CUSTOMER_CELLS = {
  telefono: ownCell<ShownRow>()([], (_row, shown, { href }) =>
    typeof shown === 'string' && shown.includes('•') ? (
      <button
        className="call"
        form={SHOW_FORM}
        formAction={href}
        name="ver"
        value="telefono"
        aria-label={`Ver teléfono ${shown}`}
        title="Ver teléfono: queda en la auditoría"
      >
        {shown}
      </button>
    ) : (
      shown
    ),
  ),
};

/** Customers, to look up: nothing here writes. */
export function CustomerList() {
  return (
    <ListScreen
      data={useLoaderData<typeof loadCustomerList>()}
      own={CUSTOMER_CELLS}
      above={<Form method="post" id={SHOW_FORM} />}
      searchLabel="Nombre, DPI o teléfono"
      empty={{ text: 'Aparecen aquí cuando el sistema central los registra.' }}
    />
  );
}
