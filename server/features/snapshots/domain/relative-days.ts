import { addDays, datePresets, dayOf, weekBefore, type DatePreset } from '../../../domain/dates.ts';
import type { Frequency } from './report-schedules.ts';

/** Periods that a scheduled report asks for by name: they move with the time at which it is due. */
export const RELATIVE_DAYS = ['hoy', 'ayer', 'semana_anterior', 'mes_anterior', 'anio_a_la_fecha'] as const;
export type RelativeDays = (typeof RELATIVE_DAYS)[number];

export const RELATIVE_LABELS: Readonly<Record<RelativeDays, string>> = {
  hoy: 'El mismo día',
  ayer: 'El día anterior',
  semana_anterior: 'La semana anterior, de lunes a domingo',
  mes_anterior: 'El mes anterior',
  anio_a_la_fecha: 'El año, hasta ese día',
};

export function isRelativeDays(text: string): text is RelativeDays {
  return RELATIVE_DAYS.some((known) => known === text);
}

/** The period that one would expect for each frequency. */
export const DAYS_OF_FREQUENCY = { diaria: 'ayer', semanal: 'semana_anterior', mensual: 'mes_anterior' } as const satisfies Partial<
  Record<Frequency, RelativeDays>
>;

/** Whether the period is one that a form may change with the frequency; any other was chosen by somebody. */
export function followsFrequency(relative: string): boolean {
  return Object.values<string>(DAYS_OF_FREQUENCY).includes(relative);
}

const TIMES_BY_PRESET: Readonly<Record<DatePreset['id'], { relative: RelativeDays; frequency: Frequency }>> = {
  today: { relative: 'ayer', frequency: 'diaria' },
  week: { relative: 'semana_anterior', frequency: 'semanal' },
  month: { relative: 'mes_anterior', frequency: 'mensual' },
  'last-month': { relative: 'mes_anterior', frequency: 'mensual' },
  year: { relative: 'anio_a_la_fecha', frequency: 'mensual' },
};

/**
 * Period and frequency of a schedule that is made from a report of a usual period, so that each run reports the one just over; null for
 * other days.
 */
export function scheduleTimesFor({ from, to }: { from: string; to: string }, now: Date) {
  const preset = datePresets(now).find((one) => one.from === from && one.to === to);
  return preset ? TIMES_BY_PRESET[preset.id] : null;
}

/** The Guatemala days that a name stands for at a moment, both included. */
export function resolveRelativeDays(relative: RelativeDays, at: Date): { from: string; to: string } {
  const today = dayOf(at);
  switch (relative) {
    case 'hoy':
      return { from: today, to: today };
    case 'ayer':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'semana_anterior':
      return weekBefore(at);
    case 'mes_anterior':
      return lastMonth(at, today);
    case 'anio_a_la_fecha':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
  }
}

function lastMonth(at: Date, today: string): { from: string; to: string } {
  const { from = today, to = today } = datePresets(at).find(({ id }) => id === 'last-month') ?? {};
  return { from, to };
}
