import { AGENCIES } from '../../read-model/pages/choices.ts';
import { byFilter, byMonth, listReport } from '../../reporting/list-report.ts';
import { BY_AGENCY } from '../../reporting/report.ts';
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
  agency: { column: 't.agencia', filter: 'agencia' },
  filters: ['agencia', 'estado'],
  groupings: [
    byFilter(BY_AGENCY, {
      label: 'Por agencia',
      words: { row: 'agencia', rows: 'agencias' },
      key: 't.agencia',
      names: AGENCIES,
      filter: 'agencia',
    }),
    byMonth(DAY),
  ],
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
