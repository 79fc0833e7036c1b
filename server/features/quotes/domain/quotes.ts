import { countOf } from '../../../domain/text.ts';

/**
 * Words and rules of quotes (cotizaciones, "Prospecciones"): kinds, loan types, stages of following up, and when one
 * counts as stalled. The kinds are those of docs/specification.md section 3, the rest is ours (docs/decisions/011-quotes.md).
 */
export const QUOTE_KINDS = [
  { id: 'ahorro_plazo', label: 'Ahorro a plazo' },
  { id: 'prestamo', label: 'Préstamo' },
  { id: 'ahorro_programado', label: 'Ahorro programado' },
  { id: 'tarjeta_credito', label: 'Tarjeta de crédito' },
] as const;

export type QuoteKind = (typeof QUOTE_KINDS)[number]['id'];

/** Filter value for documents whose `tipo` is none of ours: they must not be invisible. */
export const OTHER_KINDS = 'otros';

export const LOAN_TYPES = [
  { id: 'fiduciario', label: 'Fiduciario' },
  { id: 'hipotecario', label: 'Hipotecario' },
  { id: 'prendario', label: 'Prendario' },
  { id: 'vehiculo', label: 'Vehículo' },
  { id: 'agricola', label: 'Agrícola' },
  { id: 'microcredito', label: 'Microcrédito' },
] as const;

/** What a bitácora entry's `etapa` stores: words that any other program may show as they are. */
export const FOLLOW_UP_STAGES = [
  'Contacto inicial',
  'Llamada',
  'Visita',
  'Documentación',
  'Propuesta enviada',
  'Aprobada',
  'Rechazada',
  'Cerrada',
] as const;

/** Values of the filter by stage for quotes that nobody followed up, and for stages of other programs. */
export const NO_STAGE = 'ninguna';
export const OTHER_STAGES = 'otras';

/** A stage of the filter in words. */
export function stageLabel(stage: string): string {
  return stage === NO_STAGE ? 'Sin seguimiento' : stage === OTHER_STAGES ? 'Otras' : stage;
}

export type FollowUpStage = (typeof FOLLOW_UP_STAGES)[number];

/** This stage ends the work: its entry closes the quote whether or not the box is ticked. */
export const CLOSING_STAGE: FollowUpStage = 'Cerrada';

/** Choices of the filter "sin seguimiento", in days. */
export const STALLED_DAYS = [7, 15, 30] as const;

/** How long pending quotes have been waiting, in days; `to` null is open. The filter's values say the same. */
export const WAITING_AGES = [
  { value: '0-2', label: 'De 0 a 2 días', from: 0, to: 2 },
  { value: '3-7', label: 'De 3 a 7 días', from: 3, to: 7 },
  { value: '8-30', label: 'De 8 a 30 días', from: 8, to: 30 },
  { value: '31', label: 'Más de 30 días', from: 31, to: null },
] as const;

export const COMMENT_MAX = 2_000;

/** What stands for the name of a quote that has none. */
export const NAMELESS_QUOTE = 'Sin nombre';

/** A kind that is not ours shows as it is stored. */
export function quoteKindLabel(tipo: string): string {
  return QUOTE_KINDS.find((kind) => kind.id === tipo)?.label ?? (tipo === '' ? 'Sin tipo' : tipo);
}

export function loanTypeLabel(tipoPrestamo: string): string {
  return LOAN_TYPES.find((type) => type.id === tipoPrestamo)?.label ?? tipoPrestamo;
}

/** `estado` in words: true is pending. */
export function quoteStateLabel(estado: boolean): string {
  return estado ? 'Pendiente' : 'Cerrada';
}

/**
 * When a pending quote was followed up last: `Hoy`, `Hace 16 días`; `Ninguno en 16 días` for one that nobody has followed up since it came
 * (`Ninguno aún` on that day).
 */
export function lastFollowUpLabel(days: number, isFollowedUp: boolean): string {
  if (days <= 0) return isFollowedUp ? 'Hoy' : 'Ninguno aún';
  return `${isFollowedUp ? 'Hace' : 'Ninguno en'} ${countOf(days, 'día', 'días')}`;
}

/** How urgent a pending quote is: three steps of the same scale as the filter. */
export function stallLevel(days: number): 'fresh' | 'slow' | 'stalled' {
  const [slow, stalled] = STALLED_DAYS;
  return days >= stalled ? 'stalled' : days >= slow ? 'slow' : 'fresh';
}
