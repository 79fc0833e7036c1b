import { useMemo, type ReactNode } from 'react';
import type { Places } from '#server/domain/record-order.ts';
import { withParams } from '../../ui/search-params.ts';
import { titleOfRow, type ShownRow } from '../lists/cells.tsx';
import type { RowOrdering } from '../lists/ListScreen.tsx';
import type { ListData } from '../lists/load-list.ts';
import { OrderControls, OrderForm } from './OrderControls.tsx';
import { useRowOrder, useSentMoves } from './use-row-order.ts';

interface OrderedRowsOptions<Row> {
  data: Pick<ListData<Row>, 'rows' | 'query' | 'search' | 'selects'>;
  /** Places of the rows and their neighbours while the list shows its own order; null otherwise. */
  order: Places | null;
  /** Address that takes the moves; `form` is the id of the form that sends them. */
  action: string;
  form: string;
}

const NOWHERE: Places = { ids: [], before: 0 };

/** The rows of a list that can be reordered by dragging, keys or buttons, in their current order. */
export function useOrderedRows<Row extends ShownRow>({ data, order, action, form }: OrderedRowsOptions<Row>) {
  const { rows } = data;
  const ids = useMemo(() => rows.map((row) => row.id), [rows]);
  const places = order ?? NOWHERE;
  const rowOrder = useRowOrder({ ids, layout: 'rows', drop: useSentMoves({ action, order: places.ids }) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const parts: RowOrdering<Row> = {
    controls: {
      head: 'Orden',
      className: 'order',
      cell: (row) => <OrderControls form={form} id={row.id} title={titleOfRow(row)} order={places} rowOrder={rowOrder} />,
    },
    marks: rowOrder.marks,
  };
  const shown = rowOrder.ids.flatMap((id) => byId.get(id) ?? []);
  return {
    rows: order ? shown : rows,
    order: order ? parts : undefined,
    note: order ? <OrderForm id={form} action={action} message={rowOrder.message} /> : orderNote(data),
  };
}

/** Says why rows cannot be moved now, with a link to where they can. */
function orderNote({ query, search, selects }: Pick<ListData<unknown>, 'query' | 'search' | 'selects'>): ReactNode {
  if (!query.isActive) return null;
  const cleared = Object.fromEntries(['q', 'sort', 'dir', 'isActive', ...selects.map(({ name }) => name)].map((name) => [name, null]));
  return (
    <p className="no-print mb-2 text-[0.8125rem] text-muted" data-nav="">
      El orden se cambia en la lista completa.{' '}
      <a className="text-link" href={withParams(search, cleared)}>
        Ver en su orden
      </a>
    </p>
  );
}
