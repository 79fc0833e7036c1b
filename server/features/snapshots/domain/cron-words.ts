import { MONTHS } from '../../../domain/dates.ts';
import { fallsBackToLastDay, LAST_DAY, LAST_WORKING_DAY, orLastLabel } from './report-schedules.ts';

const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'];

/** What a cron expression of five valid fields means: "A las 07:30, los lunes y los viernes". */
export function cronSentence(cron: string): string {
  const [minute = '*', hour = '*', day = '*', month = '*', weekday = '*'] = cron.trim().split(/\s+/);
  const days = [fallsBackToLastDay({ day, month, weekday }) ? orLastLabel(day) : daysOfMonth(day), daysOfWeek(weekday)].filter(
    (words) => words !== '',
  );
  const when = days.length === 0 ? 'todos los días' : days.join(' y además ');
  const months = month === '*' ? '' : `, en ${valuesOf(month, (value) => MONTHS[value - 1] ?? String(value))}`;
  return `${timeOfDay(minute, hour)}, ${when}${months}.`;
}

function timeOfDay(minute: string, hour: string): string {
  if (isNumber(minute) && isNumber(hour)) return `${hour === '1' || hour === '01' ? 'A la' : 'A las'} ${two(hour)}:${two(minute)}`;
  if (isNumber(minute) && /^\d{1,2}(,\d{1,2})+$/.test(hour))
    return `A las ${joinWords(hour.split(',').map((one) => `${two(one)}:${two(minute)}`))}`;
  const minutes = minute === '*' ? 'Cada minuto' : everyOf(minute, 'minutos') || `En ${minuteWord(minute)} ${valuesOf(minute, String)}`;
  if (hour === '*') return isNumber(minute) ? `Cada hora, en el minuto ${Number(minute)}` : minutes;
  const hours = everyOf(hour, 'horas').toLowerCase() || `entre las horas ${valuesOf(hour, (value) => two(String(value)))}`;
  return `${isNumber(minute) ? `En el minuto ${Number(minute)}` : minutes}, ${hours}`;
}

const minuteWord = (minute: string) => (isNumber(minute) ? 'el minuto' : 'los minutos');

/** `*` and a step: "Cada 5 minutos"; '' for anything else. */
function everyOf(field: string, unit: string): string {
  const step = /^(?:\*|0)\/(\d{1,2})$/.exec(field)?.[1];
  return step ? `Cada ${Number(step)} ${unit}` : '';
}

function daysOfMonth(field: string): string {
  if (field === '*') return '';
  if (field === LAST_DAY) return 'el último día del mes';
  if (field === LAST_WORKING_DAY) return 'el último día hábil del mes, de lunes a viernes';
  return everyOf(field, 'días').toLowerCase() || `${isNumber(field) ? 'el día' : 'los días'} ${valuesOf(field, String)} del mes`;
}

function daysOfWeek(field: string): string {
  if (field === '*') return '';
  if (/^\d-\d$/.test(field)) return `de ${partOf(field, weekdayOf)}`;
  return `los ${valuesOf(field, (value) => plural(weekdayOf(value)))}`;
}

const weekdayOf = (value: number) => WEEKDAYS[value % 7] ?? String(value);
const plural = (weekday: string) => (weekday.endsWith('s') ? weekday : `${weekday}s`);

/** Lists, ranges and steps in words: "1, 5 a 9 y 20". */
function valuesOf(field: string, nameOf: (value: number) => string): string {
  return joinWords(field.split(',').map((part) => partOf(part, nameOf)));
}

function partOf(part: string, nameOf: (value: number) => string): string {
  const [range = '', step] = part.split('/');
  const [from = '', to] = range.split('-');
  const named = range === '*' ? 'todos' : to === undefined ? nameOf(Number(from)) : `${nameOf(Number(from))} a ${nameOf(Number(to))}`;
  return step === undefined ? named : `${named}, cada ${Number(step)}`;
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} y ${words.at(-1) ?? ''}`;
}

const isNumber = (field: string) => /^\d{1,2}$/.test(field);
const two = (value: string) => value.padStart(2, '0');
