import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatDpi } from '#server/domain/digit-groups.ts';
import { menuHref } from '#server/domain/menu.ts';
import type { ListedCustomer } from '#server/features/customers/create-customers.ts';
import { columnsOf } from '../../ui/ListTable.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { shortDay } from '../lists/short-dates.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { recordHref } from '../lists/record-links.ts';

const LIST_URL = menuHref('customers');

const column = columnsOf<ListedCustomer>();
export const CUSTOMER_COLUMNS = [
  column({
    name: 'nombre',
    label: 'Nombre',
    fields: ['id', 'nombre', 'codigo'],
    look: 'cut sm:w-1/4!',
    cell: ({ id, nombre, codigo }, back) => <a href={recordHref(LIST_URL, id, { back })}>{nombre || codigo || id}</a>,
  }),
  column({ name: 'codigo', label: 'Código', fields: ['codigo'], look: 'nowrap tabular' }),
  column({ name: 'dpi', label: 'DPI', fields: ['dpi'], look: 'nowrap tabular', from: 'lg', cell: ({ dpi }) => formatDpi(dpi) }),
  column({ name: 'telefono', label: 'Teléfono', fields: ['telefono'], look: 'nowrap tabular', from: 'sm' }),
  column({ name: 'correo', label: 'Correo electrónico', fields: ['correo'], look: 'cut', from: 'xl' }),
  column({ name: 'agencia', label: 'Agencia', fields: ['agencyName'], look: 'cut', from: 'md' }),
  column({
    name: 'fechaAsociacion',
    label: 'Asociado desde',
    fields: ['fechaAsociacion'],
    from: 'lg',
    cell: ({ fechaAsociacion }) => shortDay(fechaAsociacion),
  }),
  column({ name: 'estado', label: 'Estado', fields: ['estado'], from: 'sm', cell: ({ estado }) => <StateLabel on={estado} /> }),
];

export function loadCustomerList(args: LoaderFunctionArgs) {
  return loadList(args, { id: 'clientes', url: LIST_URL, columns: CUSTOMER_COLUMNS, find: args.context.portal.customers.findCustomers });
}

/** Customers, to look up: nothing here writes. */
export function CustomerList() {
  return (
    <ListScreen
      data={useLoaderData<typeof loadCustomerList>()}
      columns={CUSTOMER_COLUMNS}
      searchLabel="Nombre, DPI o teléfono"
      empty={{ text: 'Aparecen aquí cuando el sistema central los registra.' }}
    />
  );
}
