import { linesIn } from '../domain/text.ts';
import { earlierPeriod, grainOf, partsOf, sameWeekdays, type Grain, type Period } from '../domain/periods.ts';
import { fragment, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import type { Read } from '../read-model/pages/screen-query.ts';
import { BY_AGENCY, BY_DAY, type Report, type ReportQuestion } from './report.ts';

/** What every report answers beside its rows: when, against what, and where. */
export interface ReportPictures {
  /** null where no days count, or an end is open. */
  strip: Strip | null;
  /** All events of the period before; null when it is compared with nothing. */
  earlier: (Period & { events: number }) | null;
  /** Most events first; empty when the report is about one agency, or shows agencies as its rows. */
  agencies: AgencyShare[];
}

export interface Strip {
  grain: Grain;
  bars: StripBar[];
}

/** One day, month or year. */
export interface StripBar extends Period {
  events: number;
  /** Of the same weekday some weeks before, or of the month or year at the same place of the period before; null where nothing is compared. */
  earlier: number | null;
}

interface AgencyShare {
  /** '' for what belongs to none. */
  id: string;
  name: string;
  events: number;
}

type PicturedReport = Pick<Report, 'agencyParameter' | 'facts'>;

const NOTHING: ReportPictures = { strip: null, earlier: null, agencies: [] };
/** Bars of a picture; a cooperative has fewer. */
const AGENCIES_MAX = 60;
const YEARS_MAX = 100;

/** All of it from the snapshot of the rows; the facts of each period are read once. */
export async function readPictures(read: Read, report: PicturedReport, question: ReportQuestion): Promise<ReportPictures> {
  if (!report.facts) return NOTHING;
  const { from, to, filters, by, comparison } = question.query;
  const { agencyParameter } = report;
  const showsAgencies = agencyParameter !== undefined && by !== BY_AGENCY && !isOfOne(filters[agencyParameter]);
  const asked = from === '' || to === '' ? null : { from, to };
  const grain = asked ? grainOf(asked) : 'day';
  const parts = asked ? await readParts(read, report, { question, period: asked, grain }) : [];
  const agencies = showsAgencies ? await read<AgencyShare>(countAgencies(report.facts(question, { byDay: false, byAgency: true }))) : [];
  const before = asked && earlierPeriod(asked, comparison);
  const { events, line } = before
    ? await readEarlier(read, report, { question, before, grain, under: grain === 'day' ? sameWeekdays(asked, comparison) : before })
    : { events: 0, line: [] };
  return {
    strip: asked && { grain, bars: drawnBars(partsOf(asked, grain), { parts, earlier: line, today: question.today }) },
    earlier: before && { ...before, events },
    agencies,
  };
}

/** How the numbers of one agency spread over them, nobody asks. */
const isOfOne = (chosen = '') => chosen !== '' && linesIn(chosen).length === 1;

interface Earlier {
  question: ReportQuestion;
  /** What the sum of the period is held against. */
  before: Period;
  /** What is drawn under its parts; null for nothing. */
  under: Period | null;
  grain: Grain;
}

/** Both in one reading: they share most of their days. */
async function readEarlier(
  read: Read,
  report: PicturedReport,
  { question, before, under, grain }: Earlier,
): Promise<{ events: number; line: number[] }> {
  const all = under === null ? before : { from: first(before.from, under.from), to: under.to > before.to ? under.to : before.to };
  const parts = partsOf(all, grain);
  const counts = await readParts(read, report, { question, period: all, grain });
  const within = (period: Period) => counts.filter((_count, place) => isWithin(parts[place], period));
  return { events: within(before).reduce((sum, count) => sum + count, 0), line: under === null ? [] : within(under) };
}

const first = (one: string, other: string) => (one < other ? one : other);
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
  return fragment`SELECT g.agency AS id, coalesce(nullif(a.nombre, ''), nullif(g.agency, ''), 'Sin agencia') AS name, g.events::float8 AS events
    FROM (SELECT agency, sum(events) AS events FROM (${facts}) AS found GROUP BY agency HAVING sum(events) > 0) AS g
    LEFT JOIN agencias a ON a.id = g.agency ORDER BY g.events DESC, g.agency LIMIT ${AGENCIES_MAX}`;
}

/** Events of each part of a period, in order. */
async function readParts(
  read: Read,
  report: PicturedReport,
  { question, period, grain }: { question: ReportQuestion; period: Period; grain: Grain },
): Promise<number[]> {
  const facts = report.facts?.({ ...question, query: { ...question.query, ...period } }, BY_DAY);
  const rows = facts ? await read<FactRow>(countDays(facts, grain)) : [];
  const byStart = new Map(rows.map(({ start, events }) => [start, Number(events)]));
  return partsOf(period, grain).map(({ from }) => byStart.get(startOf(from, grain)) ?? 0);
}

/** Without the end that has not come yet; of centuries only the years since the first event. */
function drawnBars(
  periods: readonly Period[],
  { parts, earlier, today }: { parts: readonly number[]; earlier: readonly number[]; today: string },
): StripBar[] {
  const bars = periods.map((period, place) => ({ ...period, events: parts[place] ?? 0, earlier: earlier[place] ?? null }));
  const end = bars.findLastIndex(({ from, events }) => from <= today || events > 0);
  const begun = end === -1 ? bars : bars.slice(0, end + 1);
  const first = begun.length > YEARS_MAX ? begun.findIndex(({ events }) => events > 0) : 0;
  return begun.slice(Math.max(0, first)).slice(-YEARS_MAX);
}

/** As SQL truncates it. */
function startOf(day: string, grain: Grain): string {
  return grain === 'day' ? day : grain === 'month' ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`;
}
