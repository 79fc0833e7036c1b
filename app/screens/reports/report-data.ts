import type { LoaderFunctionArgs } from '@remix-run/node';
import { formatDateLong, formatDateTime, formatDateTimeSeconds, startOfDay } from '#server/domain/dates.ts';
import { requireMenu } from '#server/domain/permissions.ts';
import { formatCount, formatShare } from '#server/domain/text.ts';
import type { FilterOption, ReportResult } from '#server/reporting/create-reports.ts';
import type { ReportColumn, ReportQuery } from '#server/reporting/report.ts';
import { requireStaff } from '../../context.ts';
import { presetLinks } from '../lists/date-presets.ts';
import { withParams } from '../../ui/search-params.ts';

export type ReportData = Awaited<ReturnType<typeof loadReport>>;

/** Everything that a report's page shows, as text: the browser gets no numbers to format and no chart library. */
export async function loadReport({ request, context }: LoaderFunctionArgs, id: string) {
  const actor = requireStaff(context);
  const { reports } = context.portal;
  const report = reports.get(id);
  requireMenu(actor, report.menu);
  const url = new URL(request.url);
  const [result, choices] = await Promise.all([
    reports.runReport({ actor, report, params: url.searchParams }),
    reports.findFilters({ actor, report }),
  ]);
  const { query, count } = result;
  const search = url.search === '' ? '' : withParams(url.search, { index: null });
  const asked = withParams('', { from: query.from, to: query.to, ...query.filters });
  const filters = filtersOf(result, choices);
  const chosen = filters.filter(({ value }) => value !== '');
  const columns = report.columns.filter((column) => column.only !== 'file');
  return {
    url: url.pathname,
    search,
    // The days shown, also when the address names none or wrong ones: the file holds what the page shows.
    exportSearch: withParams(asked, query.sort === '' ? {} : { sort: query.sort, dir: query.dir }),
    title: report.title,
    place: report.place,
    words: report.words,
    empty: report.empty ?? null,
    tabs: reports
      .list({ actor })
      .filter((one) => one.place.href === report.place.href)
      .map((one) => ({ label: one.title, current: one.id === id, href: `${one.url}${asked}` })),
    range: { from: query.from, to: query.to },
    subtitle: [daysText(query), ...chosen.map(({ choice }) => choice)].join(' · '),
    presets: presetLinks(search, query),
    selects: filters,
    chips: chosen.map(({ name, label, choice }) => ({ label: `${label}: ${choice}`, removeHref: withParams(search, { [name]: null }) })),
    problems: result.problems,
    figures: report.figures(result),
    charts: { wide: await reports.drawChart(result, 'wide'), narrow: await reports.drawChart(result, 'narrow') },
    columns: columns.map((column) => ({
      title: column.title,
      kind: column.kind,
      from: column.from,
      sort: column.sort,
      total: column.sum ? cellText(column, column.sum(result.totals)) : '',
    })),
    rows: result.rows.map((row) => ({
      id: report.rowKey(row),
      href: report.drillDown(row, query, actor),
      cells: columns.map((column, index) => cellText(column, column.value(row)) || (index === 0 ? `Sin ${report.words.row}` : '')),
    })),
    sorting: { sort: query.sort, dir: query.dir },
    page: { page: query.page, pageSize: query.pageSize, total: count },
    isPaged: report.maxRows === undefined,
    freshness: { at: formatDateTimeSeconds(result.freshness.asOf), delayed: result.freshness.delayed },
  };
}

function cellText({ kind }: ReportColumn, value: string | number | Date | null): string {
  if (value === null) return '';
  if (kind === 'integer') return formatCount(Number(value));
  if (kind === 'percent') return formatShare(Number(value));
  return kind === 'datetime' ? formatDateTime(value) : String(value);
}

/** Each filter with its choices. What is chosen stays chosen, also when the list does not hold it (any more). */
function filtersOf({ report, query }: ReportResult, choices: Readonly<Record<string, FilterOption[]>>) {
  return report.parameters.map(({ name, label, allLabel }) => {
    const value = query.filters[name] ?? '';
    const options = choices[name] ?? [];
    const known = options.find((option) => option.value === value);
    return {
      name,
      label,
      all: allLabel,
      value,
      choice: known?.label ?? value,
      options: known || value === '' ? options : [{ value, label: value }, ...options],
    };
  });
}

function daysText({ from, to }: ReportQuery): string {
  const long = (day: string) => formatDateLong(startOfDay(day));
  if (from === to) return long(from);
  if (to === '') return `Desde el ${long(from)}`;
  return from === '' ? `Hasta el ${long(to)}` : `Del ${long(from)} al ${long(to)}`;
}
