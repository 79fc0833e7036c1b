import { instantsOf, parseDayRange, type DayRange } from '../../domain/dates.ts';
import { joinTypedDigits } from '../../domain/digit-groups.ts';
import { isQuoteKind, OTHER_KINDS, QUOTE_KINDS, STALLED_DAYS, type QuoteKind, type StalledDays } from '../../domain/quotes.ts';
import { readFlagFilter, readListAddress, readTextFilter, type ListAddress, type Sortable } from '../../read-model/pages/list-address.ts';
import type { PageSource } from '../../read-model/pages/page-source.ts';
import type { PageRequest } from '../../read-model/read-model.ts';
import { fragment, type SqlFragment } from '../../platform/sql-fragment.ts';

/**
 * What the list shows, read from its address: q, page or cursor, pageSize, sort, dir, the filters tipo, agencia, estado,
 * tipoPrestamo named like the fields, sinSeguimiento (days), from and to (days of creation).
 */
export interface QuoteListQuery extends ListAddress {
  tipo: QuoteKind | typeof OTHER_KINDS | undefined;
  agencia: string | undefined;
  estado: boolean | undefined;
  tipoPrestamo: string | undefined;
  /** Pending quotes that nobody has followed up for this many days. */
  sinSeguimiento: StalledDays | undefined;
  dates: DayRange;
}

/** The address sorts by `dias` without follow-up: the more days, the earlier the time that the column holds. */
const DAYS = 'dias';
const DAYS_COLUMN = 'waiting_since';
const SORTABLE: Sortable = { nombre: 'asc', monto: 'desc', cuota: 'desc', plazoMeses: 'desc', createdAt: 'desc', [DAYS]: 'desc' };

/** Days without follow-up are counted by the database's clock, in Guatemala's days. */
export const QUOTE_SOURCE: PageSource = {
  table: 'cotizaciones',
  select: `t.id, t.tipo, t."tipoPrestamo", t.nombre, t.telefono, t.correo, t.monto, t."plazoMeses", t.cuota, t.estado, t.last_follow_up_at AS "lastFollowUpAt", t.last_stage AS "lastStage",
    t.follow_up_count AS "followUpCount", greatest(0, guatemala_day(now()) - guatemala_day(t.waiting_since)) AS days, t."createdAt", coalesce(nullif(a.nombre, ''), t.agencia) AS "agencyName"`,
  joins: 'LEFT JOIN agencias a ON a.id = t.agencia',
  named: [{ column: 'agencia', table: 'agencias', name: 'nombre' }],
  sortable: {
    nombre: { type: 'text' },
    monto: { type: 'double precision', nullable: true },
    cuota: { type: 'double precision', nullable: true },
    plazoMeses: { type: 'integer', nullable: true },
    createdAt: { type: 'timestamptz' },
    [DAYS_COLUMN]: { type: 'timestamptz' },
  },
};

export function readQuoteListQuery(params: URLSearchParams, defaultPageSize: number): QuoteListQuery {
  const sinSeguimiento = STALLED_DAYS.find((days) => String(days) === params.get('sinSeguimiento'));
  const tipo = params.get('tipo') ?? '';
  return {
    ...readListAddress(params, { sortable: SORTABLE, pageSize: defaultPageSize, sort: sinSeguimiento ? DAYS : 'createdAt' }),
    tipo: isQuoteKind(tipo) || tipo === OTHER_KINDS ? tipo : undefined,
    agencia: readTextFilter(params.get('agencia')),
    estado: readFlagFilter(params.get('estado')),
    tipoPrestamo: readTextFilter(params.get('tipoPrestamo')),
    sinSeguimiento,
    dates: parseDayRange(params.get('from'), params.get('to')),
  };
}

export function quoteRequest({ q, page, cursor, pageSize, sort, dir }: QuoteListQuery): PageRequest {
  if (sort !== DAYS) return { q: joinTypedDigits(q), page, cursor, pageSize, sort, dir };
  return { q: joinTypedDigits(q), page, cursor, pageSize, sort: DAYS_COLUMN, dir: dir === 'asc' ? 'desc' : 'asc' };
}

export function quoteConditions(query: QuoteListQuery): SqlFragment[] {
  return [...(query.tipo === undefined ? [] : [kindCondition(query.tipo)]), ...otherConditions(query)];
}

export function kindCondition(tipo: QuoteKind | typeof OTHER_KINDS): SqlFragment {
  return tipo === OTHER_KINDS ? fragment`NOT (t.tipo = ANY(${QUOTE_KINDS.map((kind) => kind.id)}::text[]))` : fragment`t.tipo = ${tipo}`;
}

/** Every filter but the kind: what the counts of the tabs follow. */
export function otherConditions({ agencia, estado, tipoPrestamo, sinSeguimiento, dates }: QuoteListQuery): SqlFragment[] {
  const { start, end } = instantsOf(dates);
  return [
    ...(agencia === undefined ? [] : [fragment`t.agencia = ${agencia}`]),
    ...(estado === undefined ? [] : [fragment`t.estado = ${estado}`]),
    ...(tipoPrestamo === undefined ? [] : [fragment`t."tipoPrestamo" COLLATE "C" = ${tipoPrestamo}`]),
    ...(sinSeguimiento === undefined ? [] : [fragment`t.estado`, stalledSince(sinSeguimiento)]),
    ...(start ? [fragment`t."createdAt" >= ${start}`] : []),
    ...(end ? [fragment`t."createdAt" < ${end}`] : []),
  ];
}

/** As a bound on the stored time, so that the index answers it: before the first instant of the day that is one day too young. */
function stalledSince(days: StalledDays): SqlFragment {
  return fragment`t.waiting_since < ((guatemala_day(now()) - ${days - 1}::int)::timestamp + interval '6 hours') AT TIME ZONE 'UTC'`;
}
