import { tidyWithin } from '../../domain/bounded-text.ts';
import { datePresets, dayOf, formatDay, parseDay } from '../../domain/dates.ts';
import { AppError } from '../../domain/errors.ts';
import { readPageNumber, readPageSize } from '../../read-model/pages/list-address.ts';

/** What a report is asked for. Days are Guatemala days, both included; '' means all. */
export interface ReportQuery {
  from: string;
  to: string;
  agencyId: string;
  userId: string;
  folderId: string;
  sort: 'events' | 'name';
  dir: 'asc' | 'desc';
  /** 1-based. */
  page: number;
  pageSize: number;
}

export interface ReportInput {
  query: ReportQuery;
  /** What was wrong with the address and what is shown instead, in Spanish, by parameter. */
  problems: Readonly<Record<string, readonly string[]>>;
}

const ID_MAX = 200;
/** `2026-11-19` */
const DAY_LENGTH = 10;

/** The month so far: what a report shows when no days are given. */
function defaultRange(now: Date): { from: string; to: string } {
  const today = dayOf(now);
  return datePresets(now).find((preset) => preset.id === 'month') ?? { from: today, to: today };
}

/**
 * Reads the address leniently: what cannot be is replaced and named in `problems`, so an old bookmark still gives a
 * report. Days the wrong way round are turned.
 */
export function readReportQuery(params: URLSearchParams, options: { now: Date; pageSize: number }): ReportInput {
  const problems: Record<string, string[]> = {};
  const range = readRange(params, options.now, problems);
  const id = (name: string): string => {
    const value = tidyWithin(params.get(name) ?? '', ID_MAX, (text) => text.trim());
    if (value.length <= ID_MAX && !/\p{Cc}/u.test(value)) return value;
    problems[name] = ['El filtro no es válido; se muestran todos.'];
    return '';
  };
  const sort = params.get('sort') === 'name' ? 'name' : 'events';
  const dir = params.get('dir');
  return {
    query: {
      ...range,
      agencyId: id('agencyId'),
      userId: id('userId'),
      folderId: id('folderId'),
      sort,
      dir: dir === 'asc' || dir === 'desc' ? dir : sort === 'name' ? 'asc' : 'desc',
      page: readPageNumber(params),
      pageSize: readPageSize(params, options.pageSize),
    },
    problems,
  };
}

/** For exports, where nobody would see a remark beside the numbers. @throws AppError invalid-input naming each parameter */
export function readReportQueryStrictly(params: URLSearchParams, options: { now: Date; pageSize: number }): ReportQuery {
  const { query, problems } = readReportQuery(params, options);
  if (Object.keys(problems).length === 0) return query;
  throw new AppError('invalid-input', `report parameters: ${Object.keys(problems).join(', ')}`, {
    userMessage: 'Los parámetros del reporte no son válidos. Revise las fechas y los filtros.',
    fields: problems,
  });
}

function readRange(params: URLSearchParams, now: Date, problems: Record<string, string[]>): { from: string; to: string } {
  const fallback = defaultRange(now);
  const dayIn = (name: string) => tidyWithin(params.get(name) ?? '', DAY_LENGTH, (text) => text.trim());
  const given = { from: dayIn('from'), to: dayIn('to') };
  const read = (name: 'from' | 'to', label: string): string | null => {
    const day = parseDay(given[name]);
    if (day === null && given[name] !== '')
      problems[name] = [`La fecha ${label} no es válida (se espera AAAA-MM-DD); no se tomó en cuenta.`];
    return day;
  };
  const from = read('from', 'inicial');
  const to = read('to', 'final');
  if (from !== null && to !== null && from > to) {
    problems['from'] = [`La fecha inicial es posterior a la final; se muestra del ${formatDay(to)} al ${formatDay(from)}.`];
    return { from: to, to: from };
  }
  if (from !== null && to !== null) return { from, to };
  if (from !== null) return { from, to: from > fallback.to ? from : fallback.to };
  if (to !== null) return { from: `${to.slice(0, 7)}-01`, to };
  return { from: fallback.from, to: fallback.to };
}
