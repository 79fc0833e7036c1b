import type { LoaderFunctionArgs } from '@remix-run/node';
import { datePresets, formatDateLong, formatDateTime, formatDateTimeSeconds, formatDay, startOfDay } from '#server/domain/dates.ts';
import { capitalize } from '#server/domain/grammar.ts';
import { canOpen, requireMenu, type Staff } from '#server/domain/permissions.ts';
import { countOf, formatCount } from '#server/domain/text.ts';
import type { ReportId } from '#server/features/reports/report-definition.ts';
import type { ReportFilters } from '#server/features/reports/report-filters.ts';
import type { ReportResult } from '#server/features/reports/run-report.ts';
import { requireStaff } from '../../context.ts';
import { withParams } from '../../ui/search-params.ts';
import { FILTER_LABELS, FILTERS, type FilterName } from './filters.ts';

export type ReportData = Awaited<ReturnType<typeof loadReport>>;

/** Everything that a report's page shows, as text: the browser gets no numbers to format and no chart library. */
export async function loadReport({ request, context }: LoaderFunctionArgs, id: ReportId) {
  const actor = requireStaff(context);
  requireMenu(actor, 'briefcase-reports');
  const { reports } = context.portal;
  const url = new URL(request.url);
  const [result, filters] = await Promise.all([
    reports.runReport({ actor, report: id, params: url.searchParams }),
    reports.findFilters({ actor }),
  ]);
  const { query, report, totals } = result;
  const search = url.search === '' ? '' : withParams(url.search, { index: null });
  return {
    url: url.pathname,
    search,
    // The days shown, also when the address names none or wrong ones: the file holds what the page shows.
    exportSearch: withParams(rangeSearch(result), { sort: query.sort, dir: query.dir }),
    title: report.title,
    words: report.words,
    tabs: reports
      .list({ actor })
      .map((entry) => ({ label: entry.title, current: entry.id === id, href: `/briefcase/reports/${entry.id}${rangeSearch(result)}` })),
    range: { from: query.from, to: query.to },
    subtitle: subtitleOf(result, filters),
    presets: presetsOf(result, search),
    selects: FILTERS.map((name) => ({ name, ...FILTER_LABELS[name], value: query[name], options: withChosen(filters[name], query[name]) })),
    chips: FILTERS.filter((name) => query[name] !== '').map((name) => ({
      label: `${FILTER_LABELS[name].label}: ${filterLabel(filters, name, query[name])}`,
      removeHref: withParams(search, { [name]: null }),
    })),
    problems: result.problems,
    figures: figuresOf(result),
    charts: { wide: await reports.drawChart(result, 'wide'), narrow: await reports.drawChart(result, 'narrow') },
    rows: result.rows.map((row) => ({
      id: row.id,
      name: row.name === '' ? `Sin ${report.words.row}` : row.name,
      detail: row.detail,
      events: formatCount(row.events),
      share: formatShare(row.share),
      last: formatDateTime(row.lastAt),
      href: rowHref(actor, result, row.id),
    })),
    total: formatCount(totals.events),
    sorting: { sort: query.sort, dir: query.dir },
    page: { page: query.page, pageSize: query.pageSize, total: totals.groups },
    freshness: { at: formatDateTimeSeconds(result.freshness.asOf), delayed: result.freshness.delayed },
  };
}

function rangeSearch({ query }: ReportResult): string {
  return withParams('', { from: query.from, to: query.to, agencyId: query.agencyId, userId: query.userId, folderId: query.folderId });
}

/** From a person to the files that they download; from a file to the file, for those who may open the Maletín. */
function rowHref(actor: Staff, { report, query }: ReportResult, id: string): string | null {
  if (id === '') return null;
  if (report.group === 'file') return canOpen(actor, 'briefcase-files') ? `/briefcase/files/${encodeURIComponent(id)}` : null;
  if (report.kind !== 'download') return null;
  return `/briefcase/reports/downloads-by-file${withParams('', { from: query.from, to: query.to, agencyId: query.agencyId, folderId: query.folderId, userId: id })}`;
}

function subtitleOf({ query }: ReportResult, filters: ReportFilters): string {
  const long = (day: string) => formatDateLong(startOfDay(day));
  const days = query.from === query.to ? long(query.from) : `Del ${long(query.from)} al ${long(query.to)}`;
  const chosen = FILTERS.filter((name) => query[name] !== '').map((name) => filterLabel(filters, name, query[name]));
  return [days, ...chosen].join(' · ');
}

function presetsOf({ query }: ReportResult, search: string) {
  return datePresets(new Date()).map(({ label, from, to }) => ({
    label,
    href: withParams(search, { from, to }),
    current: from === query.from && to === query.to,
  }));
}

function filterLabel(filters: ReportFilters, name: FilterName, id: string): string {
  return filters[name].find((option) => option.value === id)?.label ?? id;
}

/** What is chosen stays chosen, also when the list does not hold it (any more). */
function withChosen(options: ReportFilters[FilterName], value: string) {
  return value === '' || options.some((option) => option.value === value) ? options : [{ value, label: value }, ...options];
}

function figuresOf({ totals, top, report: { words } }: ReportResult) {
  const first = top[0];
  return [
    { label: `Total de ${words.events}`, value: formatCount(totals.events), note: 'en el período' },
    { label: capitalize(words.rows), value: formatCount(totals.groups), note: `con al menos una ${words.event}` },
    { label: 'Promedio por día', value: formatAverage(totals.perDay), note: `${words.events} por día` },
    {
      label: 'Día con más',
      value: totals.busiest ? formatDay(totals.busiest.day) : '—',
      note: totals.busiest ? countOf(totals.busiest.events, words.event, words.events) : '',
    },
    { label: 'En primer lugar', value: first ? formatShare(first.share) : '—', note: first ? first.name : '' },
  ];
}

function formatAverage(value: number): string {
  return value >= 100 ? formatCount(Math.round(value)) : value.toFixed(1);
}

function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
