import { instantsOf } from '../../domain/dates.ts';
import { allOf, fragment, joinFragments, trusted, type SqlFragment } from '../../platform/sql-fragment.ts';
import type { ReportQuery } from '../../reporting/report.ts';
import { splitRange, type DaySpan, type ReportSpan } from './split-range.ts';

/** What a report counts: events of one area and kind, per user or per file. */
export interface CountedEvents {
  area: 'briefcase';
  kind: 'upload' | 'download';
  group: 'user' | 'file';
}

/** What a report is asked for, its filters by name; '' means all. */
export interface FileQuery extends ReportQuery {
  agencyId: string;
  userId: string;
  folderId: string;
}

export function toFileQuery(query: ReportQuery): FileQuery {
  const { agencyId = '', userId = '', folderId = '' } = query.filters;
  return { ...query, agencyId, userId, folderId };
}

/**
 * Where a report's numbers come from: whole years and months from the roll-ups, the days at the edges from the daily
 * roll-up or from the ledger by an index. Which filters which table can answer is decided here and only here; the
 * answer always equals GROUP BY over the ledger.
 */
type Filters = Pick<FileQuery, 'agencyId' | 'userId' | 'folderId'>;

/** Rows `id, events`, several per id: to be summed. */
export function groupSource(report: CountedEvents, filters: Filters, span: ReportSpan): SqlFragment {
  return joinFragments(report.group === 'user' ? userParts(report, filters, span) : fileParts(report, filters, span), ' UNION ALL ');
}

/** Rows `day, events`, several per day. */
export function daySource(report: CountedEvents, filters: Filters, span: ReportSpan): SqlFragment {
  // One person's or one folder's part of the ledger is small, and its index alone holds the times.
  if (filters.folderId !== '' || filters.userId !== '') {
    return fragment`SELECT guatemala_day(t.at) AS day, 1 AS events FROM eventos_archivos t WHERE ${ledgerRows(report, filters, span)}`;
  }
  return fragment`SELECT t.day, t.events FROM report_agency_days t WHERE ${sameKind(report)} AND ${filtered(filters)} AND t.day BETWEEN ${span.from}::date AND ${span.to}::date`;
}

/** Conditions on ledger rows `t`; constants are literals, so that the partial indexes apply. */
export function ledgerRows(report: CountedEvents, filters: Filters, span: DaySpan): SqlFragment {
  const { start, end } = instantsOf(span);
  return fragment`NOT t.source_deleted AND ${sameKind(report)} AND t.kind IN ('upload', 'download') AND t.at >= ${start} AND t.at < ${end} AND ${filtered(filters)}`;
}

function userParts(report: CountedEvents, filters: Filters, span: ReportSpan): SqlFragment[] {
  // One folder's part of the ledger is small, and its index holds who and where.
  if (filters.folderId !== '')
    return [fragment`SELECT t."userId" AS id, 1 AS events FROM eventos_archivos t WHERE ${ledgerRows(report, filters, span)}`];
  const fromPeriods =
    (grain: Grain) =>
    (part: DaySpan): SqlFragment =>
      fragment`SELECT t."userId" AS id, t.events FROM report_user_periods t WHERE ${sameKind(report)} AND ${inPeriods(grain, part)} AND ${filtered(filters)}`;
  const split = splitRange(span);
  // People are few: their months answer quarters too.
  const months = [...split.quarters, ...split.months];
  return [...split.years.map(fromPeriods('year')), ...months.map(fromPeriods('month')), ...split.days.map(fromPeriods('day'))];
}

function fileParts(report: CountedEvents, filters: Filters, span: ReportSpan): SqlFragment[] {
  const fromLedger = (part: DaySpan): SqlFragment =>
    fragment`SELECT t."fileId" AS id, 1 AS events FROM eventos_archivos t WHERE ${ledgerRows(report, filters, part)}`;
  // A roll-up per file and user or agency would hardly be smaller than the ledger; one person's or agency's part of it is small.
  if (filters.userId !== '' || filters.agencyId !== '') return [fromLedger(span)];
  const from = fragment`SELECT t."fileId" AS id, t.events FROM report_file_periods t WHERE ${sameKind(report)} AND ${filtered(filters)}`;
  if (span.isWhole) return [fragment`${from} AND t.grain = 'all'`];
  const fromPeriods =
    (grain: Grain) =>
    (part: DaySpan): SqlFragment =>
      fragment`${from} AND ${inPeriods(grain, part)}`;
  const split = splitRange(span);
  return [
    ...split.years.map(fromPeriods('year')),
    ...split.quarters.map(fromPeriods('quarter')),
    ...split.months.map(fromPeriods('month')),
    ...split.days.map(fromLedger),
  ];
}

type Grain = 'day' | 'month' | 'quarter' | 'year';

function sameKind(report: CountedEvents): SqlFragment {
  return trusted(`t.area = '${report.area}' AND t.kind = '${report.kind}'`);
}

/** Whole periods in a span: those whose first day lies in it, as the span is cut at their borders. */
function inPeriods(grain: Grain, span: DaySpan): SqlFragment {
  return fragment`t.grain = '${trusted(grain)}' AND t.start BETWEEN ${span.from}::date AND ${span.to}::date`;
}

function filtered(filters: Filters): SqlFragment {
  return allOf([
    ...(filters.agencyId === '' ? [] : [fragment`t."agencyId" = ${filters.agencyId}`]),
    ...(filters.userId === '' ? [] : [fragment`t."userId" = ${filters.userId}`]),
    ...(filters.folderId === '' ? [] : [fragment`t."folderId" = ${filters.folderId}`]),
  ]);
}
