import { formatDay } from './dates.ts';

/** Whether the mobile app shows a content now; computed from a switch and dates, never stored. */
export type PublishingState = 'programada' | 'publicada' | 'vencida' | 'oculta';

/** Name of the filter, the column and the export's column. */
export const PUBLISHING_PARAM = 'publicacion';
export const PUBLISHING_LABEL = 'Publicación';

export const PUBLISHING_STATES: readonly { value: PublishingState; label: string }[] = [
  { value: 'programada', label: 'Programada' },
  { value: 'publicada', label: 'Publicada' },
  { value: 'vencida', label: 'Vencida' },
  { value: 'oculta', label: 'Oculta' },
];

/** The filter for contents that end soon, and its only value: the number of days ahead, today included. */
export const ENDING_PARAM = 'termina';
export const ENDING_DAYS = 7;

/** The stored names of the fields that say when a record is shown. Both days are included. */
export interface PublishingWindow {
  /** Switch: false hides it. */
  flag: string;
  /** First day. */
  from?: string;
  /** Last day. */
  until?: string;
}

/** Days are `YYYY-MM-DD` of Guatemala, '' for an open end. */
export interface Publishing {
  isActive: boolean;
  isOn: boolean;
  from: string;
  until: string;
}

/** @param today the day in Guatemala */
export function publishingState({ isActive, isOn, from, until }: Publishing, today: string): PublishingState {
  if (!isActive) return 'oculta';
  if (isOver({ until }, today)) return 'vencida';
  if (!isOn) return 'oculta';
  return isAhead({ from }, today) ? 'programada' : 'publicada';
}

export function isOver({ until }: Pick<Publishing, 'until'>, today: string): boolean {
  return until !== '' && until < today;
}

export function isAhead({ from }: Pick<Publishing, 'from'>, today: string): boolean {
  return from !== '' && from > today;
}

/** Reads the window from a record's values; a value of another type counts as missing. */
export function readPublishing(window: PublishingWindow, values: Readonly<Record<string, unknown>>, isActive: boolean): Publishing {
  const day = (name: string | undefined) => {
    const value = name === undefined ? '' : values[name];
    return typeof value === 'string' ? value : '';
  };
  return { isActive, isOn: values[window.flag] !== false, from: day(window.from), until: day(window.until) };
}

export function publishingLabel(state: string): string {
  return PUBLISHING_STATES.find(({ value }) => value === state)?.label ?? state;
}

/** A sentence on what the state means in the app. */
export function publishingSentence(state: PublishingState, { isOn, from, until }: Publishing): string {
  if (state === 'programada') return `Su vigencia empieza el ${formatDay(from)}.`;
  if (state === 'oculta') return 'No se muestra en la aplicación.';
  if (state === 'publicada')
    return until === '' ? 'Se muestra en la aplicación.' : `Se muestra en la aplicación hasta el ${formatDay(until)}.`;
  return isOn
    ? `Terminó el ${formatDay(until)}, pero su estado sigue encendido: cambie la fecha o elija «Oculta».`
    : `Terminó el ${formatDay(until)} y no se muestra en la aplicación.`;
}
