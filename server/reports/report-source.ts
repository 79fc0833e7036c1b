import { instantsOf } from '../domain/dates.ts';
import { allOf, fragment, joinFragments, trusted, type SqlFragment } from '../read-model/sql-fragment.ts';
import type { ReportDefinition } from './report-definition.ts';
import type { ReportQuery } from './report-query.ts';
import { splitRange, type DaySpan } from './split-range.ts';

/**
 * Where a report's numbers come from: whole years and months from the roll-ups, the days at the edges from the daily
 * roll-up or from the ledger by an index. Which filters which table can answer is decided here and only here; the
 * answer always equals GROUP BY over the ledger.
 */
type Filters = Pick<ReportQuery, 'agencyId' | 'userId' | 'folderId'>;

/** Rows `id, events`, several per id: to be summed. `span` may be wider than asked where nothing happened. */
export function groupSource(report: ReportDefinition, filters: Filters, span: DaySpan): SqlFragment {
  return joinFragments(report.group === 'user' ? userParts(report, filters, span) : fileParts(report, filters, span), ' UNION ALL ');
}

/** Rows `day, events`, several per day. */
export function daySource(report: ReportDefinition, filters: Filters, span: DaySpan): SqlFragment {
  if (filters.folderId !== '') return fragment`SELECT guatemala_day(t.at) AS day, 1 AS events FROM eventos_archivos t WHERE ${ledgerRows(report, filters, span)}`;
  return fragment`SELECT t.day, t.events FROM report_user_days t WHERE ${rollUpRows(report, filters)} AND ${within('day', span)}`;
}

/** Conditions on ledger rows `t`; constants are literals, so that the partial indexes apply. */
export function ledgerRows(report: ReportDefinition, filters: Filters, span: DaySpan): SqlFragment {
  const { start, end } = instantsOf(span);
  return allOf([
    trusted(`NOT t.source_deleted AND t.area = '${report.area}' AND t.kind = '${report.kind}' AND t.kind IN ('upload', 'download')`),
    fragment`t.at >= ${start} AND t.at < ${end}`,
    ...filterConditions(filters),
  ]);
}

function userParts(report: ReportDefinition, filters: Filters, span: DaySpan): SqlFragment[] {
  const split = splitRange(span, 'month');
  const months = split.months.map(
    (part) => fragment`SELECT t."userId" AS id, t.events FROM report_user_months t WHERE ${rollUpRows(report, filters)} AND ${within('month', part)}`,
  );
  const days = split.days.map((part) =>
    filters.folderId === ''
      ? fragment`SELECT t."userId" AS id, t.events FROM report_user_days t WHERE ${rollUpRows(report, filters)} AND ${within('day', part)}`
      : fragment`SELECT t."userId" AS id, 1 AS events FROM eventos_archivos t WHERE ${ledgerRows(report, filters, part)}`,
  );
  return [...months, ...days];
}

function fileParts(report: ReportDefinition, filters: Filters, span: DaySpan): SqlFragment[] {
  const fromLedger = (part: DaySpan): SqlFragment => fragment`SELECT t."fileId" AS id, 1 AS events FROM eventos_archivos t WHERE ${ledgerRows(report, filters, part)}`;
  // A roll-up per file and user or agency would hardly be smaller than the ledger; one person's or agency's part of it is small.
  if (filters.userId !== '' || filters.agencyId !== '') return [fromLedger(span)];
  const fromPeriods = (grain: 'month' | 'year') => (part: DaySpan): SqlFragment =>
    fragment`SELECT t."fileId" AS id, t.events FROM report_file_periods t WHERE ${rollUpRows(report, filters)} AND t.grain = ${grain} AND ${within('start', part)}`;
  const split = splitRange(span, 'year');
  return [...split.years.map(fromPeriods('year')), ...split.months.map(fromPeriods('month')), ...split.days.map(fromLedger)];
}

function rollUpRows(report: ReportDefinition, filters: Filters): SqlFragment {
  return allOf([trusted(`t.area = '${report.area}' AND t.kind = '${report.kind}'`), ...filterConditions(filters)]);
}

/** Of periods: by their first day, which lies in the span exactly when the whole period does. */
function within(column: 'day' | 'month' | 'start', span: DaySpan): SqlFragment {
  return fragment`t.${trusted(column)} BETWEEN ${span.from}::date AND ${span.to}::date`;
}

function filterConditions(filters: Filters): SqlFragment[] {
  return [
    ...(filters.agencyId === '' ? [] : [fragment`t."agencyId" = ${filters.agencyId}`]),
    ...(filters.userId === '' ? [] : [fragment`t."userId" = ${filters.userId}`]),
    ...(filters.folderId === '' ? [] : [fragment`t."folderId" = ${filters.folderId}`]),
  ];
}
