import { joinLines, linesIn } from '../../../domain/text.ts';

/** Values of schedules and runs of reports, under the names by which they are stored. */
export const FREQUENCIES = ['diaria', 'semanal', 'mensual', 'cron'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const FREQUENCY_LABELS: Readonly<Record<Frequency, string>> = {
  diaria: 'Todos los días',
  semanal: 'Cada semana, los lunes',
  mensual: 'Cada mes, el día 1',
  cron: 'Otra: expresión cron',
};

export type SnapshotFormat = 'xlsx' | 'csv' | 'ambos';
export const FORMAT_LABELS: Readonly<Record<SnapshotFormat, string>> = { xlsx: 'Excel', csv: 'CSV', ambos: 'Excel y CSV' };

export type Delivery = 'enlace' | 'adjunto';
export const DELIVERY_LABELS: Readonly<Record<Delivery, string>> = {
  enlace: 'Un correo con el enlace',
  adjunto: 'Un correo con el archivo adjunto',
};

export const RUN_STATUSES = ['pendiente', 'en_proceso', 'lista', 'fallida', 'vencida'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];
const RUN_STATUS_LABELS: Readonly<Record<RunStatus, string>> = {
  pendiente: 'Pendiente',
  en_proceso: 'En proceso',
  lista: 'Lista',
  fallida: 'Fallida',
  vencida: 'Vencida',
};

export const TITLE_MAX = 120;
export const CRON_MAX = 100;

/** The option that equals the text, else the first. */
export function readOneOf<Option extends string>(options: readonly [Option, ...Option[]], text: string): Option {
  return options.find((option) => option === text) ?? options[0];
}

export function runStatusLabel(status: string): string {
  return RUN_STATUS_LABELS[readOneOf(RUN_STATUSES, status)];
}

/** Whether a run is over: nothing about its data changes any more. */
export function isFinished(status: RunStatus): boolean {
  return status === 'lista' || status === 'fallida' || status === 'vencida';
}

/** The cron expression of a frequency; `hora` is HH:MM of Guatemala. */
export function cronOf({ frequency, cron, hora }: { frequency: Frequency; cron: string; hora: string }): string {
  if (frequency === 'cron') return cron;
  const [hour = 0, minute = 0] = hora.split(':').map(Number);
  const days = { diaria: '* * *', semanal: '* * 1', mensual: '1 * *' } as const;
  return `${minute} ${hour} ${days[frequency]}`;
}

type LabelledValues = readonly (readonly [value: string, label: string])[];

/** By their numbers in cron: Monday first, working days last. */
export const WEEKDAY_LABELS: LabelledValues = [
  ['1', 'los lunes'],
  ['2', 'los martes'],
  ['3', 'los miércoles'],
  ['4', 'los jueves'],
  ['5', 'los viernes'],
  ['6', 'los sábados'],
  ['0', 'los domingos'],
  ['1-5', 'de lunes a viernes'],
  ['1-6', 'de lunes a sábado'],
];

/** Names of the form's selects for them. */
export const WEEKDAY = 'diaSemana';
export const MONTH_DAY = 'diaMes';

/** Values of the day of the month: the last day, and the last one from Monday to Friday. */
export const LAST_DAY = 'L';
export const LAST_WORKING_DAY = 'LW';
/** Days that every month has. */
const MONTH_DAYS = Array.from({ length: 28 }, (_unused, place) => String(place + 1));
/** A month without the day has its last day instead, if month and weekday are `*` (fallsBackToLastDay). */
const OR_LAST_DAYS = ['29', '30', '31'];
export const orLastLabel = (day: string) => `el día ${day}, o el último del mes si no lo tiene`;
export const MONTH_DAY_LABELS: LabelledValues = [
  ...MONTH_DAYS.map((day) => [day, `el día ${day}`] as const),
  ...OR_LAST_DAYS.map((day) => [day, orLastLabel(day)] as const),
  [LAST_DAY, 'el último día'],
  [LAST_WORKING_DAY, 'el último día hábil, de lunes a viernes'],
];

/**
 * Whether a day that some months lack means their last day there. Cron would skip those months, which nobody wants who closes on the 30th;
 * with named months or weekdays the expression is left to cron.
 */
export function fallsBackToLastDay({ day, month, weekday }: { day: string; month: string; weekday: string }): boolean {
  return OR_LAST_DAYS.includes(day) && month === '*' && weekday === '*';
}

/** When something runs, as its form asks it. */
interface FormTimes {
  frequency: Frequency;
  cron: string;
  hora: string;
  /** For `semanal` and `mensual`. */
  weekday: string;
  monthDay: string;
}

const isOffered = (labels: LabelledValues, day: string) => labels.some(([value]) => value === day);
const FIRST_DAYS = { weekday: '1', monthDay: '1' } as const;

/** What a form shows of stored times. Days other than the first are stored as a cron expression, which nobody should have to read. */
export function formTimes({ frequency, cron, hora }: Pick<FormTimes, 'cron' | 'frequency' | 'hora'>): FormTimes {
  const usual = { ...FIRST_DAYS, frequency, cron, hora };
  const [, minute = '', hour = '', day = '', weekday = ''] =
    /^(\d{1,2}) (\d{1,2}) (\S+) \* (\S+)$/.exec(frequency === 'cron' ? cron : '') ?? [];
  const time = readHour(`${hour}:${minute.padStart(2, '0')}`);
  if (time === null) return usual;
  if (day === '*' && isOffered(WEEKDAY_LABELS, weekday)) return { ...usual, frequency: 'semanal', cron: '', hora: time, weekday };
  return weekday === '*' && isOffered(MONTH_DAY_LABELS, day)
    ? { ...usual, frequency: 'mensual', cron: '', hora: time, monthDay: day }
    : usual;
}

/** What is wrong with the day of a form's frequency, by its control. An empty one is the first day. */
export function findWrongDay({
  frequency,
  weekday,
  monthDay,
}: Pick<FormTimes, 'frequency' | 'monthDay' | 'weekday'>): Record<string, string[]> {
  const isWrong = (labels: LabelledValues, day: string) => day !== '' && !isOffered(labels, day);
  if (frequency === 'semanal' && isWrong(WEEKDAY_LABELS, weekday)) return { [WEEKDAY]: ['Elija el día de la semana de la lista.'] };
  if (frequency === 'mensual' && isWrong(MONTH_DAY_LABELS, monthDay)) return { [MONTH_DAY]: ['Elija el día del mes de la lista.'] };
  return {};
}

/** The reverse: how the answers of a form are stored. An invalid hour or day is left out, and reported where it was given. */
export function storedTimes(typed: FormTimes): Pick<FormTimes, 'cron' | 'frequency' | 'hora'> {
  const { frequency, cron, weekday, monthDay } = typed;
  const hora = readHour(typed.hora.trim());
  const plain = { frequency, cron, hora: typed.hora };
  if (hora === null) return plain;
  const [hour, minute] = hora.split(':').map(Number);
  if (frequency === 'semanal' && weekday !== FIRST_DAYS.weekday && isOffered(WEEKDAY_LABELS, weekday))
    return { frequency: 'cron', cron: `${minute} ${hour} * * ${weekday}`, hora: '' };
  if (frequency === 'mensual' && monthDay !== FIRST_DAYS.monthDay && isOffered(MONTH_DAY_LABELS, monthDay))
    return { frequency: 'cron', cron: `${minute} ${hour} ${monthDay} * *`, hora: '' };
  return plain;
}

/** `07:30`, also typed `7:30`; null for any other text. */
export function readHour(text: string): string | null {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text);
  if (!match || Number(match[1]) > 23 || Number(match[2]) > 59) return null;
  return text.padStart(5, '0');
}

/** Parameters of a report as lines `name=value`, sorted by name, one line for each value; '' is left out. */
export function toParamLines(params: Readonly<Record<string, string>>): string[] {
  const lines = Object.entries(params).flatMap(([name, value]) => linesIn(value).map((one) => [name, one] as const));
  return lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .sort();
}

/** Lines without `=` are ignored. */
export function fromParamLines(lines: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const line of lines.filter((line) => line.includes('='))) {
    const [name, value] = [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)];
    values[name] = Object.hasOwn(values, name) ? joinLines([values[name] ?? '', value]) : value;
  }
  return values;
}

/** Shown instead of a state for a schedule without runs. */
export const NO_RUN = 'Ninguna';
