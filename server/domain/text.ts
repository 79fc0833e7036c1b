/** Spanish text on screens, in workbooks and in messages: counts, plurals, lists, truncation. Pure; alike on server and browser. */

/** No-break space between the thousands of counts ("1 240"). The narrow one, U+202F, is so thin in Inter that 1 240 reads as 1240. */
export const GROUP_SPACE = '\u00A0';

/** A count as people read it: `1 240`. Not for money (money.ts). Fractions are cut; infinite and NaN show as `0`. */
export function formatCount(value: number | bigint): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return '0';
  const whole = typeof value === 'bigint' ? value : BigInt(Math.trunc(value));
  const digits = (whole < 0n ? -whole : whole).toString();
  return `${whole < 0n ? '-' : ''}${groupThousands(digits, GROUP_SPACE)}`;
}

/** A total that may be capped: `1 240`, or `10 000+` when there are more than were counted. */
export function formatTotal(total: number, isCapped = false): string {
  return isCapped ? `${formatCount(total)}+` : formatCount(total);
}

/** A part of a whole (0 to 1) in percent: `25.0 %`. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** `1 archivo`, `2 archivos`, `0 archivos`: the count with the right word. */
const MINUTES_PER_DAY = 24 * 60;

/** How long something took, given in days, in the unit that says something: `35 min`, `3 h 20 min`, `2.4 días`; '' for none. */
export function formatDuration(days: number | null | undefined): string {
  if (days === null || days === undefined) return '';
  const minutes = Math.round(days * MINUTES_PER_DAY);
  if (minutes < 1) return 'menos de 1 min';
  if (minutes < 60) return `${minutes}\u00A0min`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours < 10) return rest === 0 ? `${hours}\u00A0h` : `${hours}\u00A0h\u00A0${rest}\u00A0min`;
  if (hours < 48) return `${Math.round(minutes / 60)}\u00A0h`;
  return days < 10 ? `${days.toFixed(1)}\u00A0días` : `${formatCount(Math.round(days))}\u00A0días`;
}

export function countOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${plural(count, one, many)}`;
}

/** `estado` of most records, where no other words fit better. */
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
  const and = /^h?[ií](?![aeou])/i.test(last) ? 'e' : 'y';
  return `${words.slice(0, -1).join(', ')} ${and} ${last}`;
}

/**
 * At most `max` characters; what is longer is cut and ends with `...` (docs/specification.md section 9), never in the middle
 * of an emoji or accent. Inside tables prefer CSS truncation, which keeps the full text in the page.
 */
export function truncate(text: string, max: number): string {
  const MARK = '...';
  // A character takes up to two places in a text: enough of them to know whether there are more than `max`.
  const characters = Array.from(text.slice(0, 2 * max + 2));
  if (characters.length <= max) return text;
  if (max <= MARK.length) return MARK.slice(0, Math.max(0, max));
  return `${characters
    .slice(0, max - MARK.length)
    .join('')
    .trimEnd()}${MARK}`;
}

/** Letters without their accents: `Número` is `Numero`. Costs time that grows with the square of marks without end: bound the text. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

/** `digits` holds only 0-9. */
export function groupThousands(digits: string, separator: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(separator);
}

/** Several values as the lines of one text, and back. */
export const joinLines = (values: readonly string[]): string => values.join('\n');
export const linesIn = (text: string): string[] => text.split(/\r?\n/);
