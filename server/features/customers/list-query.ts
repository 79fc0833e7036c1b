import { parseDayRange, type DayRange } from '../../domain/dates.ts';
import { joinTypedDigits } from '../../domain/digit-groups.ts';
import { readFlagFilter, readListAddress, readTextFilter, type ListAddress, type Sortable } from '../../read-model/pages/list-address.ts';
import type { PageSource } from '../../read-model/pages/page-source.ts';
import type { PageRequest } from '../../read-model/read-model.ts';
import { fragment, type SqlFragment } from '../../platform/sql-fragment.ts';

/** What the list shows, read from its address: q, page or cursor, pageSize, sort, dir, agencia, estado, from and to. */
export interface CustomerListQuery extends ListAddress {
  agencia: string | undefined;
  estado: boolean | undefined;
  /** Days of association, both included. */
  dates: DayRange;
}

const SORTABLE: Sortable = { nombre: 'asc', codigo: 'asc', fechaAsociacion: 'desc', createdAt: 'desc' };

/** An agency that is not (or no longer) a record shows as it is stored. */
export const CUSTOMER_SOURCE: PageSource = {
  table: 'clientes',
  select: `t.id, t.codigo, t.nombre, t.dpi, t.telefono, t.correo, t."fechaAsociacion", t.estado, t."createdAt", coalesce(nullif(a.nombre, ''), t.agencia) AS "agencyName"`,
  joins: 'LEFT JOIN agencias a ON a.id = t.agencia',
  sortable: { nombre: { type: 'text' }, codigo: { type: 'text' }, fechaAsociacion: { type: 'text' }, createdAt: { type: 'timestamptz' } },
};

export function readCustomerListQuery(params: URLSearchParams, defaultPageSize: number): CustomerListQuery {
  return {
    ...readListAddress(params, { sortable: SORTABLE, pageSize: defaultPageSize }),
    agencia: readTextFilter(params.get('agencia')),
    estado: readFlagFilter(params.get('estado')),
    dates: parseDayRange(params.get('from'), params.get('to')),
  };
}

export function customerRequest({ q, page, cursor, pageSize, sort, dir }: CustomerListQuery): PageRequest {
  return { q: joinTypedDigits(q), page, cursor, pageSize, sort, dir };
}

export function customerConditions({ agencia, estado, dates: { from, to } }: CustomerListQuery): SqlFragment[] {
  // Days compare as text, in the collation of the index; customers without a day are outside every range.
  const day = fragment`t."fechaAsociacion" COLLATE "es-x-icu"`;
  return [
    ...(agencia === undefined ? [] : [fragment`t.agencia = ${agencia}`]),
    ...(estado === undefined ? [] : [fragment`t.estado = ${estado}`]),
    ...(from ? [fragment`${day} >= ${from}`] : []),
    ...(to ? [fragment`${day} <= ${to}`] : []),
    ...(to && !from ? [fragment`${day} > ''`] : []),
  ];
}
