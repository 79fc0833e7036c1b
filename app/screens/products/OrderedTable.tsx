import { useMemo, type ReactNode } from 'react';
import { TableFrame, type Sorting } from '../../ui/table.tsx';
import { OrderControls, OrderForm } from './OrderControls.tsx';
import { OrderHead, OrderNote } from './OrderHead.tsx';
import { useRowOrder } from './use-row-order.ts';

interface OrderedTableProps<Row> {
  caption: string;
  /** Id of the form that moves rows, and the address to which it goes. */
  form: string;
  action: string;
  list: {
    rows: readonly Row[];
    /** Ids of the whole list in their order, and what the address asks for. */
    page: { order: readonly string[]; query: Sorting & { isActive: boolean }; selects: readonly { name: string }[] };
    movable: boolean;
    /** `location.search` of the list. */
    search: string;
  };
  heads: ReactNode;
  cells: (row: Row) => ReactNode;
}

/** A list whose rows are put in order by dragging, by keys or by buttons, when it shows all of them in that order. */
export function OrderedTable<Row extends { id: string; nombre: string }>({
  caption,
  form,
  action,
  list,
  heads,
  cells,
}: OrderedTableProps<Row>) {
  const { rows, page, movable, search } = list;
  const ids = useMemo(() => rows.map((row) => row.id), [rows]);
  const rowOrder = useRowOrder({ ids, order: page.order, action, layout: 'rows' });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (
    <>
      {movable ? <OrderForm id={form} action={action} message={rowOrder.message} /> : null}
      <OrderNote movable={movable} isActive={page.query.isActive} search={search} names={page.selects.map(({ name }) => name)} />
      <TableFrame caption={caption} editable>
        <thead>
          <tr>
            <OrderHead movable={movable} />
            {heads}
          </tr>
        </thead>
        <tbody>
          {rowOrder.ids.flatMap((id) => {
            const row = byId.get(id);
            if (!row) return [];
            return (
              <tr key={id} {...rowOrder.marks(id)}>
                {movable ? (
                  <td className="order">
                    <OrderControls form={form} id={id} title={row.nombre} order={page.order} rowOrder={rowOrder} />
                  </td>
                ) : null}
                {cells(row)}
              </tr>
            );
          })}
        </tbody>
      </TableFrame>
    </>
  );
}
