import { addDays, formatDay } from '../../../domain/dates.ts';
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

/** Filter value for documents with an unknown `tipo`: they must not be invisible. */
export const OTHER_KINDS = 'otros';

export const LOAN_TYPES = [
  { id: 'fiduciario', label: 'Fiduciario' },
  { id: 'hipotecario', label: 'Hipotecario' },
  { id: 'prendario', label: 'Prendario' },
  { id: 'vehiculo', label: 'Vehículo' },
  { id: 'agricola', label: 'Agrícola' },
  { id: 'microcredito', label: 'Microcrédito' },
] as const;

/** Stored as `etapa` of a log entry: words that other programs can show as they are. */
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

/** These stages end the work: their entry closes the quote whether or not the box is ticked. */
export const CLOSING_STAGES: readonly FollowUpStage[] = ['Rechazada', 'Cerrada'];

/** The stage of a lost quote. */
export const LOST_STAGE: FollowUpStage = 'Rechazada';

/** What became of a closed quote, as `resultado` holds it. */
export const OUTCOMES = { ganada: 'Ganada', asociado: 'Se hizo asociado', perdida: 'Perdida' } as const;
export type Outcome = keyof typeof OUTCOMES;

/** Both are a success: becoming a member goes one step further. */
export const WON_OUTCOMES: readonly Outcome[] = ['ganada', 'asociado'];

/** Values of the filter by outcome for quotes that are pending, and for closed ones without an outcome. */
export const PENDING_OUTCOME = 'pendiente';
export const NO_OUTCOME = 'sin';

/** Why a quote was lost; the words themselves are stored. */
export const LOST_REASONS = [
  'Tasa o condiciones',
  'Eligió otra institución',
  'No cumple los requisitos',
  'No responde',
  'Ya no lo necesita',
  'Otro',
] as const;

/**
 * The outcome of a quote: '' while it is pending, or if it was closed without one. Programs that know no outcomes close a quote by its last
 * stage.
 */
export function outcomeOf({ estado, resultado, lastStage }: { estado: boolean; resultado: string; lastStage: string }): Outcome | '' {
  if (estado) return '';
  if (Object.hasOwn(OUTCOMES, resultado)) return resultado as Outcome;
  return lastStage === LOST_STAGE ? 'perdida' : lastStage === 'Aprobada' ? 'ganada' : '';
}

/** An outcome of the filter in words. */
export function outcomeLabel(outcome: string): string {
  if (Object.hasOwn(OUTCOMES, outcome)) return OUTCOMES[outcome as Outcome];
  return outcome === PENDING_OUTCOME ? quoteStateLabel(true) : outcome === NO_OUTCOME ? 'Cerrada sin resultado' : outcome;
}

/** Choices of the filter by next contact; all of them are about pending quotes. */
export const CONTACTS = { vencido: 'Vencido', hoy: 'Para hoy', semana: 'En los próximos 7 días', sin: 'Sin fecha' } as const;
export const CONTACT_DAYS = 7;

/** When a pending quote is to be contacted next: `Venció el 24/11/2026`, `Hoy`, `Mañana`, `30/11/2026`; '' for no day. */
export function nextContactLabel(day: string, today: string): string {
  if (day === '' || day === today) return day && 'Hoy';
  if (day === addDays(today, 1)) return 'Mañana';
  return day < today ? `Venció el ${formatDay(day)}` : formatDay(day);
}

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

/** Shown instead of a missing name. */
export const NAMELESS_QUOTE = 'Sin nombre';

/** An unknown kind shows as it is stored. */
export function quoteKindLabel(tipo: string): string {
  return QUOTE_KINDS.find((kind) => kind.id === tipo)?.label ?? (tipo === '' ? 'Sin tipo' : tipo);
}

export function loanTypeLabel(tipoPrestamo: string): string {
  return LOAN_TYPES.find((type) => type.id === tipoPrestamo)?.label ?? tipoPrestamo;
}

/** `estado` in words: true is pending. For a closed quote its outcome, if known. */
export function quoteStateLabel(estado: boolean, outcome = ''): string {
  return estado ? 'Pendiente' : outcome === '' ? 'Cerrada' : outcomeLabel(outcome);
}

/** When a pending quote was followed up last: `Hoy`, `Hace 16 días`; `Nunca, llegó ayer`, `Nunca en 16 días` for one never followed up. */
export function lastFollowUpLabel(days: number, isFollowedUp: boolean): string {
  if (days <= 0) return isFollowedUp ? 'Hoy' : 'Nunca, llegó hoy';
  if (days === 1 && !isFollowedUp) return 'Nunca, llegó ayer';
  return `${isFollowedUp ? 'Hace' : 'Nunca en'} ${countOf(days, 'día', 'días')}`;
}

/** How urgent a pending quote is: three steps of the same scale as the filter. */
export function stallLevel(days: number): 'fresh' | 'slow' | 'stalled' {
  const [slow, stalled] = STALLED_DAYS;
  return days >= stalled ? 'stalled' : days >= slow ? 'slow' : 'fresh';
}
