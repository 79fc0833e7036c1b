import { ListScreen } from '../lists/ListScreen.tsx';
import { CUSTOMER_COLUMNS } from './customer-columns.tsx';
import type { CustomerListData } from './customer-data.ts';

/** Customers, to look up: nothing here writes. */
export function CustomerList({ data }: { data: CustomerListData }) {
  return (
    <ListScreen
      data={data}
      columns={CUSTOMER_COLUMNS}
      searchLabel="Nombre, DPI o teléfono"
      empty={{ text: 'Aparecen aquí cuando el sistema central los registra.' }}
    />
  );
}
