import type { ListedCustomer } from '#server/features/customers/create-customers.ts';
import { formatDay } from '#server/domain/dates.ts';
import { formatDpi } from '#server/domain/digit-groups.ts';
import { columnsOf } from '../../ui/ListTable.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { recordHref } from '../lists/record-links.ts';
import { LIST_URL } from './list-url.ts';

const column = columnsOf<ListedCustomer>();

/** Columns of the list, named like their fields. */
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
    cell: ({ fechaAsociacion }) => <time dateTime={fechaAsociacion || undefined}>{formatDay(fechaAsociacion)}</time>,
  }),
  column({ name: 'estado', label: 'Estado', fields: ['estado'], from: 'sm', cell: ({ estado }) => <StateLabel on={estado} /> }),
];
