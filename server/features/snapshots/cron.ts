import { CronExpressionParser } from 'cron-parser';
import { CRON_MAX } from './domain/report-schedules.ts';

export const TIME_ZONE = 'America/Guatemala';

/** Numbers, lists, ranges and steps: what cron has had everywhere and always. */
const FIELD = /^[\d*/,-]+$/;

/** What is wrong with a cron expression, in Spanish; null when nothing is. Five fields: no schedule runs more often than once a minute. */
export function checkCron(cron: string): string | null {
  if (cron === '') return 'Escriba la expresión cron.';
  if (cron.length > CRON_MAX) return `La expresión cron admite hasta ${CRON_MAX} caracteres.`;
  const fields = cron.split(' ');
  if (fields.length !== 5) return 'La expresión cron tiene cinco campos: minuto, hora, día del mes, mes y día de la semana.';
  if (!fields.every((field) => FIELD.test(field))) return 'La expresión cron admite números, y los signos * , - y /.';
  try {
    CronExpressionParser.parse(cron, { tz: TIME_ZONE }).next();
    return null;
  } catch {
    return 'La expresión cron no es válida, o nombra un día que nunca llega.';
  }
}

/** How close two times of a schedule may be that no administrator made. */
export const CRON_LEAST_MINUTES = 15;

/** Whether two times of a valid expression are closer: within an hour, or over its end where hours follow each other. '' has none. */
export function isTooOften(cron: string): boolean {
  if (cron === '') return false;
  const { minute, hour } = CronExpressionParser.parse(cron, { tz: TIME_ZONE }).fields;
  const minutes = minute.values.map(Number).sort((a, b) => a - b);
  const hours = new Set<number>(hour.values);
  const followEachOther = [...hours].some((one) => hours.has((one + 1) % 24));
  const next = (at: number) => minutes[at + 1] ?? (followEachOther ? 60 + (minutes[0] ?? 0) : Infinity);
  return minutes.some((one, at) => next(at) - one < CRON_LEAST_MINUTES);
}

/** The next times after a moment, the soonest first; none for an expression that is not valid. */
export function nextTimes(cron: string, after: Date, count: number): Date[] {
  return walk(cron, after, count, 'next', () => true);
}

/**
 * Times after `since` and up to `until`, both to the minute, the latest first, at most `most`: what became due meanwhile.
 * None for an expression that is not valid, which another program may have stored.
 */
export function dueTimes(cron: string, { since, until, most }: { since: Date; until: Date; most: number }): Date[] {
  return walk(cron, new Date(until.getTime() + 1), most, 'prev', (time) => time > since);
}

function walk(cron: string, from: Date, most: number, direction: 'next' | 'prev', goesOn: (time: Date) => boolean): Date[] {
  const times: Date[] = [];
  if (checkCron(cron) !== null) return times;
  const expression = CronExpressionParser.parse(cron, { tz: TIME_ZONE, currentDate: from });
  while (times.length < most) {
    const time = direction === 'next' ? expression.next().toDate() : expression.prev().toDate();
    if (!goesOn(time)) break;
    times.push(time);
  }
  return times;
}
