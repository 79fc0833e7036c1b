import { tidyWithin } from '../domain/tidy-text.ts';
import { datePresets, dayOf, formatDay } from '../domain/dates.ts';
import { parseWrittenDay, WRITTEN_DAY_MAX } from '../domain/written-days.ts';
import { AppError } from '../domain/errors.ts';
import { COMPARISONS } from '../domain/periods.ts';
import { readPageNumber, readPageSize } from '../domain/page-sizes.ts';
import { linesIn } from '../domain/text.ts';
import { valuesOfParam, readAllValues } from '../lists/filters.ts';
import { fragment, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import type { Report, ReportQuery } from './report.ts';

interface ReportInput {
  query: ReportQuery;
  /** Invalid parameters and what is shown instead, in Spanish, by parameter. */
  problems: Readonly<Record<string, readonly string[]>>;
}

/** The current month up to today: the default when no dates are given. */
function monthSoFar(now: Date): { from: string; to: string } {
  const today = dayOf(now);
  const { from, to } = datePresets(now).find((preset) => preset.id === 'month') ?? { from: today, to: today };
  return { from, to };
}

/**
 * Reads the address leniently: invalid parts are replaced and listed in `problems`, so that an old bookmark still gives a
 * report. A reversed date range is swapped.
 */
export function readReportQuery(report: Report, params: URLSearchParams, options: { now: Date; pageSize: number }): ReportInput {
  const problems: Record<string, string[]> = {};
  const by = readGrouping(report, params);
  const range = readRange(report, params, options.now, problems);
  const filters = report.parameters.map((parameter) => {
    const { name } = parameter.select;
    const value = readAllValues(parameter, params)[name] ?? '';
    const ignoredCount = new Set(valuesOfParam(name, params).filter(isNotBlank)).size - (value === '' ? 0 : linesIn(value).length);
    if (ignoredCount > 0)
      problems[name] = [
        value === '' ? 'El filtro no es válido; se muestran todos.' : 'Hay valores del filtro que no son válidos; se muestran los demás.',
      ];
    return [name, value] as const;
  });
  return {
    query: {
      ...range,
      filters: Object.fromEntries(filters),
      by,
      comparison: report.days === 'none' ? 'none' : readOption(params.get('compare'), COMPARISONS),
      ...readOrder(report, params, by),
      page: readPageNumber(params),
      pageSize: readPageSize(params, options.pageSize),
    },
    problems,
  };
}

/** For exports, which have no place to show remarks about ignored parameters. @throws AppError invalid-input naming each parameter */
export function readReportQueryStrictly(report: Report, params: URLSearchParams, options: { now: Date; pageSize: number }): ReportQuery {
  const { query, problems } = readReportQuery(report, params, options);
  requireNoProblems(problems);
  return query;
}

/**
 * For programs: nobody sees that a misspelt parameter filtered nothing, so each must be one of the report's, with a value of its own.
 * @throws AppError invalid-input naming each parameter
 */
export function readProgramQuery(report: Report, params: URLSearchParams, options: { now: Date; pageSize: number }): ReportQuery {
  const { query, problems } = readReportQuery(report, params, options);
  requireNoProblems({ ...findUnknown(report, params), ...problems });
  return query;
}

/** @throws AppError invalid-input naming each parameter */
export function requireNoProblems(problems: ReportInput['problems']): void {
  if (Object.keys(problems).length === 0) return;
  throw new AppError('invalid-input', `report parameters: ${Object.keys(problems).join(', ').slice(0, 200)}`, {
    userMessage: 'Los parámetros del reporte no son válidos. Revise las fechas y los filtros.',
    fields: problems,
  });
}

/** Parameters that the report does not have, and values that a screen would replace by the usual ones. */
function findUnknown({ days, groupings = [], parameters, sorts = {} }: Report, params: URLSearchParams): Record<string, string[]> {
  const filters = parameters.map(({ select }) => select.name);
  // With the values that they accept; null for any.
  const single = new Map<string, readonly string[] | null>(
    Object.entries({
      ...(days !== 'none' && { from: null, to: null, compare: COMPARISONS }),
      ...(groupings.length > 0 && { by: groupings.map(({ id }) => id) }),
      ...(Object.keys(sorts).length > 0 && { sort: Object.keys(sorts), dir: ['asc', 'desc'] }),
      cursor: null,
    }),
  );
  const problemOf = (name: string): string | null => {
    if (filters.includes(name)) return null;
    const options = single.get(name);
    if (options === undefined) return `El reporte no tiene este parámetro. Tiene: ${[...single.keys(), ...filters].join(', ')}.`;
    const values = params.getAll(name).filter(isNotBlank);
    if (values.length > 1) return 'El parámetro se repite: admite un solo valor.';
    return options && values.some((value) => !options.includes(value)) ? `El valor no es válido. Puede ser: ${options.join(', ')}.` : null;
  };
  return Object.fromEntries(
    [...new Set(params.keys())].flatMap((name) => {
      const problem = problemOf(name);
      return problem === null ? [] : [[name.slice(0, 60), [problem]]];
    }),
  );
}

function readGrouping({ groupings = [] }: Report, params: URLSearchParams): string {
  const [first, ...others] = groupings.map(({ id }) => id);
  return first === undefined ? '' : readOption(params.get('by'), [first, ...others]);
}

/** The non-empty values of a question: for addresses, and for the filters of lists. */
export function nonEmptyValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

/** Matches a column against a filter's value, or any of several. */
export function isOneOf(column: SqlFragment, chosen: string): SqlFragment {
  const values = linesIn(chosen);
  return values.length > 1 ? fragment`${column} = ANY(${values}::text[])` : fragment`${column} = ${chosen}`;
}

/** The requested option, or the first. */
function readOption<Option extends string>(requested: string | null, [first, ...others]: readonly [Option, ...Option[]]): Option {
  return others.find((option) => option === requested) ?? first;
}

const isNotBlank = (given: string) => /\S/.test(given);

function readOrder({ sorts = {}, groupings }: Report, params: URLSearchParams, by: string): Pick<ReportQuery, 'sort' | 'dir'> {
  const requestedSort = params.get('sort') ?? '';
  const usual = groupings?.find(({ id }) => id === by)?.sort ?? Object.keys(sorts)[0] ?? '';
  const sort = Object.hasOwn(sorts, requestedSort) ? requestedSort : usual;
  const dir = params.get('dir');
  return { sort, dir: dir === 'asc' || dir === 'desc' ? dir : (sorts[sort] ?? 'desc') };
}

/** Whether the rows are in the report's own order, and not in one that somebody chose. */
export function isInOwnOrder(report: Report, { by, sort, dir }: ReportQuery): boolean {
  const own = readOrder(report, new URLSearchParams(), by);
  return sort === own.sort && dir === own.dir;
}

function readRange({ days }: Report, params: URLSearchParams, now: Date, problems: Record<string, string[]>): { from: string; to: string } {
  if (days === 'none') return { from: '', to: '' };
  const fallback = monthSoFar(now);
  const read = (name: 'from' | 'to', label: string): string => {
    const typed = tidyWithin(params.get(name) ?? '', WRITTEN_DAY_MAX, (text) => text.trim());
    const day = parseWrittenDay(typed) ?? '';
    if (day === '' && typed !== '') problems[name] = [`La fecha ${label} no es válida (se espera dd/mm/aaaa); no se tomó en cuenta.`];
    return day;
  };
  const from = read('from', 'inicial');
  const to = read('to', 'final');
  if (from !== '' && to !== '' && from > to) {
    problems['from'] = [`La fecha inicial es posterior a la final; se muestra del ${formatDay(to)} al ${formatDay(from)}.`];
    return { from: to, to: from };
  }
  if (from === '' && to === '') return fallback;
  if (days === 'open' || (from !== '' && to !== '')) return { from, to };
  if (from !== '') return { from, to: from > fallback.to ? from : fallback.to };
  return { from: `${to.slice(0, 7)}-01`, to };
}
