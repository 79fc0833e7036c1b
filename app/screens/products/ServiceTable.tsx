import { formatDateTime } from '#server/domain/dates.ts';
import { SERVICES_URL } from '#server/domain/products.ts';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { SortHead } from '../../ui/table.tsx';
import type { ListedService, ServiceListData } from './list-data.ts';
import { OrderedTable } from './OrderedTable.tsx';
import { serviceHref } from './product-links.ts';
import { ServiceIcon } from './ServiceIcon.tsx';

export function ServiceTable({ data }: { data: ServiceListData }) {
  const head = { current: data.page.query, search: data.search };
  const heads = (
    <>
      <SortHead name="nombre" label="Servicio" {...head} />
      <th scope="col" className="from-md">
        Descripción
      </th>
      <th scope="col" className="num from-sm">
        Productos
      </th>
      <SortHead name="estado" label="Estado" {...head} />
      <SortHead name="updatedAt" label="Modificación" first="desc" className="from-md" {...head} />
    </>
  );
  return (
    <OrderedTable
      caption="Servicios"
      form="orden-servicios"
      action={SERVICES_URL + data.search}
      list={data}
      heads={heads}
      cells={(row) => cellsOf(row, data.search)}
    />
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
      <td className="cut w-1/3! from-md">{row.descripcion}</td>
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
