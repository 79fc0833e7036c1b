import { instantsOf } from '../../domain/dates.ts';
import { allOf, fragment, joinFragments, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { isOneOf } from '../../reporting/report-query.ts';
import type { FactsSplit } from '../../reporting/report.ts';
import { splitRange, type DaySpan, type ReportSpan } from './split-range.ts';

/** Later than any date of an event. */
const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';
const NO_PARTS = { years: [], quarters: [], months: [] };

/** What a report counts: events of one area and kind, per user or per file. */
export interface CountedEvents {
  area: 'briefcase' | 'digitalization';
  kind: 'download' | 'print' | 'upload' | 'view';
  group: 'user' | 'file';
}

/**
 * The events that an answer counts, by filters ('' means all, several as `linesIn` reads them) and days. Whole years and months come from
 * the roll-ups, the days at the edges from the daily roll-up or from the ledger by an index. Only this file decides which table can answer
 * which filters; the answer always equals GROUP BY over the ledger.
 */
export interface Scope extends CountedEvents, ReportSpan {
  agencyId: string;
  userId: string;
  folderId: string;
}

/** Rows `id, events`, several per id: to be summed. */
export function groupSource(scope: Scope): SqlFragment {
  return joinFragments(scope.group === 'user' ? userParts(scope) : fileParts(scope), ' UNION ALL ');
}

/** Rows `day, agency, events`, several per day. */
export function daySource(scope: Scope): SqlFragment {
  // One person's or one folder's part of the ledger is small, and its index alone holds the times.
  if (scope.folderId !== '' || scope.userId !== '')
    return fragment`SELECT guatemala_day(t.at) AS day, t."agencyId" AS agency, 1 AS events FROM eventos_archivos t WHERE ${ledgerRows(scope)}`;
  return fragment`SELECT t.day, t."agencyId" AS agency, t.events FROM report_agency_days t WHERE ${sameKind(scope)} AND ${filtered(scope)} AND t.day BETWEEN ${scope.from}::date AND ${scope.to}::date`;
}

/**
 * Events on files of an area, as a relation with the columns of the ledger's list and `events`: a row for each person, agency and kind per
 * month, or per day if days are to be told apart, and at its edges. An open end is ''.
 */
export function periodsOfPeople(area: CountedEvents['area'], { from, to }: DaySpan, grain: FactsSplit['grain']): SqlFragment {
  const span = { from: from || FIRST_DAY, to: to || LAST_DAY };
  const { years, quarters, months, days } = grain === 'day' ? { ...NO_PARTS, days: [span] } : splitRange(span);
  const part = (grain: Grain) => (within: DaySpan) => fragment`SELECT t.area, t.kind, t."userId", t."agencyId", t.events,
    (t.start + ${trusted(`interval '6 hours'`)}) AT TIME ZONE 'UTC' AS "createdAt", TRUE AS "isActive", FALSE AS source_deleted
    FROM report_user_periods t WHERE t.area = '${trusted(area)}' AND t.events > 0 AND ${inPeriods(grain, within)}`;
  return fragment`(${joinFragments([...[...years, ...quarters, ...months].map(part('month')), ...days.map(part('day'))], ' UNION ALL ')})`;
}

/** Conditions on ledger rows `t`; constants are literals, so that the partial indexes apply. */
export function ledgerRows(scope: Scope, part: DaySpan = scope): SqlFragment {
  const { start, end } = instantsOf(part);
  return fragment`NOT t.source_deleted AND ${sameKind(scope)} AND t.at >= ${start} AND t.at < ${end} AND ${filtered(scope)}`;
}

function userParts(scope: Scope): SqlFragment[] {
  // One folder's part of the ledger is small, and its index holds who and where.
  if (scope.folderId !== '') return [fragment`SELECT t."userId" AS id, 1 AS events FROM eventos_archivos t WHERE ${ledgerRows(scope)}`];
  const from = fragment`SELECT t."userId" AS id, t.events FROM report_user_periods t WHERE ${sameKind(scope)} AND ${filtered(scope)}`;
  const fromPeriods = (grain: Grain) => (part: DaySpan) => fragment`${from} AND ${inPeriods(grain, part)}`;
  const split = splitRange(scope);
  // People are few: their months answer quarters too.
  const months = [...split.quarters, ...split.months];
  return [...split.years.map(fromPeriods('year')), ...months.map(fromPeriods('month')), ...split.days.map(fromPeriods('day'))];
}

function fileParts(scope: Scope): SqlFragment[] {
  const fromLedger = (part: DaySpan): SqlFragment =>
    fragment`SELECT t."fileId" AS id, 1 AS events FROM eventos_archivos t WHERE ${ledgerRows(scope, part)}`;
  // A roll-up per file and user or agency would hardly be smaller than the ledger; one person's or agency's part of it is small.
  if (scope.userId !== '' || scope.agencyId !== '') return [fromLedger(scope)];
  const from = fragment`SELECT t."fileId" AS id, t.events FROM report_file_periods t WHERE ${sameKind(scope)} AND ${filtered(scope)}`;
  if (scope.isWhole) return [fragment`${from} AND t.grain = 'all'`];
  const fromPeriods = (grain: Grain) => (part: DaySpan) => fragment`${from} AND ${inPeriods(grain, part)}`;
  const split = splitRange(scope);
  return [
    ...split.years.map(fromPeriods('year')),
    ...split.quarters.map(fromPeriods('quarter')),
    ...split.months.map(fromPeriods('month')),
    ...split.days.map(fromLedger),
  ];
}

type Grain = 'day' | 'month' | 'quarter' | 'year';

function sameKind({ area, kind }: CountedEvents): SqlFragment {
  return trusted(`t.area = '${area}' AND t.kind = '${kind}'`);
}

/** Whole periods in a span: those whose first day is in it, because spans are cut at their borders. */
function inPeriods(grain: Grain, span: DaySpan): SqlFragment {
  return fragment`t.grain = '${trusted(grain)}' AND t.start BETWEEN ${span.from}::date AND ${span.to}::date`;
}

function filtered({ agencyId, userId, folderId }: Scope): SqlFragment {
  return allOf([
    ...(agencyId === '' ? [] : [isOneOf(trusted('t."agencyId"'), agencyId)]),
    ...(userId === '' ? [] : [isOneOf(trusted('t."userId"'), userId)]),
    ...(folderId === '' ? [] : [isOneOf(trusted('t."folderId"'), folderId)]),
  ]);
}
