import {
  FOLLOW_UP_STAGES,
  NO_OUTCOME,
  NO_STAGE,
  OTHER_KINDS,
  OTHER_STAGES,
  outcomeLabel,
  PENDING_OUTCOME,
  QUOTE_KINDS,
  quoteKindLabel,
  stageLabel,
  WON_OUTCOMES,
} from './domain/quotes.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import { daysPercentile, type Measure, type Percentile } from '../../reporting/counted-rows.ts';
import { byAgency, byFilter, byMonth, listReport, type ListGrouping } from '../../reporting/list-report.ts';
import { momentDay } from '../../reporting/row-day.ts';
import { followUpsTab } from './follow-ups-tab.ts';
import { AMOUNT_MAX } from './quote.ts';
import { NOBODY, QUOTES } from './quote-list.ts';

const DAY = momentDay('t."createdAt"');
const KINDS = QUOTE_KINDS.map(({ id }) => `'${id}'`).join(', ');
const STAGES = FOLLOW_UP_STAGES.map((stage) => `'${stage}'`).join(', ');

const WON = `t.outcome IN (${WON_OUTCOMES.map((outcome) => `'${outcome}'`).join(', ')})`;

const KIND_GROUPING = byFilter('kind', {
  label: 'Por tipo',
  words: { row: 'tipo', rows: 'tipos' },
  key: `CASE WHEN t.tipo IN (${KINDS}) THEN t.tipo ELSE '${OTHER_KINDS}' END`,
  nameOf: (kind) => (kind === OTHER_KINDS ? 'Otros' : quoteKindLabel(kind)),
  filter: 'tipo',
});
const PLACES_AND_TIMES: readonly ListGrouping[] = [byAgency('agencia'), byMonth(DAY)];

const QUOTE_REPORT = {
  place: { label: 'Prospecciones', href: QUOTES.url },
  list: QUOTES,
  day: DAY,
  agency: 'agencia',
} as const;

const ANSWERED: Measure = {
  name: 'answered',
  title: 'Con seguimiento',
  kind: 'integer',
  sql: 'count(*) FILTER (WHERE t.follow_up_count > 0)',
  adds: true,
  note: 'con al menos uno',
};
const MEDIAN_DAYS: Measure = {
  name: 'medianDays',
  title: 'Mediana de días',
  duration: 'Mediana',
  kind: 'decimal',
  sql: daysToAnswer(0.5),
  from: 'lg',
  note: 'hasta el primer seguimiento, de las que lo tienen',
};

/** How many quotes came, of what, from where, when, and how soon somebody answered. */
export const quoteReport = listReport({
  ...QUOTE_REPORT,
  isOnHome: true,
  id: 'quotes',
  title: 'Prospecciones por tipo, etapa y agencia',
  tab: 'Prospecciones',
  question: '¿Cuántas prospecciones llegan, y qué tan pronto se les responde?',
  filePrefix: 'prospecciones-por-tipo',
  filters: ['agencia', 'tipo', 'etapa', 'estado'],
  groupings: [
    KIND_GROUPING,
    byFilter('stage', {
      label: 'Por etapa',
      words: { row: 'etapa', rows: 'etapas' },
      key: `CASE WHEN t.last_stage = '' THEN '${NO_STAGE}' WHEN t.last_stage IN (${STAGES}) THEN t.last_stage ELSE '${OTHER_STAGES}' END`,
      nameOf: stageLabel,
      filter: 'etapa',
    }),
    ...PLACES_AND_TIMES,
  ],
  measures: [
    { name: 'open', title: 'Pendientes', kind: 'integer', sql: 'count(*) FILTER (WHERE t.estado)', adds: true, note: 'siguen abiertas' },
    ANSWERED,
    MEDIAN_DAYS,
    {
      name: 'p90Days',
      title: '9 de cada 10, en días',
      duration: '9 de cada 10',
      kind: 'decimal',
      sql: daysToAnswer(0.9),
      from: 'lg',
      note: 'hasta el primer seguimiento, de las que lo tienen',
    },
    // Another program may store any number: beyond what a form takes it is a mistake, and the sum of two may be no number at all.
    { name: 'amount', title: 'Monto', kind: 'money', sql: `sum(t.monto) FILTER (WHERE abs(t.monto) <= ${AMOUNT_MAX})`, adds: true },
  ],
  further: [followUpsTab],
});

/** How far quotes get: answered, with a proposal, won, became a member. */
export const quoteFunnel = listReport({
  ...QUOTE_REPORT,
  id: 'quote-funnel',
  title: 'Embudo de prospecciones',
  question: '¿Cuántas prospecciones se ganan, cuántas se pierden, y con quién?',
  filePrefix: 'embudo-de-prospecciones',
  filters: ['agencia', 'tipo', 'responsable', 'resultado'],
  groupings: [
    byFilter('outcome', {
      label: 'Por resultado',
      words: { row: 'resultado', rows: 'resultados' },
      key: `CASE WHEN t.estado THEN '${PENDING_OUTCOME}' WHEN t.outcome = '' THEN '${NO_OUTCOME}' ELSE t.outcome END`,
      nameOf: outcomeLabel,
      filter: 'resultado',
    }),
    {
      id: 'owner',
      label: 'Por persona',
      words: { row: 'persona a cargo', rows: 'personas a cargo' },
      key: 't.responsable',
      names: PEOPLE,
      link: (person) => ({ responsable: person || NOBODY }),
    },
    KIND_GROUPING,
    ...PLACES_AND_TIMES,
  ],
  measures: [
    ANSWERED,
    {
      name: 'proposed',
      title: 'Con propuesta',
      kind: 'integer',
      sql: `count(*) FILTER (WHERE ${WON} OR t.bitacora @> '[{"etapa": "Propuesta enviada"}]')`,
      adds: true,
      note: 'recibieron una o se ganaron',
    },
    {
      name: 'won',
      title: 'Ganadas',
      kind: 'integer',
      sql: `count(*) FILTER (WHERE ${WON})`,
      adds: true,
      note: 'también las de nuevos asociados',
    },
    {
      name: 'members',
      title: 'Asociados',
      kind: 'integer',
      sql: `count(*) FILTER (WHERE t.outcome = 'asociado')`,
      from: 'lg',
      adds: true,
    },
    { name: 'lost', title: 'Perdidas', kind: 'integer', sql: `count(*) FILTER (WHERE t.outcome = 'perdida')`, adds: true },
    MEDIAN_DAYS,
    {
      name: 'wonShare',
      title: '% ganado',
      kind: 'percent',
      sql: { portion: `count(*) FILTER (WHERE ${WON})`, whole: 'count(*) FILTER (WHERE NOT t.estado)' },
      note: 'de las cerradas',
    },
  ],
});

/** Days from creation to the first follow-up, of the quotes that have one; a follow-up dated before creation counts as immediate. */
function daysToAnswer(part: number): Percentile {
  return daysPercentile({ part, from: 't."createdAt"', to: 't.first_follow_up_at' });
}
