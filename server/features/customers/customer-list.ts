import type { Customer } from '#prisma/generated/client.ts';
import { formatDpi } from '../../domain/digit-groups.ts';
import type { DayRange } from '../../domain/dates.ts';
import { activeLabel } from '../../domain/text.ts';
import { dayFilter, flagFilter, recordFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { AGENCIES } from '../../read-model/pages/choices.ts';
import { fragment, type SqlFragment } from '../../platform/sql-fragment.ts';
import { columnsOf, type SelectedRow } from '../../platform/sql-columns.ts';

const COLUMNS = columnsOf<Customer>()('id', 'codigo', 'nombre', 'dpi', 'telefono', 'correo', 'fechaAsociacion', 'estado', 'createdAt');

export interface CustomerListRow extends SelectedRow<typeof COLUMNS> {
  agencyName: string;
}

/** An agency that is not (or no longer) a record shows as it is stored. */
export const CUSTOMERS: List<CustomerListRow> = {
  menu: 'customers',
  url: '/customers/list-customers',
  noun: { singular: 'asociado', plural: 'asociados', gender: 'm' },
  source: {
    table: 'clientes',
    select: `${COLUMNS.sql('t')}, coalesce(nullif(a.nombre, ''), t.agencia) AS "agencyName"`,
    joins: 'LEFT JOIN agencias a ON a.id = t.agencia',
    named: [{ column: 'agencia', table: 'agencias', name: 'nombre' }],
  },
  sortable: {
    nombre: { type: 'text' },
    codigo: { type: 'text' },
    fechaAsociacion: { type: 'text', first: 'desc' },
    createdAt: { type: 'timestamptz' },
  },
  filters: [
    recordFilter({ name: 'agencia', label: 'Agencia', all: 'Agencia: todas', records: AGENCIES }),
    flagFilter({ name: 'estado', label: 'Estado', all: 'Estado: todos', words: [activeLabel(true), activeLabel(false)] }),
    dayFilter({ labels: ['Asociados desde', 'Asociados hasta'], where: associatedWithin }),
  ],
  hit: {
    title: (row) => row.nombre || row.codigo || row.id,
    facts: (row) => [row.codigo, formatDpi(row.dpi), row.telefono, row.agencyName],
  },
  sheet: {
    columns: [
      { title: 'Código', kind: 'text', shownIn: 'codigo', width: 14, value: (row) => row.codigo },
      { title: 'Nombre', kind: 'text', shownIn: 'nombre', width: 36, value: (row) => row.nombre },
      { title: 'DPI', kind: 'text', shownIn: 'dpi', width: 18, value: (row) => formatDpi(row.dpi) },
      { title: 'Teléfono', kind: 'text', shownIn: 'telefono', width: 16, value: (row) => row.telefono },
      { title: 'Correo electrónico', kind: 'text', shownIn: 'correo', width: 32, value: (row) => row.correo },
      { title: 'Agencia', kind: 'text', shownIn: 'agencia', value: (row) => row.agencyName },
      { title: 'Fecha de asociación', kind: 'date', shownIn: 'fechaAsociacion', value: (row) => row.fechaAsociacion },
      { title: 'Estado', kind: 'text', shownIn: 'estado', width: 12, value: (row) => activeLabel(row.estado) },
    ],
  },
};

/** Days compare as text, in the collation of the index; customers without a day are outside every range. */
function associatedWithin({ from, to }: DayRange): SqlFragment[] {
  const day = fragment`t."fechaAsociacion" COLLATE "es-x-icu"`;
  return [
    ...(from ? [fragment`${day} >= ${from}`] : []),
    ...(to ? [fragment`${day} <= ${to}`] : []),
    ...(to && !from ? [fragment`${day} > ''`] : []),
  ];
}
