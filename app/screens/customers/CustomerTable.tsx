import type { CustomerPage } from '#server/customers/create-customers.ts';
import { formatDay } from '#server/domain/dates.ts';
import { formatDpi } from '#server/domain/digit-groups.ts';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { SortHead, TableFrame } from '../../ui/table.tsx';
import { recordHref } from '../catalog/catalog-links.ts';
import { LIST_URL } from './list-url.ts';

/** Rows are plain elements: a component per cell makes server rendering several times slower. */
export function CustomerTable({ page, search }: { page: CustomerPage; search: string }) {
  const back = search.slice(1);
  return (
    <TableFrame caption="Asociados" wide>
      <thead>
        <tr>
          <SortHead name="nombre" label="Nombre" current={page.query} search={search} />
          <SortHead name="codigo" label="Código" current={page.query} search={search} />
          <th scope="col">DPI</th>
          <th scope="col">Teléfono</th>
          <th scope="col" className="max-xl:hidden">
            Correo electrónico
          </th>
          <th scope="col">Agencia</th>
          <SortHead name="fechaAsociacion" label="Asociado desde" current={page.query} search={search} first="desc" />
          <th scope="col">Estado</th>
        </tr>
      </thead>
      <tbody>
        {page.rows.map((customer) => (
          <tr key={customer.id}>
            <td className="key cut" title={customer.nombre}>
              <a href={recordHref(LIST_URL, customer.id, { back })}>{customer.nombre || customer.codigo || customer.id}</a>
            </td>
            <td className="nowrap tabular">{customer.codigo}</td>
            <td className="nowrap tabular">{formatDpi(customer.dpi)}</td>
            <td className="nowrap tabular">{customer.telefono}</td>
            <td className="cut max-xl:hidden" title={customer.correo}>
              {customer.correo}
            </td>
            <td className="cut max-w-44!" title={customer.agencyName}>
              {customer.agencyName}
            </td>
            <td>
              <time dateTime={customer.fechaAsociacion || undefined}>{formatDay(customer.fechaAsociacion)}</time>
            </td>
            <td>
              <StateLabel on={customer.estado} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
