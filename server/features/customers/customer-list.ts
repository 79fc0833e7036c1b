import type { Customer } from '#prisma/generated/client.ts';
import { formatDpi, formatPhone, masked } from '../../domain/digit-groups.ts';
import type { DayRange } from '../../domain/dates.ts';
import { activeLabel } from '../../domain/text.ts';
import { declareColumns } from '../../lists/columns.ts';
import { dayFilter, flagFilter, recordFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { ownAgency, ownAgencyScope } from '../../staff/own-agency.ts';
import { AGENCIES } from '../../read-model/pages/choices.ts';
import { fragment, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { selectColumns, type SelectedRow } from '../../platform/sql/sql-columns.ts';

const COLUMNS = selectColumns<Customer>()('id', 'codigo', 'nombre', 'dpi', 'telefono', 'correo', 'fechaAsociacion', 'estado', 'createdAt');

export interface CustomerListRow extends SelectedRow<typeof COLUMNS> {
  agencyName: string;
}

/** An agency without a record (any more) shows as it is stored. */
export const CUSTOMERS: List<CustomerListRow> = {
  menu: 'customers',
  url: '/customers/list-customers',
  noun: { singular: 'asociado', plural: 'asociados', gender: 'm' },
  source: {
    table: 'clientes',
    select: `${COLUMNS.sql('t')}, coalesce(nullif(a.nombre, ''), t.agencia) AS "agencyName"`,
    joins: 'LEFT JOIN agencias a ON a.id = t.agencia',
    named: [{ column: 'agencia', ...AGENCIES }],
  },
  columns: declareColumns([
    { name: 'nombre', label: 'Nombre', look: 'cut', width: 36, sort: { type: 'text' }, text: (row) => row.nombre || row.codigo || row.id },
    { name: 'codigo', label: 'Código', look: 'nowrap tabular', width: 14, sort: { type: 'text' } },
    { name: 'dpi', label: 'DPI', look: 'nowrap tabular', from: 'lg', width: 18, value: (row) => formatDpi(row.dpi) },
    { name: 'telefono', label: 'Teléfono', as: 'phone', look: 'nowrap tabular', from: 'sm', phone: 'bare', width: 16 },
    { name: 'correo', label: 'Correo electrónico', look: 'cut', from: 'xl', width: 32 },
    { name: 'agencia', label: 'Agencia', look: 'cut', from: 'md', phone: 'bare', value: (row) => row.agencyName },
    {
      name: 'fechaAsociacion',
      label: 'Asociado desde',
      title: 'Fecha de asociación',
      kind: 'date',
      from: 'lg',
      sort: { type: 'text', first: 'desc' },
    },
    { name: 'estado', label: 'Estado', kind: 'boolean', words: [activeLabel(true), activeLabel(false)], from: 'sm', width: 12 },
  ]),
  access: ownAgency,
  scope: ownAgencyScope,
  masks: ({ dpi, telefono }) => ({ dpi: masked(formatDpi(dpi)), telefono: masked(formatPhone(telefono)) }),
  sortable: { createdAt: { type: 'timestamptz' } },
  filters: [
    recordFilter({ name: 'agencia', label: 'Agencia', all: 'Agencia: todas', records: AGENCIES }),
    flagFilter({ name: 'estado', label: 'Estado', all: 'Estado: todos', words: [activeLabel(true), activeLabel(false)] }),
    dayFilter({ labels: ['Asociados desde', 'Asociados hasta', 'Asociados'], where: associatedWithin }),
  ],
  hit: {
    title: (row) => row.nombre || row.codigo || row.id,
    facts: (row) => [row.codigo, formatDpi(row.dpi), formatPhone(row.telefono), row.agencyName],
  },
};

/** Days compare as text, in the collation of the index; customers without a day are in no range. */
function associatedWithin({ from, to }: DayRange): SqlFragment[] {
  const day = fragment`t."fechaAsociacion" COLLATE "es-x-icu"`;
  return [
    ...(from ? [fragment`${day} >= ${from}`] : []),
    ...(to ? [fragment`${day} <= ${to}`] : []),
    ...(to && !from ? [fragment`${day} > ''`] : []),
  ];
}
