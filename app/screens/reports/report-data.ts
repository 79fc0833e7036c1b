import type { LoaderFunctionArgs } from '@remix-run/node';
import { datePresets, formatDateLong, formatDateTimeSeconds, startOfDay } from '#server/domain/dates.ts';
import { capitalize } from '#server/domain/grammar.ts';
import { canOpen, requireMenu } from '#server/domain/permissions.ts';
import { ALL_CHOICES_PARAM } from '#server/domain/list-params.ts';
import { formatCount, linesIn } from '#server/domain/text.ts';
import type { FilterOption } from '#server/lists/filters.ts';
import type { Reports } from '#server/reporting/create-reports.ts';
import type { ReportResult } from '#server/reporting/run-report.ts';
import type { ReportQuery } from '#server/reporting/report.ts';
import { requireStaff } from '../../context.ts';
import { shareWidth } from '../../ui/share-width.ts';
import { withParams } from '../../ui/search-params.ts';
import { scheduleReportHref } from '../snapshots/snapshot-links.ts';

export type ReportData = Awaited<ReturnType<typeof loadReport>>;

/** Everything a report's page shows, as text: the browser needs no number formatting and no chart library. */
export async function loadReport({ request, context }: LoaderFunctionArgs, id: string) {
  const actor = requireStaff(context);
  const { reports } = context.portal;
  const defined = reports.get(id);
  requireMenu(actor, defined.menu);
  const url = new URL(request.url);
  const [result, choices] = await Promise.all([
    reports.runReport({ actor, report: defined, params: url.searchParams }),
    reports.findFilters({ actor, report: defined }),
  ]);
  const { report, query, count } = result;
  const words = reports.wordsOf(report, query);
  const search = url.search === '' ? '' : withParams(url.search, { index: null });
  const asked = withParams('', reports.askedOf(query));
  const filters = filtersOf(result, choices, url.searchParams.has(ALL_CHOICES_PARAM));
  const chosen = filters.filter(({ value }) => value !== '');
  const columns = reports.wordedColumns(report, query);
  const change = reports.changeOf(result.pictures);
  const rows = result.rows.map((row) => ({
    id: report.rowKey(row),
    href: reports.withWayBack(report.drillDown(row, query, actor), result),
    cells: columns.map((column, index) => reports.valueText(column, column.value(row)) || (index === 0 ? `Sin ${words.row}` : '')),
  }));
  const shares = shareWidth(
    columns.map(({ title: label, kind, from }, index) =>
      index === 0 || kind === 'text' ? { label, from, texts: rows.map(({ cells }) => cells[index] ?? '') } : { from },
    ),
  );
  return {
    url: url.pathname,
    search,
    // Uses the days shown, even if the address has none or invalid ones: the file must match the page.
    scheduleHref: scheduleReportHref(id, asked),
    schedulesForOthers: canOpen(actor, 'reports'),
    exportSearch: withParams(asked, query.sort === '' ? {} : { sort: query.sort, dir: query.dir }),
    menu: report.menu,
    title: report.title,
    place: report.place,
    words,
    hasDays: report.days !== 'none',
    empty: report.empty ?? null,
    tabs: reports
      .list({ actor })
      .filter((one) => one.place.href === report.place.href)
      .map((one) => ({ label: one.title, current: one.id === id, href: `${one.url}${asked}` })),
    groupings: (report.groupings ?? []).map(({ id: by, label }) => ({
      label,
      current: by === query.by,
      href: withParams(search, { by, page: null, sort: null, dir: null }),
    })),
    comparison: query.comparison,
    range: { from: query.from, to: query.to },
    subtitle: [daysText(query), ...chosen.map(({ choice }) => choice), ...reports.scopeLines(result.scope).map((line) => line.join(': '))]
      .filter(Boolean)
      .join(' · '),
    presets: datePresets(new Date()).map(({ label, from, to }) => ({
      label,
      href: withParams(search, { from, to }),
      current: from === query.from && to === query.to,
    })),
    selects: filters,
    chips: chosen.map(({ name, label, choice }) => ({ label: `${label}: ${choice}`, removeHref: withParams(search, { [name]: null }) })),
    problems: result.problems,
    figures: report.figures(result),
    change,
    line: reports.lineOf(result.pictures, query.comparison),
    charts: {
      desk: await reports.drawCharts(result, { actor, place: 'desk' }),
      phone: await reports.drawCharts(result, { actor, place: 'phone' }),
    },
    tabletStrip: await reports.drawStrip(result, 'tablet'),
    strip: stripRows(result, reports),
    agenciesTitle: reports.agenciesTitle(result.pictures.agencies),
    agencies: result.pictures.agencies.map(({ id: agencyId, name, events }) => ({
      id: agencyId,
      name,
      href: reports.agencyHref(result, agencyId),
      events: formatCount(events),
    })),
    topTitle: `${capitalize(words.events)} por ${words.row}`,
    columns: columns.map((column, index) => ({
      ...shares[index],
      onPhone: column.onPhone ?? column.from === undefined,
      title: column.title,
      kind: column.kind,
      from: column.from,
      sort: column.sort,
      total: column.sum ? reports.valueText(column, column.sum(result.totals)) : '',
    })),
    rows,
    sorting: { sort: query.sort, dir: query.dir },
    page: { page: query.page, pageSize: query.pageSize, total: count },
    freshness: { at: formatDateTimeSeconds(result.freshness.asOf), delayed: result.freshness.delayed },
  };
}

/** The numbers of the strip, as text for screen readers. */
function stripRows({ pictures: { strip }, ...result }: ReportResult, { partName, reportHref }: Reports) {
  if (!strip) return null;
  return strip.bars.map((bar) => ({
    name: partName(strip.grain, bar),
    href: reportHref(result, { from: bar.from, to: bar.to }),
    events: formatCount(bar.events),
    earlier: bar.earlier === null ? '' : formatCount(bar.earlier),
  }));
}

/** Each filter with its choices. A chosen value stays, even if it is not (or no longer) in the list. */
function filtersOf(
  { report, query, chosen }: ReportResult,
  choices: Readonly<Record<string, readonly FilterOption[]>>,
  allOptions: boolean,
) {
  return report.parameters.map(({ select: { name, label, place, ...select } }) => {
    // Filters that lists show as tabs have no label for an empty select.
    const all = place === 'own' ? `${label}: todos` : select.all;
    const value = query.filters[name] ?? '';
    const options = choices[name] ?? [];
    const choice = chosen[name] ?? value;
    if (allOptions && options.length > 2) return { name, label, all, value, choice, options, multiple: true };
    const isKnown = value === '' || options.some((option) => option.value === value);
    const { length } = linesIn(value);
    const other = { value, label: length > 1 ? `${label}: ${length}` : choice };
    return { name, label, all, value, choice, options: isKnown ? options : [other, ...options] };
  });
}

function daysText({ from, to }: ReportQuery): string {
  if (from === '' && to === '') return '';
  const long = (day: string) => formatDateLong(startOfDay(day));
  if (from === to) return long(from);
  if (to === '') return `Desde el ${long(from)}`;
  return from === '' ? `Hasta el ${long(to)}` : `Del ${long(from)} al ${long(to)}`;
}
