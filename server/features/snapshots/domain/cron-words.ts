import { MONTHS } from '../../../domain/dates.ts';
import { capitalize } from '../../../domain/grammar.ts';
import { joinWithAnd } from '../../../domain/text.ts';
import { fallsBackToLastDay, LAST_DAY, LAST_WORKING_DAY, orLastLabel } from './report-schedules.ts';

const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'];

/** What a cron expression of five valid fields means: "A las 07:30, los lunes y viernes". */
export function cronSentence(cron: string): string {
  const [minute = '*', hour = '*', day = '*', month = '*', weekday = '*'] = cron.trim().split(/\s+/);
  const days = [fallsBackToLastDay({ day, month, weekday }) ? orLastLabel(day) : daysOfMonth(day), daysOfWeek(weekday)].filter(
    (words) => words !== '',
  );
  const when = days.length === 0 ? 'todos los días' : days.join(' y además ');
  return `${timeOfDay(minute, hour)}, ${when}${inMonths(month)}.`;
}

function timeOfDay(minute: string, hour: string): string {
  const [everyMinutes, everyHours] = [evenStep(minute, 60), evenStep(hour, 24)];
  const [minutes, hours] = [rangesIn(minute, 0, 59), rangesIn(hour, 0, 23)];
  if (everyMinutes === null && everyHours === null && [...minutes, ...hours].every(isSingle)) {
    const times = hours.flatMap(([at]) => minutes.map(([past]) => `${two(at)}:${two(past)}`));
    return `${times.length === 1 && hours[0]?.[0] === 1 ? 'A la' : 'A las'} ${joinWithAnd(times)}`;
  }
  const past = `en ${minutes.length === 1 && minutes.every(isSingle) ? 'el minuto' : 'los minutos'} ${numbersOf(minutes)}`;
  if (everyMinutes === null && everyHours !== null) return `Cada ${everyHours === 1 ? 'hora' : `${everyHours} horas`}, ${past}`;
  const every = everyMinutes === null ? capitalize(past) : `Cada ${everyMinutes === 1 ? 'minuto' : `${everyMinutes} minutos`}`;
  if (everyHours === 1) return every;
  return `${every}, ${joinWithAnd(hours.map(([from, to]) => `de ${two(from)}:00 a ${two(to)}:59`))}`;
}

function daysOfMonth(field: string): string {
  if (isEvery(field)) return '';
  if (field === LAST_DAY) return 'el último día del mes';
  if (field === LAST_WORKING_DAY) return 'el último día hábil del mes, de lunes a viernes';
  const days = rangesIn(field, 1, 31);
  return `${days.length === 1 && days.every(isSingle) ? 'el día' : 'los días'} ${numbersOf(days)} del mes`;
}

function daysOfWeek(field: string): string {
  if (isEvery(field)) return '';
  const days = rangesIn(field, 0, 6);
  return fromTo(days, weekdayOf) ?? `los ${joinWithAnd(valuesIn(days).map((value) => plural(weekdayOf(value))))}`;
}

const weekdayOf = (value: number) => WEEKDAYS[value % 7] ?? String(value);
const plural = (weekday: string) => (weekday.endsWith('s') ? weekday : `${weekday}s`);

function inMonths(field: string): string {
  if (isEvery(field)) return '';
  const months = rangesIn(field, 1, 12);
  return `, ${fromTo(months, monthOf) ?? `en ${joinWithAnd(valuesIn(months).map(monthOf))}`}`;
}

const monthOf = (value: number) => MONTHS[value - 1] ?? String(value);

const isEvery = (field: string) => field === '*' || field === '*/1';

/** How far apart the values of a field are, also across its end (`0/5` of 60 minutes, not `0/7`); null for others. */
function evenStep(field: string, size: number): number | null {
  if (isEvery(field)) return 1;
  const step = Number(/^(?:\*|0)\/(\d{1,2})$/.exec(field)?.[1]);
  return step < size && size % step === 0 ? step : null;
}

type Range = readonly [from: number, to: number];

/** The parts of a field; one with a step as its single values. */
function rangesIn(field: string, first: number, last: number): Range[] {
  return field.split(',').flatMap((part): Range[] => {
    const [range = '', step] = part.split('/');
    const [from = '', to = step === undefined ? from : last] = range === '*' ? [first, last] : range.split('-');
    const whole: Range = [Number(from), Number(to)];
    if (step === undefined) return [whole];
    return valuesIn([whole]).flatMap((value, place): Range[] => (place % Number(step) === 0 ? [[value, value]] : []));
  });
}

const isSingle = ([from, to]: Range) => from === to;

const valuesIn = (ranges: readonly Range[]) =>
  ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_unused, place) => from + place));

/** "1, 5 a 9 y 20" */
const numbersOf = (ranges: readonly Range[]) =>
  joinWithAnd(ranges.map((range) => (isSingle(range) ? String(range[0]) : `${range[0]} a ${range[1]}`)));

/** "de lunes a viernes", for one range. */
function fromTo(ranges: readonly Range[], nameOf: (value: number) => string): string | null {
  const [range] = ranges;
  return range && ranges.length === 1 && !isSingle(range) ? `de ${nameOf(range[0])} a ${nameOf(range[1])}` : null;
}

const two = (value: number) => String(value).padStart(2, '0');
