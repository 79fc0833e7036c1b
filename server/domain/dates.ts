/**
 * Dates as people in Guatemala read and type them, computed without Intl so that server and browser write the same text.
 * Guatemala keeps UTC-6 all year (the last daylight saving time ended in October 2006).
 *
 * A "day" is text `YYYY-MM-DD` of the Guatemalan calendar; an instant is a Date (or ISO text, or epoch milliseconds).
 */
export const GUATEMALA_OFFSET_MS = -6 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Years that screens and SQL both accept. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2999;

export const MONTHS = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');

export type Instant = Date | string | number | null | undefined;

/** `19 de noviembre de 2026`; all formats return '' for an invalid instant. */
export const formatDateLong = format(longDate);

/** `19/11/2026`. */
export const formatDate = format(shortDate);

/** `19/11/2026 22:30`, for tables. */
export const formatDateTime = format((wall) => `${shortDate(wall)} ${minutes(wall)}`);

/** `22:30`. */
export const formatTime = format(minutes);

/** `19/11/2026 22:30:04`, for freshness and audit. */
export const formatDateTimeSeconds = format((wall) => `${shortDate(wall)} ${minutes(wall)}:${two(wall.getUTCSeconds())}`);

/** `19 de noviembre de 2026, 22:30`, for records. */
export const formatDateTimeLong = format((wall) => `${longDate(wall)}, ${minutes(wall)}`);

/** `2026-11-19` → `19/11/2026`; '' when it is not a day. */
export function formatDay(day: string): string {
  return parseDay(day) === null ? '' : `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

/** `2026-11` → `noviembre de 2026`; the text itself when it is not a month. */
export function formatMonth(month: string): string {
  const name = /^\d{4}-\d{2}$/.test(month) ? MONTHS[Number(month.slice(5)) - 1] : undefined;
  return name ? `${name} de ${month.slice(0, 4)}` : month;
}

/** The Guatemalan day of an instant. Throws RangeError for an invalid Date: callers pass a real clock. */
export function dayOf(instant: Date): string {
  const wall = wallTime(instant);
  if (!wall) throw new RangeError('dayOf: invalid date');
  return dayText(wall.getUTCFullYear(), wall.getUTCMonth() + 1, wall.getUTCDate());
}

/** Strict `YYYY-MM-DD` that exists in the calendar (years 1900-2999), else null. */
export function parseDay(text: string): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return match ? existingDay(Number(match[1]), Number(match[2]), Number(match[3])) : null;
}

/** `19/11/2026` or `9/1/2026` (day/month/year, as plazas_vacantes.fecha stores it) → day, else null. */
export function parseDayMonthYear(text: string): string | null {
  const match = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(text);
  return match ? existingDay(Number(match[3]), Number(match[2]), Number(match[1])) : null;
}

/** The instant at which a day begins in Guatemala: 06:00 UTC. */
export function startOfDay(day: string): Date {
  const parsed = parseDay(day);
  if (parsed === null) throw new RangeError('startOfDay: not a day');
  return new Date(Date.parse(`${parsed}T00:00:00.000Z`) - GUATEMALA_OFFSET_MS);
}

export function addDays(day: string, count: number): string {
  return dayOf(new Date(startOfDay(day).getTime() + count * DAY_MS));
}

/** Whole days of 24 hours from one instant to a later one; 0 when either is invalid. */
export function daysBetween(from: Instant, to: Instant): number {
  const [start, end] = [wallTime(from), wallTime(to)];
  return start && end ? Math.max(0, Math.floor((end.getTime() - start.getTime()) / DAY_MS)) : 0;
}

/** Both ends included; null means open. */
export interface DayRange {
  from: string | null;
  to: string | null;
}

/** Instants of a day range: `start` included, `end` excluded (the first instant of the day after `to`). */
export function instantsOf(range: DayRange): { start: Date | null; end: Date | null } {
  return {
    start: range.from === null ? null : startOfDay(range.from),
    end: range.to === null ? null : new Date(startOfDay(range.to).getTime() + DAY_MS),
  };
}

export interface DatePreset {
  id: 'today' | 'week' | 'month' | 'last-month' | 'year';
  label: string;
  from: string;
  to: string;
}

/** Named periods by id. */
export const PERIOD_LABELS = {
  today: 'Hoy',
  week: 'Esta semana',
  month: 'Este mes',
  'last-month': 'Mes anterior',
  year: 'Este año',
};

/** The days of each named period: weeks begin on Monday, and periods still running end today. */
export function datePresets(now: Date): DatePreset[] {
  const today = dayOf(now);
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  const firstOfMonth = dayText(year, month, 1);
  const lastMonthEnd = addDays(firstOfMonth, -1);
  const weekday = wallTime(now)?.getUTCDay() ?? 1;
  return [
    { id: 'today', label: PERIOD_LABELS.today, from: today, to: today },
    { id: 'week', label: PERIOD_LABELS.week, from: addDays(today, -((weekday + 6) % 7)), to: today },
    { id: 'month', label: PERIOD_LABELS.month, from: firstOfMonth, to: today },
    { id: 'last-month', label: PERIOD_LABELS['last-month'], from: `${lastMonthEnd.slice(0, 7)}-01`, to: lastMonthEnd },
    { id: 'year', label: PERIOD_LABELS.year, from: dayText(year, 1, 1), to: today },
  ];
}

/** The previous week, Monday to Sunday. */
export function weekBefore(now: Date): { from: string; to: string } {
  const today = dayOf(now);
  const monday = datePresets(now).find(({ id }) => id === 'week')?.from ?? today;
  return { from: addDays(monday, -7), to: addDays(monday, -1) };
}

/** The wall-clock time in Guatemala, in the UTC fields of a Date. */
function wallTime(value: Instant): Date | null {
  if (value === null || value === undefined || value === '') return null;
  const wall = new Date(new Date(value).getTime() + GUATEMALA_OFFSET_MS);
  return Number.isNaN(wall.getTime()) ? null : wall;
}

function format(write: (wall: Date) => string): (value: Instant) => string {
  return (value) => {
    const wall = wallTime(value);
    return wall ? write(wall) : '';
  };
}

function longDate(wall: Date): string {
  return `${wall.getUTCDate()} de ${MONTHS[wall.getUTCMonth()]} de ${wall.getUTCFullYear()}`;
}

function shortDate(wall: Date): string {
  return `${two(wall.getUTCDate())}/${two(wall.getUTCMonth() + 1)}/${String(wall.getUTCFullYear()).padStart(4, '0')}`;
}

function minutes(wall: Date): string {
  return `${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function dayText(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** null for a day that does not exist, and for years outside the accepted range. */
export function existingDay(year: number, month: number, day: number): string | null {
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day ? dayText(year, month, day) : null;
}
