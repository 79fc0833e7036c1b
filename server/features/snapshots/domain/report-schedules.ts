/** What schedules and runs of reports are made of, under the names by which they are stored. */
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

export const CRON_MAX = 100;

/** One of these, else the first. */
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

/** `07:30`, also typed `7:30`; null for any other text. */
export function readHour(text: string): string | null {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text);
  if (!match || Number(match[1]) > 23 || Number(match[2]) > 59) return null;
  return text.padStart(5, '0');
}

/** What a report is asked for, as lines `name=value` by name; what is '' is not asked. */
export function toParamLines(params: Readonly<Record<string, string>>): string[] {
  return Object.entries(params)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .sort();
}

/** A line without `=` names nothing. */
export function fromParamLines(lines: readonly string[]): Record<string, string> {
  const named = lines.filter((line) => line.includes('='));
  return Object.fromEntries(named.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** Instead of the state of the newest run of a schedule that has none. */
export const NO_RUN = 'Ninguna';
