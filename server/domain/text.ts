/** Spanish text on screens, in workbooks and in messages: counts, plurals, lists, truncation. Pure; alike on server and browser. */

/** No-break space between thousands ("1 240"). Not the narrow one, U+202F: it is so thin in Inter that 1 240 reads as 1240. */
export const GROUP_SPACE = '\u00A0';

/** A readable count: `1 240`. Not for money (money.ts). Fractions are truncated; infinite and NaN show as `0`. */
export function formatCount(value: number | bigint): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return '0';
  const whole = typeof value === 'bigint' ? value : BigInt(Math.trunc(value));
  const digits = (whole < 0n ? -whole : whole).toString();
  return `${whole < 0n ? '-' : ''}${groupThousands(digits, GROUP_SPACE)}`;
}

/** A total that may be capped: `1 240`, or `10 000+` when counting stopped there. */
export function formatTotal(total: number, isCapped = false): string {
  return isCapped ? `${formatCount(total)}+` : formatCount(total);
}

/**
 * Fixed decimals, half away from zero on the decimal digits, as Excel rounds: `toFixed` rounds the binary value, which for 0.15 is a little
 * less. Its 15 digits are all that a double is sure of.
 */
export function toDecimals(value: number, decimals: number): string {
  const [digits, exponent] = Math.abs(value).toExponential(14).split('e');
  const whole = Math.round(Number(`${digits}e${Number(exponent) + decimals}`));
  return (Math.sign(value) * (whole / 10 ** decimals)).toFixed(decimals);
}

/** A part of a whole (0 to 1) in percent: `25.0 %`. */
export function formatShare(share: number): string {
  return `${toDecimals(share * 100, 1)} %`;
}

/** A rate in percent (0 to 100): `8.50 %`; '' for none. */
export function formatRate(percent: number | null): string {
  return percent === null || !Number.isFinite(percent) ? '' : `${toDecimals(percent, 2)}\u00A0%`;
}

const MINUTES_PER_DAY = 24 * 60;

/** A duration given in days, in a suitable unit: `35 min`, `3 h 20 min`, `2.4 días`; '' for none. */
export function formatDuration(days: number | null | undefined): string {
  if (days === null || days === undefined) return '';
  const minutes = Math.round(days * MINUTES_PER_DAY);
  if (minutes < 1) return 'menos de 1 min';
  if (minutes < 60) return `${minutes}\u00A0min`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours < 10) return rest === 0 ? `${hours}\u00A0h` : `${hours}\u00A0h\u00A0${rest}\u00A0min`;
  if (hours < 48) return `${Math.round(minutes / 60)}\u00A0h`;
  return days < 10 ? `${toDecimals(days, 1)}\u00A0días` : `${formatCount(Math.round(days))}\u00A0días`;
}

/** The count with the matching noun: `1 archivo`, `2 archivos`, `0 archivos`. */
export function countOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${plural(count, one, many)}`;
}

/** The default label of `estado`, for records without better words. */
export function activeLabel(isActive: boolean): string {
  return isActive ? 'Activo' : 'Inactivo';
}

export function plural(count: number, one: string, many: string): string {
  return count === 1 ? one : many;
}

/** `Agencias, Carpetas y Archivos`; `y` becomes `e` before the sound i ("Ventas e Informes"). */
export function joinWithAnd(words: readonly string[]): string {
  const last = words.at(-1);
  if (last === undefined) return '';
  if (words.length === 1) return last;
  const and = /^«?h?[ií](?![aeou])/i.test(last) ? 'e' : 'y';
  return `${words.slice(0, -1).join(', ')} ${and} ${last}`;
}

/** `Agencias, Carpetas o Archivos`; `o` becomes `u` before the sound o. */
export function joinWithOr(words: readonly string[]): string {
  return new Intl.ListFormat('es-GT', { type: 'disjunction' }).format(words);
}

/**
 * Cuts a text to `max` characters, ending with `...` (docs/specification.md section 9), never in the middle
 * of an emoji or accent. Inside tables prefer CSS truncation, which keeps the full text in the page.
 */
export function truncate(text: string, max: number): string {
  const MARK = '...';
  // A character takes up to two UTF-16 units: this is enough to know whether there are more than `max`.
  const characters = Array.from(text.slice(0, 2 * max + 2));
  if (characters.length <= max) return text;
  if (max <= MARK.length) return MARK.slice(0, Math.max(0, max));
  return `${characters
    .slice(0, max - MARK.length)
    .join('')
    .trimEnd()}${MARK}`;
}

/** Removes accents: `Número` becomes `Numero`. Takes quadratic time on endless combining marks, so bound the text first. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

/** `digits` holds only 0-9. */
export function groupThousands(digits: string, separator: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(separator);
}

/** Joins several values as lines of one text, and splits them again. */
export const joinLines = (values: readonly string[]): string => values.join('\n');
export const linesIn = (text: string): string[] => text.split(/\r?\n/);
