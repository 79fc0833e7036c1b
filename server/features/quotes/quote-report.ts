import { FOLLOW_UP_STAGES, NO_STAGE, OTHER_KINDS, OTHER_STAGES, QUOTE_KINDS, quoteKindLabel, stageLabel } from './domain/quotes.ts';
import { AGENCIES } from '../../read-model/pages/choices.ts';
import { daysPercentile, type Percentile } from '../../reporting/counted-rows.ts';
import { byFilter, byMonth, listReport } from '../../reporting/list-report.ts';
import { BY_AGENCY } from '../../reporting/report.ts';
import { momentDay } from '../../reporting/row-day.ts';
import { followUpsTab } from './follow-ups-tab.ts';
import { QUOTES } from './quote-list.ts';

const DAY = momentDay('t."createdAt"');
const KINDS = QUOTE_KINDS.map(({ id }) => `'${id}'`).join(', ');
const STAGES = FOLLOW_UP_STAGES.map((stage) => `'${stage}'`).join(', ');

/** How many quotes came, of what, from where, when, and how soon somebody answered. */
export const quoteReport = listReport({
  id: 'quotes',
  title: 'Prospecciones por tipo, etapa y agencia',
  question: '¿Cuántas prospecciones llegan, y qué tan pronto se les responde?',
  isOnHome: true,
  filePrefix: 'prospecciones-por-tipo',
  place: { label: 'Prospecciones', href: QUOTES.url },
  list: QUOTES,
  day: DAY,
  agency: { column: 't.agencia', filter: 'agencia' },
  filters: ['agencia', 'tipo', 'etapa', 'estado'],
  groupings: [
    byFilter('kind', {
      label: 'Por tipo',
      words: { row: 'tipo', rows: 'tipos' },
      key: `CASE WHEN t.tipo IN (${KINDS}) THEN t.tipo ELSE '${OTHER_KINDS}' END`,
      nameOf: (kind) => (kind === OTHER_KINDS ? 'Otros' : quoteKindLabel(kind)),
      filter: 'tipo',
    }),
    byFilter('stage', {
      label: 'Por etapa',
      words: { row: 'etapa', rows: 'etapas' },
      key: `CASE WHEN t.last_stage = '' THEN '${NO_STAGE}' WHEN t.last_stage IN (${STAGES}) THEN t.last_stage ELSE '${OTHER_STAGES}' END`,
      nameOf: stageLabel,
      filter: 'etapa',
    }),
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
    { name: 'open', title: 'Pendientes', kind: 'integer', sql: 'count(*) FILTER (WHERE t.estado)', adds: true, note: 'siguen abiertas' },
    {
      name: 'answered',
      title: 'Con seguimiento',
      kind: 'integer',
      sql: 'count(*) FILTER (WHERE t.follow_up_count > 0)',
      adds: true,
      note: 'con al menos uno',
    },
    {
      name: 'medianDays',
      title: 'Mediana de días',
      duration: 'Mediana',
      kind: 'decimal',
      sql: daysToAnswer(0.5),
      note: 'hasta el primer seguimiento',
    },
    {
      name: 'p90Days',
      title: '9 de cada 10, en días',
      duration: '9 de cada 10',
      kind: 'decimal',
      sql: daysToAnswer(0.9),
      note: 'hasta el primer seguimiento',
    },
    { name: 'amount', title: 'Monto', kind: 'money', sql: 'sum(t.monto)', adds: true },
  ],
  further: [followUpsTab],
});

/** Days from creation to the first follow-up, of the quotes that have one; one that was written before counts as at once. */
function daysToAnswer(part: number): Percentile {
  return daysPercentile({ part, from: 't."createdAt"', to: 't.first_follow_up_at' });
}
