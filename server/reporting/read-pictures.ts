import { linesIn } from '../domain/text.ts';
import {
  areEquallyLong,
  earlierPeriod,
  elapsedPart,
  grainOf,
  partsOf,
  sameWeekdays,
  type Comparison,
  type Grain,
  type Period,
} from '../domain/periods.ts';
import { fragment, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { AGENCIES, distinctName } from '../read-model/pages/choices.ts';
import type { Read } from '../read-model/pages/screen-query.ts';
import { BY_AGENCY, type Report, type ReportQuestion } from './report.ts';

/** The charts of a report: when, compared with what, and where. */
export interface ReportPictures {
  /** null when the report has no days, or the range is open. */
  strip: Strip | null;
  /** All events of the earlier period; null when the report compares with nothing. */
  earlier: (Period & { events: number; compared: ComparedPart }) | null;
  /** Largest first; empty when the report is limited to one agency, or its rows are agencies. */
  agencies: AgencyShare[];
}

/** The days that are compared. `isPartial` when the period has days after today, which are not. */
interface ComparedPart extends Period {
  isPartial: boolean;
}

export interface Strip {
  grain: Grain;
  bars: StripBar[];
}

/** One day, month or year. */
export interface StripBar extends Period {
  events: number;
  /** Events of the same weekday some weeks before, or of the corresponding earlier month or year; null without comparison. */
  earlier: number | null;
}

export interface AgencyShare {
  /** '' for events without an agency. */
  id: string;
  name: string;
  events: number;
}

type PicturedReport = Pick<Report, 'agencyParameter' | 'facts'>;

const NO_PICTURES: ReportPictures = { strip: null, earlier: null, agencies: [] };
const YEARS_MAX = 100;

/** Reads all charts from the snapshot of the rows; each period is read only once. */
export async function readPictures(read: Read, report: PicturedReport, question: ReportQuestion): Promise<ReportPictures> {
  if (!report.facts) return NO_PICTURES;
  const { from, to, filters, by, comparison } = question.query;
  const { agencyParameter } = report;
  const showsAgencies = agencyParameter !== undefined && by !== BY_AGENCY && !isSingleValue(filters[agencyParameter]);
  const range = from === '' || to === '' ? null : { from, to };
  const grain = range ? grainOf(range) : 'day';
  const parts = range ? await readParts(read, report, { question, period: range, grain }) : [];
  const agencies = showsAgencies ? await read<AgencyShare>(countAgencies(report.facts(question, { grain: null, byAgency: true }))) : [];
  const { today } = question;
  const compared = range && elapsedPart(range, today);
  const before = range && earlierPeriod(range, comparison, today);
  const { events, line } =
    before && compared
      ? await readEarlier(read, report, { question, before, grain, under: periodUnder({ compared, before, grain }, comparison) })
      : { events: 0, line: [] };
  return {
    strip: range && { grain, bars: visibleBars(partsOf(range, grain), { parts, earlier: line, today }) },
    earlier: before && compared && { ...before, events, compared: { ...compared, isPartial: compared.to < to } },
    agencies,
  };
}

/** With a single agency there is no spread to show. */
const isSingleValue = (chosen = '') => chosen !== '' && linesIn(chosen).length === 1;

/** Months and years lie under their like: under 22 days of July, all of March would say nothing. */
function periodUnder(
  { compared, before, grain }: { compared: Period; before: Period; grain: Grain },
  comparison: Comparison,
): Period | null {
  if (grain === 'day') return sameWeekdays(compared, comparison);
  const parts = partsOf(compared, grain);
  const under = partsOf(before, grain);
  return parts.length === under.length && parts.every((part, place) => areEquallyLong(part, under[place] ?? part)) ? before : null;
}

interface Earlier {
  question: ReportQuestion;
  /** The period that the total is compared with. */
  before: Period;
  /** The period charted as a line under the parts; null for none. */
  under: Period | null;
  grain: Grain;
}

/** Reads both periods at once, because they share most of their days. */
async function readEarlier(
  read: Read,
  report: PicturedReport,
  { question, before, under, grain }: Earlier,
): Promise<{ events: number; line: number[] }> {
  const all = under === null ? before : { from: earliest(before.from, under.from), to: under.to > before.to ? under.to : before.to };
  const parts = partsOf(all, grain);
  const counts = await readParts(read, report, { question, period: all, grain });
  const within = (period: Period) => counts.filter((_count, place) => isWithin(parts[place], period));
  return { events: within(before).reduce((sum, count) => sum + count, 0), line: under === null ? [] : within(under) };
}

const earliest = (one: string, other: string) => (one < other ? one : other);
const isWithin = (part: Period | undefined, { from, to }: Period) => part !== undefined && from <= part.from && part.to <= to;

interface FactRow {
  /** First day of the part. */
  start: string;
  events: bigint;
}

function countDays(facts: SqlFragment, grain: Grain): SqlFragment {
  return fragment`SELECT date_trunc('${trusted(grain)}', day::timestamp)::date::text AS start, sum(events)::bigint AS events FROM (${facts}) AS found GROUP BY 1`;
}

function countAgencies(facts: SqlFragment): SqlFragment {
  return fragment`SELECT g.agency AS id, coalesce(CASE WHEN t.nombre <> '' THEN ${distinctName(AGENCIES)} END, nullif(g.agency, ''), 'Sin agencia') AS name, g.events::float8 AS events
    FROM (SELECT agency, sum(events) AS events FROM (${facts}) AS found GROUP BY agency HAVING sum(events) > 0) AS g
    LEFT JOIN agencias t ON t.id = g.agency ORDER BY g.events DESC, g.agency`;
}

/** Events of each part of a period, in order. */
async function readParts(
  read: Read,
  report: PicturedReport,
  { question, period, grain }: { question: ReportQuestion; period: Period; grain: Grain },
): Promise<number[]> {
  const facts = report.facts?.({ ...question, query: { ...question.query, ...period } }, { grain, byAgency: false });
  const rows = facts ? await read<FactRow>(countDays(facts, grain)) : [];
  const byStart = new Map(rows.map(({ start, events }) => [start, Number(events)]));
  return partsOf(period, grain).map(({ from }) => byStart.get(startOf(from, grain)) ?? 0);
}

/** Drops future bars at the end; of a very long range only the years since the first event remain. */
function visibleBars(
  periods: readonly Period[],
  { parts, earlier, today }: { parts: readonly number[]; earlier: readonly number[]; today: string },
): StripBar[] {
  const bars = periods.map((period, place) => ({ ...period, events: parts[place] ?? 0, earlier: earlier[place] ?? null }));
  const end = bars.findLastIndex(({ from, events }) => from <= today || events > 0);
  const begun = end === -1 ? bars : bars.slice(0, end + 1);
  const first = begun.length > YEARS_MAX ? begun.findIndex(({ events }) => events > 0) : 0;
  return begun.slice(Math.max(0, first)).slice(-YEARS_MAX);
}

/** The start of a part, as SQL's date_trunc gives it. */
function startOf(day: string, grain: Grain): string {
  return grain === 'day' ? day : grain === 'month' ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`;
}
