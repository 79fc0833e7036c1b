import { useMemo } from 'react';
import { formatDateTime } from '#server/domain/dates.ts';
import { shownThumbnail } from '#server/domain/images.ts';
import { formatRate } from '#server/domain/products.ts';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { SortHead, TableFrame } from '../../ui/table.tsx';
import { recordHref } from '../catalog/catalog-links.ts';
import { OrderControls, OrderForm } from './OrderControls.tsx';
import { OrderHead, OrderNote } from './OrderHead.tsx';
import { productsUrl } from './product-links.ts';
import type { ListedProduct, ServiceContents } from './service-data.ts';
import { useRowOrder } from './use-row-order.ts';

const FORM = 'orden-productos';

export function ProductTable({ serviceId, contents: { search, page, rows, movable, filters } }: { serviceId: string; contents: ServiceContents }) {
  const url = productsUrl(serviceId);
  const action = url + search;
  const ids = useMemo(() => rows.map((row) => row.id), [rows]);
  const rowOrder = useRowOrder({ ids, order: page.order, action, layout: 'rows' });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const head = { current: page.query, search };
  return (
    <>
      {movable ? <OrderForm id={FORM} action={action} message={rowOrder.message} /> : null}
      <OrderNote movable={movable} isActive={page.query.isActive} search={search} names={filters.map(({ name }) => name)} />
      <TableFrame caption="Productos" editable>
        <thead>
          <tr>
            <OrderHead movable={movable} />
            <SortHead name="nombre" label="Producto" {...head} />
            <SortHead name="tasa" label="Tasa anual" numeric className="from-sm" {...head} />
            <th scope="col" className="from-md">Descripción</th>
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
                {cellsOf(row, url)}
              </tr>
            );
          })}
        </tbody>
      </TableFrame>
    </>
  );
}

function cellsOf(row: ListedProduct, url: string) {
  return (
    <>
      <td className="key cut">
        <span className="flex items-center gap-2">
          <span className="product-thumbnail">{row.imageUrl === '' ? null : <img src={shownThumbnail(row.imageUrl)} alt="" loading="lazy" referrerPolicy="no-referrer" />}</span>
          <a className="truncate" href={recordHref(url, row.id)}>
            {row.nombre || row.id}
          </a>
        </span>
      </td>
      <td className="num tabular from-sm">{formatRate(row.tasa)}</td>
      <td className="cut w-1/3! from-md" title={row.descripcion}>
        {row.descripcion}
      </td>
      <td>
        <StateLabel on={row.estado} />
      </td>
      <td className="from-md">
        <time dateTime={row.updatedAt ?? ''}>{formatDateTime(row.updatedAt)}</time>
      </td>
    </>
  );
}
