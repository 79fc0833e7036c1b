import { CronExpressionParser } from 'cron-parser';
import { GUATEMALA_OFFSET_MS } from '../../domain/dates.ts';
import { CRON_MAX, fallsBackToLastDay, LAST_DAY, LAST_WORKING_DAY } from './domain/report-schedules.ts';

export const TIME_ZONE = 'America/Guatemala';

/** Numbers, lists, ranges and steps: the syntax that every cron has. */
const FIELD = /^[\d*/,-]+$/;
const DAY_OF_MONTH = 2;

const parse = (cron: string, options: { currentDate?: Date } = {}) =>
  CronExpressionParser.parse(adjustmentFromLastDay(cron) ? withDay(cron, LAST_DAY) : cron, { ...options, tz: TIME_ZONE });

/**
 * `LW`, the last day from Monday to Friday, and days that not every month has (fallsBackToLastDay) are the portal's own: the package knows the last
 * day, from which walk() goes back, two days at most. null for other expressions.
 */
function adjustmentFromLastDay(cron: string): ((last: Date) => Date) | null {
  const [, , day = '', month = '', weekday = ''] = cron.split(' ');
  if (day === LAST_WORKING_DAY) return workingDayUpTo;
  if (!fallsBackToLastDay({ day, month, weekday })) return null;
  return (last) => new Date(last.getTime() - Math.max(0, inGuatemala(last).getUTCDate() - Number(day)) * DAY_MS);
}

const withDay = (cron: string, day: string) =>
  cron
    .split(' ')
    .map((field, place) => (place === DAY_OF_MONTH ? day : field))
    .join(' ');

function isField(field: string, place: number, all: readonly string[]): boolean {
  if (place !== DAY_OF_MONTH || !field.includes(LAST_DAY)) return FIELD.test(field);
  return field === LAST_DAY || (field === LAST_WORKING_DAY && all.at(-1) === '*');
}

/** What is wrong with a cron expression, in Spanish; null when nothing is. Five fields: no schedule runs more often than once a minute. */
export function checkCron(cron: string): string | null {
  if (cron === '') return 'Escriba la expresión cron.';
  if (cron.length > CRON_MAX) return `La expresión cron admite hasta ${CRON_MAX} caracteres.`;
  const fields = cron.split(' ');
  if (fields.length !== 5) return 'La expresión cron tiene cinco campos: minuto, hora, día del mes, mes y día de la semana.';
  if (!fields.every(isField)) return 'La expresión cron admite números, y los signos * , - y /.';
  try {
    parse(cron).next();
    return null;
  } catch {
    return 'La expresión cron no es válida, o nombra un día que nunca llega.';
  }
}

/** Two times of a schedule must be so far apart, unless an administrator makes it. */
export const CRON_LEAST_MINUTES = 15;

/** Whether two times of a valid expression are closer: within an hour, or across two consecutive hours. '' has none. */
export function isTooOften(cron: string): boolean {
  if (cron === '') return false;
  const { minute, hour } = parse(cron).fields;
  const minutes = minute.values.map(Number).sort((a, b) => a - b);
  const hours = new Set<number>(hour.values);
  const areConsecutive = [...hours].some((one) => hours.has((one + 1) % 24));
  const next = (at: number) => minutes[at + 1] ?? (areConsecutive ? 60 + (minutes[0] ?? 0) : Infinity);
  return minutes.some((one, at) => next(at) - one < CRON_LEAST_MINUTES);
}

/** The next times after a moment, the soonest first; none for an expression that is not valid. */
export function nextTimes(cron: string, after: Date, count: number): Date[] {
  return walk(cron, after, count, 'next', () => true);
}

/**
 * Times after `since` and up to `until`, both to the minute, the latest first, at most `most`: what became due meanwhile.
 * None for an invalid expression, which another program may have stored.
 */
export function dueTimes(cron: string, { since, until, most }: { since: Date; until: Date; most: number }): Date[] {
  return walk(cron, new Date(until.getTime() + 1), most, 'prev', (time) => time > since);
}

function walk(cron: string, from: Date, most: number, direction: 'next' | 'prev', isInRange: (time: Date) => boolean): Date[] {
  const times: Date[] = [];
  if (checkCron(cron) !== null) return times;
  const goBack = adjustmentFromLastDay(cron);
  const isAhead = direction === 'next';
  const expression = parse(cron, { currentDate: goBack && !isAhead ? new Date(from.getTime() + 3 * DAY_MS) : from });
  while (times.length < most) {
    const found = (isAhead ? expression.next() : expression.prev()).toDate();
    const time = goBack ? goBack(found) : found;
    if (isAhead ? time <= from : time >= from) continue;
    if (!isInRange(time)) break;
    times.push(time);
  }
  return times;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const inGuatemala = (time: Date) => new Date(time.getTime() + GUATEMALA_OFFSET_MS);

/** The same time of the last day from Monday to Friday. */
function workingDayUpTo(time: Date): Date {
  const weekday = inGuatemala(time).getUTCDay();
  return new Date(time.getTime() - (weekday === 6 ? 1 : weekday === 0 ? 2 : 0) * DAY_MS);
}

/** The expression for a queue, which knows no such days: it may fire too often, since what is due is checked again. */
export function queueCron(cron: string): string {
  return adjustmentFromLastDay(cron) ? withDay(cron, '26-31') : cron;
}
