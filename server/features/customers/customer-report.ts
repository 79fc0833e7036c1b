import { byAgency, byMonth, listReport } from '../../reporting/list-report.ts';
import { textDay } from '../../reporting/row-day.ts';
import { CUSTOMERS } from './customer-list.ts';

/** The projection stores days or '' (customers.projection.ts). */
const DAY = textDay('t."fechaAsociacion"');

/** How many people joined, where and when. */
export const customerReport = listReport({
  id: 'customers',
  title: 'Asociados por agencia y mes',
  question: '¿Cuántas personas se asocian, en qué agencia y en qué mes?',
  filePrefix: 'asociados-por-agencia',
  place: { label: 'Asociados', href: CUSTOMERS.url },
  list: CUSTOMERS,
  day: DAY,
  agency: 'agencia',
  filters: ['agencia', 'estado'],
  groupings: [byAgency('agencia'), byMonth(DAY)],
  measures: [
    {
      name: 'active',
      title: 'Activos',
      kind: 'integer',
      sql: 'count(*) FILTER (WHERE t.estado)',
      adds: true,
      note: 'siguen activos',
    },
  ],
});
