import { formatPhone } from '../../domain/digit-groups.ts';
import { ownAgency, ownAgencyScope } from '../../staff/own-agency.ts';
import type { Quote } from '#prisma/generated/client.ts';
import { formatDate } from '../../domain/dates.ts';
import { formatQuetzales } from '../../domain/money.ts';
import {
  CONTACT_DAYS,
  CONTACTS,
  lastFollowUpLabel,
  FOLLOW_UP_STAGES,
  loanTypeLabel,
  NAMELESS_QUOTE,
  NO_OUTCOME,
  NO_STAGE,
  OTHER_KINDS,
  OTHER_STAGES,
  outcomeLabel,
  OUTCOMES,
  PENDING_OUTCOME,
  QUOTE_KINDS,
  quoteKindLabel,
  quoteStateLabel,
  stageLabel,
  STALLED_DAYS,
  WAITING_AGES,
} from './domain/quotes.ts';
import { QUOTE_ACTS } from './quote-acts.ts';
import { declareColumns } from '../../lists/columns.ts';
import { dayFilter, flagFilter, optionFilter, recordFilter, valueFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { AGENCIES, choiceNameOf, choicesOf, PEOPLE } from '../../read-model/pages/choices.ts';
import { fragment, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { normalizeForSearch } from '../../domain/normalize.ts';
import { CREATED_COLUMN, ID_COLUMN } from '../../lists/record-columns.ts';
import { QUOTE_NOUN } from './quote.ts';
import { selectColumns, type SelectedRow } from '../../platform/sql/sql-columns.ts';

const COLUMNS = selectColumns<Quote>()(
  'id',
  'tipo',
  'tipoPrestamo',
  'nombre',
  'telefono',
  'correo',
  'monto',
  'plazoMeses',
  'cuota',
  'estado',
  'createdAt',
  'proximoContacto',
  'motivoPerdida',
  'outcome',
);

export interface QuoteListRow extends SelectedRow<typeof COLUMNS> {
  lastFollowUpAt: Date | null;
  lastStage: string;
  followUpCount: number;
  /** Guatemala days since the last follow-up, or since creation when there was none. */
  days: number;
  agencyName: string;
  /** Who is in charge; '' for nobody. */
  ownerName: string;
  /** Values of the log's entries, of any type; only set where a search shows its hits. */
  log?: readonly unknown[];
}

/** Drawn as tabs; the counts of the tabs follow every other filter. */
export const KIND_FILTER = optionFilter({
  name: 'tipo',
  label: 'Tipo',
  all: 'Todas',
  place: 'own',
  options: [...QUOTE_KINDS.map(({ id }) => ({ value: id, label: quoteKindLabel(id) })), { value: OTHER_KINDS, label: 'Otros' }],
  where: (kind) => [
    kind === OTHER_KINDS ? fragment`NOT (t.tipo = ANY(${QUOTE_KINDS.map(({ id }) => id)}::text[]))` : fragment`t.tipo = ${kind}`,
  ],
});

/** The last stage of a quote. */
const STAGE_FILTER = optionFilter({
  name: 'etapa',
  label: 'Última etapa',
  all: 'Última etapa: todas',
  place: 'more',
  options: [NO_STAGE, ...FOLLOW_UP_STAGES, OTHER_STAGES].map((stage) => ({ value: stage, label: stageLabel(stage) })),
  where: (stage) => [
    stage === OTHER_STAGES
      ? fragment`t.last_stage <> ALL(${['', ...FOLLOW_UP_STAGES]}::text[])`
      : fragment`t.last_stage = ${stage === NO_STAGE ? '' : stage}`,
  ],
});

/** Pending quotes without a follow-up for at least so many days, or within a range of days. */
const STALLED_FILTER = optionFilter({
  name: 'sinSeguimiento',
  label: 'Sin seguimiento',
  all: 'Seguimiento',
  options: [
    ...STALLED_DAYS.map((days) => ({ value: String(days), label: `${days} días o más` })),
    ...WAITING_AGES.map(({ value, label }) => ({ value, label })),
  ],
  where: (value) => {
    const { from, to } = WAITING_AGES.find((age) => age.value === value) ?? { from: Number(value), to: null };
    // The youngest have no bound: clocks differ, and a follow-up may seem to precede its quote.
    const since = from === 0 ? [] : [stalledSince(from)];
    const until = to === null ? [] : [fragment`NOT (${stalledSince(to + 1)})`];
    return [fragment`t.estado`, ...since, ...until];
  },
});

/** Value of the filter for quotes of which nobody is in charge; it cannot be the id of a person. */
export const NOBODY = '-';
/** Before an id: quotes of everybody else, and of nobody. */
const EXCEPT_PREFIX = '!';

const OWNER_FILTER = recordFilter({
  name: 'responsable',
  label: 'A cargo de',
  all: 'A cargo: todos',
  records: PEOPLE,
  where: (value) => [
    value === NOBODY
      ? fragment`t.responsable = ''`
      : value.startsWith(EXCEPT_PREFIX)
        ? fragment`t.responsable <> ${value.slice(EXCEPT_PREFIX.length)}`
        : fragment`t.responsable = ${value}`,
  ],
});

/** Filter by who is in charge; oneself, nobody and all others come first. */
const OWNER_FILTER_WITH_GROUPS: typeof OWNER_FILTER = {
  ...OWNER_FILTER,
  choices: {
    all: ({ id }) => fragment`SELECT ${id}::text AS id, 'Yo' AS name UNION ALL SELECT ${NOBODY}::text, 'Nadie'
      UNION ALL SELECT ${EXCEPT_PREFIX + id}::text, 'Todos menos yo'
      UNION ALL (SELECT p.id, p.name FROM (${choicesOf(PEOPLE, { visible: fragment`t.id <> ${id}` })}) p)`,
    one: (value, actor) =>
      value === NOBODY
        ? fragment`SELECT 'nadie' AS name`
        : value === EXCEPT_PREFIX + actor.id
          ? fragment`SELECT 'todos menos yo' AS name`
          : value.startsWith(EXCEPT_PREFIX)
            ? fragment`SELECT 'todos menos ' || coalesce(p.name, 'otra persona') AS name FROM (${choiceNameOf(PEOPLE, value.slice(EXCEPT_PREFIX.length))}) p`
            : (OWNER_FILTER.choices?.one?.(value, actor) ?? fragment`SELECT NULL AS name WHERE FALSE`),
  },
};

/** Pending quotes by the day on which somebody is to get in touch next. */
const CONTACT_FILTER = optionFilter({
  name: 'contacto',
  label: 'Próximo contacto',
  all: 'Próximo contacto: todos',
  place: 'more',
  options: Object.entries(CONTACTS).map(([value, label]) => ({ value, label })),
  where: (value) => {
    // In the collation of the index that sorts by it.
    const day = fragment`t."proximoContacto" COLLATE "es-x-icu"`;
    const ahead = (days: number) => fragment`to_char(guatemala_day(now()) + ${days}::int, 'YYYY-MM-DD')`;
    const conditions: Readonly<Record<string, SqlFragment>> = {
      vencido: fragment`${day} < ${ahead(0)}`,
      hoy: fragment`${day} = ${ahead(0)}`,
      semana: fragment`${day} >= ${ahead(0)} AND ${day} < ${ahead(CONTACT_DAYS)}`,
    };
    return [fragment`t.estado`, conditions[value] ?? fragment`t."proximoContacto" IS NULL`];
  },
});

const OUTCOME_FILTER = optionFilter({
  name: 'resultado',
  label: 'Resultado',
  all: 'Resultado: todos',
  place: 'more',
  options: [PENDING_OUTCOME, ...Object.keys(OUTCOMES), NO_OUTCOME].map((value) => ({ value, label: outcomeLabel(value) })),
  where: (value) =>
    value === PENDING_OUTCOME
      ? [fragment`t.estado`]
      : value === NO_OUTCOME
        ? [fragment`NOT t.estado AND t.outcome = ''`]
        : [fragment`t.outcome = ${value}`],
});

/** Days without follow-up count by the database's clock, in Guatemala days: the more days, the earlier the stored time. */
export const QUOTES: List<QuoteListRow> = {
  menu: 'quotes',
  url: '/quotes/list-quotes',
  noun: QUOTE_NOUN,
  access: ownAgency,
  scope: ownAgencyScope,
  newUrl: '/quotes/list-quotes/new',
  source: {
    table: 'cotizaciones',
    select: `${COLUMNS.sql('t')}, t.last_follow_up_at AS "lastFollowUpAt", t.last_stage AS "lastStage",
      t.follow_up_count AS "followUpCount", greatest(0, guatemala_day(now()) - guatemala_day(t.waiting_since)) AS days, coalesce(nullif(a.nombre, ''), t.agencia) AS "agencyName",
      coalesce(nullif(u.name, ''), t.responsable) AS "ownerName"`,
    joins: 'LEFT JOIN agencias a ON a.id = t.agencia LEFT JOIN usuarios u ON u.id = t.responsable',
    named: [
      { column: 'agencia', ...AGENCIES },
      { column: 'responsable', ...PEOPLE },
    ],
    computed: [byWaitingDays],
  },
  columns: declareColumns([
    { name: 'nombre', label: 'Nombre', look: 'cut', width: 34, sort: { type: 'text' }, text: (row) => row.nombre || NAMELESS_QUOTE },
    // A closed quote waits for nobody: it shows its outcome.
    {
      name: 'dias',
      label: 'Último seguimiento',
      title: 'Días sin seguimiento',
      kind: 'integer',
      look: 'nowrap',
      phone: 'bare',
      sort: { type: 'timestamptz', reverseOf: 'waiting_since' },
      value: (row) => (row.estado ? row.days : null),
      text: (row) => (row.estado ? lastFollowUpLabel(row.days, row.followUpCount > 0) : quoteStateLabel(row.estado, row.outcome)),
    },
    { name: 'telefono', label: 'Teléfono', as: 'phone', look: 'nowrap tabular', from: 'sm', phone: 'bare', width: 16 },
    { title: 'Correo electrónico', width: 32, value: (row) => row.correo },
    {
      name: 'tipo',
      label: 'Tipo',
      look: 'cut',
      from: 'lg',
      width: 20,
      value: (row) => quoteKindLabel(row.tipo),
      text: ({ tipo, tipoPrestamo }) =>
        tipoPrestamo === '' ? quoteKindLabel(tipo) : `${quoteKindLabel(tipo)} · ${loanTypeLabel(tipoPrestamo)}`,
      also: [{ title: 'Tipo de préstamo', width: 18, value: (row) => loanTypeLabel(row.tipoPrestamo) }],
    },
    // A stored value that is no amount shows as `Q0.00`.
    {
      name: 'monto',
      label: 'Monto',
      kind: 'money',
      look: 'num',
      from: 'sm',
      total: true,
      sort: { type: 'double precision', nullable: true, first: 'desc' },
      value: (row) => row.monto ?? 0,
    },
    {
      name: 'cuota',
      label: 'Cuota',
      kind: 'money',
      look: 'num',
      optional: true,
      sort: { type: 'double precision', nullable: true, first: 'desc' },
      value: (row) => row.cuota ?? 0,
      also: [{ title: 'Plazo (meses)', kind: 'integer', value: (row) => row.plazoMeses }],
    },
    {
      name: 'estado',
      label: 'Estado',
      optional: true,
      width: 12,
      value: (row) => quoteStateLabel(row.estado),
      text: (row) => quoteStateLabel(row.estado, row.outcome),
      also: [
        { title: 'Resultado', width: 18, value: (row) => outcomeLabel(row.outcome) },
        { title: 'Motivo de la pérdida', width: 24, value: (row) => row.motivoPerdida },
      ],
    },
    {
      name: 'proximoContacto',
      label: 'Contactar',
      title: 'Próximo contacto',
      kind: 'date',
      look: 'nowrap',
      from: 'md',
      phone: 'labelled',
      sort: { type: 'text', nullable: true },
      value: (row) => (row.estado ? row.proximoContacto : null),
    },
    { name: 'responsable', label: 'A cargo de', look: 'cut', from: 'xl', value: (row) => row.ownerName },
    { name: 'etapa', label: 'Última etapa', look: 'cut', from: 'xl', optional: true, width: 20, value: (row) => row.lastStage },
    { name: 'agencia', label: 'Agencia', look: 'cut', optional: true, value: (row) => row.agencyName },
    { ...CREATED_COLUMN, from: 'md' },
    { title: 'Seguimientos', kind: 'integer', value: (row) => row.followUpCount },
    { title: 'Último seguimiento', kind: 'datetime', value: (row) => row.lastFollowUpAt },
    ID_COLUMN,
  ]),
  sortable: { plazoMeses: { type: 'integer', nullable: true, first: 'desc' } },
  usualSort: (values) => (values['sinSeguimiento'] ? 'dias' : values['contacto'] ? 'proximoContacto' : 'createdAt'),
  filters: [
    KIND_FILTER,
    recordFilter({ name: 'agencia', label: 'Agencia', all: 'Agencia: todas', records: AGENCIES }),
    STALLED_FILTER,
    OWNER_FILTER_WITH_GROUPS,
    CONTACT_FILTER,
    flagFilter({
      name: 'estado',
      label: 'Estado',
      all: 'Estado: todos',
      place: 'more',
      words: [quoteStateLabel(true), quoteStateLabel(false)],
    }),
    valueFilter({
      name: 'tipoPrestamo',
      label: 'Tipo de préstamo',
      all: 'Tipo de préstamo: todos',
      place: 'more',
      words: loanTypeLabel,
      where: (value) => [fragment`t."tipoPrestamo" COLLATE "C" = ${value}`],
      found: loanTypesInUse,
    }),
    STAGE_FILTER,
    OUTCOME_FILTER,
    dayFilter(),
  ],
  inbox: [
    {
      id: 'contacts-overdue',
      title: 'Prospecciones a su cargo con el contacto vencido',
      params: ({ id }) => ({ responsable: id, contacto: 'vencido' }),
    },
    {
      id: 'contacts-today',
      title: 'Prospecciones a su cargo por contactar hoy',
      params: ({ id }) => ({ responsable: id, contacto: 'hoy' }),
    },
    {
      id: 'agency-contacts-overdue',
      title: 'Prospecciones de su agencia con el contacto vencido',
      // The person's own are in a line above.
      params: ({ id, agencyId }) => (agencyId === '' ? null : { agencia: agencyId, contacto: 'vencido', responsable: EXCEPT_PREFIX + id }),
    },
    {
      id: 'quotes',
      title: `Prospecciones de su agencia con ${STALLED_DAYS[0]} días o más sin seguimiento ni próximo contacto`,
      // Without those for which somebody has fixed a day: they need nothing before it, and are in the lines above from then on.
      params: ({ agencyId }) => (agencyId === '' ? null : { agencia: agencyId, sinSeguimiento: `${STALLED_DAYS[0]}`, contacto: 'sin' }),
    },
  ],
  acts: QUOTE_ACTS,
  hit: {
    title: (row) => row.nombre || NAMELESS_QUOTE,
    facts: (row) => [
      [quoteKindLabel(row.tipo), loanTypeLabel(row.tipoPrestamo)].filter(Boolean).join(', '),
      formatQuetzales(row.monto),
      formatPhone(row.telefono),
      formatDate(row.createdAt),
      ...(row.log ?? []).filter((value) => typeof value === 'string').filter((text) => !STORED_TIME.test(text)),
    ],
    also: `jsonb_path_query_array(t.bitacora, '$[*].*') AS log`,
  },
};

/** A time in the form that the table holds, which nobody reads: hits leave it out. */
const STORED_TIME = /^\d{4}-\d{2}-\d{2}T/;

/** `Hace 16 días`, `Hoy`, `Nunca, llegó ayer`, `16 días`: as the list shows what is pending (features/quotes/domain/quotes.ts, lastFollowUpLabel). */
function byWaitingDays(q: string): SqlFragment | null {
  const match = /^(nunca, llego |nunca en )?(?:hoy|(ayer)|(?:hace )?(\d{1,4}) dias?)$/.exec(normalizeForSearch(q));
  if (!match) return null;
  const [, never, yesterday, number = yesterday ? '1' : '0'] = match;
  const days = Number(number);
  const followedUp = never === undefined ? '' : 'AND t.follow_up_count = 0';
  return fragment`t.estado AND NOT (${stalledSince(days + 1)}) ${days === 0 ? trusted('') : fragment`AND ${stalledSince(days)}`} ${trusted(followedUp)}`;
}

/** As a bound on the stored time, so that the index is used: before the first instant of the day that is one day too young. */
function stalledSince(days: number): SqlFragment {
  return fragment`t.waiting_since < ((guatemala_day(now()) - ${days - 1}::int)::timestamp + interval '6 hours') AT TIME ZONE 'UTC'`;
}

const LOAN_TYPES_MAX = 50;

/** The distinct values, each found by one index lookup: the cost grows with their number, not with that of the quotes. */
function loanTypesInUse(): SqlFragment {
  const next = (after: string) =>
    `(SELECT "tipoPrestamo" COLLATE "C" FROM cotizaciones WHERE "isActive" AND NOT source_deleted AND "tipoPrestamo" COLLATE "C" > ${after} ORDER BY "tipoPrestamo" COLLATE "C" LIMIT 1)`;
  return fragment`WITH RECURSIVE found(value) AS (SELECT ${trusted(next(`''`))} UNION ALL SELECT ${trusted(next('found.value'))} FROM found WHERE found.value IS NOT NULL)
    SELECT value AS id FROM found WHERE value IS NOT NULL LIMIT ${LOAN_TYPES_MAX}`;
}
