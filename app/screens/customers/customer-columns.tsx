import type { CustomerPage } from '#server/features/customers/create-customers.ts';
import { formatDay } from '#server/domain/dates.ts';
import { formatDpi } from '#server/domain/digit-groups.ts';
import type { ListColumn } from '../../ui/ListTable.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { recordHref } from '../lists/record-links.ts';
import { LIST_URL } from './list-url.ts';

/** Columns of the list, named like their fields; `back` is the list's state for the way back. */
export function customerColumns(back: string): ListColumn<CustomerPage['rows'][number]>[] {
  return [
    {
      name: 'nombre',
      label: 'Nombre',
      look: 'cut sm:w-1/4!',
      sort: 'asc',
      title: ({ nombre }) => nombre,
      cell: ({ id, nombre, codigo }) => <a href={recordHref(LIST_URL, id, { back })}>{nombre || codigo || id}</a>,
    },
    { name: 'codigo', label: 'Código', look: 'nowrap tabular', sort: 'asc', cell: ({ codigo }) => codigo },
    { name: 'dpi', label: 'DPI', look: 'nowrap tabular', from: 'lg', cell: ({ dpi }) => formatDpi(dpi) },
    { name: 'telefono', label: 'Teléfono', look: 'nowrap tabular', from: 'sm', cell: ({ telefono }) => telefono },
    { name: 'correo', label: 'Correo electrónico', look: 'cut', from: 'xl', title: ({ correo }) => correo, cell: ({ correo }) => correo },
    {
      name: 'agencia',
      label: 'Agencia',
      look: 'cut',
      from: 'md',
      title: ({ agencyName }) => agencyName,
      cell: ({ agencyName }) => agencyName,
    },
    {
      name: 'fechaAsociacion',
      label: 'Asociado desde',
      from: 'lg',
      sort: 'desc',
      cell: ({ fechaAsociacion }) => <time dateTime={fechaAsociacion || undefined}>{formatDay(fechaAsociacion)}</time>,
    },
    { name: 'estado', label: 'Estado', from: 'sm', cell: ({ estado }) => <StateLabel on={estado} /> },
  ];
}
