import { formatDateTime } from '#server/domain/dates.ts';
import { shownThumbnail } from '#server/domain/images.ts';
import { formatRate } from '#server/domain/products.ts';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { SortHead } from '../../ui/table.tsx';
import { recordHref } from '../lists/record-links.ts';
import { OrderedTable } from './OrderedTable.tsx';
import { productsUrl } from './product-links.ts';
import type { ListedProduct, ServiceContents } from './service-data.ts';

export function ProductTable({ serviceId, contents }: { serviceId: string; contents: ServiceContents }) {
  const url = productsUrl(serviceId);
  const head = { current: contents.page.query, search: contents.search };
  const heads = (
    <>
      <SortHead name="nombre" label="Producto" {...head} />
      <SortHead name="tasa" label="Tasa anual" numeric className="from-sm" {...head} />
      <th scope="col" className="from-md">
        Descripción
      </th>
      <SortHead name="estado" label="Estado" {...head} />
      <SortHead name="updatedAt" label="Modificación" first="desc" className="from-md" {...head} />
    </>
  );
  return (
    <OrderedTable
      caption="Productos"
      form="orden-productos"
      action={url + contents.search}
      list={contents}
      heads={heads}
      cells={(row) => cellsOf(row, url)}
    />
  );
}

function cellsOf(row: ListedProduct, url: string) {
  return (
    <>
      <td className="key cut">
        <span className="flex items-center gap-2">
          <span className="product-thumbnail">
            {row.imageUrl === '' ? null : <img src={shownThumbnail(row.imageUrl)} alt="" loading="lazy" referrerPolicy="no-referrer" />}
          </span>
          <a className="truncate" href={recordHref(url, row.id)}>
            {row.nombre || row.id}
          </a>
        </span>
      </td>
      <td className="num tabular from-sm">{formatRate(row.tasa)}</td>
      <td className="cut w-1/3! from-md">{row.descripcion}</td>
      <td>
        <StateLabel on={row.estado} />
      </td>
      <td className="from-md">
        <time dateTime={row.updatedAt ?? ''}>{formatDateTime(row.updatedAt)}</time>
      </td>
    </>
  );
}
