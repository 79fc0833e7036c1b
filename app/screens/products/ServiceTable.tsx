import { useMemo } from 'react';
import { formatDateTime } from '#server/domain/dates.ts';
import { SERVICES_URL } from '#server/domain/products.ts';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { SortHead, TableFrame } from '../../ui/table.tsx';
import type { ListedService, ServiceListData } from './list-data.ts';
import { OrderControls, OrderForm } from './OrderControls.tsx';
import { OrderHead, OrderNote } from './OrderHead.tsx';
import { serviceHref } from './product-links.ts';
import { ServiceIcon } from './ServiceIcon.tsx';
import { useRowOrder } from './use-row-order.ts';

const FORM = 'orden-servicios';

export function ServiceTable({ data: { search, page, rows, movable, filters } }: { data: ServiceListData }) {
  const action = SERVICES_URL + search;
  const ids = useMemo(() => rows.map((row) => row.id), [rows]);
  const rowOrder = useRowOrder({ ids, order: page.order, action, layout: 'rows' });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const head = { current: page.query, search };
  return (
    <>
      {movable ? <OrderForm id={FORM} action={action} message={rowOrder.message} /> : null}
      <OrderNote movable={movable} isActive={page.query.isActive} search={search} names={filters.map(({ name }) => name)} />
      <TableFrame caption="Servicios" editable>
        <thead>
          <tr>
            <OrderHead movable={movable} />
            <SortHead name="nombre" label="Servicio" {...head} />
            <th scope="col" className="from-md">Descripción</th>
            <th scope="col" className="num from-sm">
              Productos
            </th>
            <SortHead name="estado" label="Estado" {...head} />
            <SortHead name="updatedAt" label="Modificación" first="desc" className="from-md" {...head} />
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
                    <OrderControls form={FORM} id={id} title={row.nombre} order={page.order} rowOrder={rowOrder} />
                  </td>
                ) : null}
                {cellsOf(row, search)}
              </tr>
            );
          })}
        </tbody>
      </TableFrame>
    </>
  );
}

function cellsOf(row: ListedService, search: string) {
  return (
    <>
      <td className="key cut">
        <span className="flex items-center gap-2">
          <ServiceIcon name={row.icono} />
          <a className="truncate" href={serviceHref(row.id, search.slice(1))}>
            {row.nombre || row.id}
          </a>
        </span>
      </td>
      <td className="cut w-1/3! from-md" title={row.descripcion}>
        {row.descripcion}
      </td>
      <td className="num tabular from-sm">{row.products}</td>
      <td>
        <StateLabel on={row.estado} />
      </td>
      <td className="from-md">
        <time dateTime={row.updatedAt ?? ''}>{formatDateTime(row.updatedAt)}</time>
      </td>
    </>
  );
}
