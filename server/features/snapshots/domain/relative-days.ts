import { addDays, datePresets, dayOf } from '../../../domain/dates.ts';

/** Days that a scheduled report asks for by name: they move along with the time at which it is due. */
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

/** The Guatemala days that a name stands for at a moment, both included. */
export function resolveRelativeDays(relative: RelativeDays, at: Date): { from: string; to: string } {
  const today = dayOf(at);
  switch (relative) {
    case 'hoy':
      return { from: today, to: today };
    case 'ayer':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'semana_anterior':
      return weekBefore(at, today);
    case 'mes_anterior':
      return presetOf(at, 'last-month', today);
    case 'anio_a_la_fecha':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
  }
}

function weekBefore(at: Date, today: string): { from: string; to: string } {
  const monday = presetOf(at, 'week', today).from;
  return { from: addDays(monday, -7), to: addDays(monday, -1) };
}

function presetOf(at: Date, id: 'last-month' | 'week', today: string): { from: string; to: string } {
  const { from = today, to = today } = datePresets(at).find((preset) => preset.id === id) ?? {};
  return { from, to };
}
