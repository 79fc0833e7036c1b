/** Longer texts are not a number. */
const NUMBER_MAX = 50;

/** `92 mil`, `1.2 millones`. */
const THOUSANDS = /^(.*\d)\s*mil(l[oó]n(?:es)?)?$/i;

interface Bounds {
  min?: number;
  max?: number;
}

/** `Q`, `Q.` and `GTQ` before an amount. */
const MARKS = /^([-+]?)\s*(?:(?:Q\.?|GTQ)\s*)?([-+]?[\d.,'][\d.,' \u00a0\u202f]*)$/i;
const PLAIN = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/**
 * Parses a number as programs and people in Guatemala write it: `1234.5`, `1,234.50`, `Q 1,234.50`, `1.234,50`, `14,6349`, `9.5 %`,
 * `92 mil`, `1.2 millones`. null for anything else, also for invalid groups (`12,34,5`), for `1.2 M`, which may mean thousands, and for
 * `1e6`, which nobody types on purpose.
 *
 * A single comma before exactly three digits may separate thousands or decimals. It is read as thousands, unless that value is outside
 * `bounds` and the other one inside. A single point always separates decimals: programs write it.
 */
export function readWrittenNumber(text: string, bounds: Bounds = {}): number | null {
  const trimmed = text.length > NUMBER_MAX ? '' : text.trim();
  return readDigits(trimmed, bounds) ?? readThousands(trimmed);
}

/** The finest step of a field in which three decimals are meaningful. */
const THREE_DECIMALS = 0.001;
const POINTED = /^([-+]?[1-9]\d{0,2})\.(\d{3})$/;

/**
 * The two ways to read a typed `92.000`, to choose from: `['92.00', '92,000']`. null for other texts, for fields with three decimals, and
 * where the thousands are outside the bounds. Stored values are never ambiguous: programs write decimals with a point.
 */
export function bothReadings(text: string, { min = -Infinity, max = Infinity, step }: Bounds & { step?: number }): [string, string] | null {
  if (text.length > NUMBER_MAX || (step !== undefined && step <= THREE_DECIMALS)) return null;
  const [, sign = '', digits = ''] = MARKS.exec(withoutPercent(text.trim())) ?? [];
  const [, whole, fraction = ''] = POINTED.exec(sign + digits) ?? [];
  const thousands = Number(`${whole}${fraction}`);
  return whole === undefined || thousands < min || thousands > max ? null : [`${whole}.${fraction.slice(0, 2)}`, `${whole},${fraction}`];
}

/** Why such a number is refused. */
export function explainBothReadings(text: string, [decimals, thousands]: readonly [string, string]): string {
  return `«${text.trim()}» puede ser ${decimals} o ${thousands}: escríbalo de una de esas formas.`;
}

function readThousands(text: string): number | null {
  const [, digits = '', millions] = THOUSANDS.exec(text) ?? [];
  const number = readDigits(digits, {});
  // An exponent, because 1.1 × 1,000,000 is not exact in floating point.
  return number === null ? null : finite(Number(`${number}e${millions ? 6 : 3}`));
}

function readDigits(trimmed: string, { min = -Infinity, max = Infinity }: Bounds): number | null {
  if (PLAIN.test(trimmed)) return finite(Number(trimmed));
  const [, sign = '', digits = ''] = MARKS.exec(withoutPercent(trimmed)) ?? [];
  const [whole, fraction] = partsOf(digits.replace(/(?<=\d)[' \u00a0\u202f](?=\d{3})/g, ''));
  if (whole === null) return null;
  const number = Number(`${sign}${whole}.${fraction || '0'}`);
  if (!/^[-+]?\d{1,3},\d{3}$/.test(digits) || (number >= min && number <= max)) return finite(number);
  const other = Number(`${sign}${digits.replace(',', '.')}`);
  return other >= min && other <= max ? other : finite(number);
}

/** The digits before and after the decimal separator; null when the separators are not those of a number. */
function partsOf(digits: string): [whole: string | null, fraction: string] {
  const [last = -1, separators] = [Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.')), digits.replace(/[^.,]/g, '')];
  if (!/^[-+]?\d/.test(digits) || last === digits.length - 1) return [null, ''];
  if (separators === '') return [/^[-+]?\d+$/.test(digits) ? digits : null, ''];
  const separator = digits.charAt(last);
  const isThousands =
    separators.length > 1 ? separators === separator.repeat(separators.length) : separator === ',' && digits.length - last === 4;
  const [whole, fraction] = isThousands ? [digits, ''] : [digits.slice(0, last), digits.slice(last + 1)];
  const grouped = /^[-+]?\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)?$/.test(whole) && (isThousands || !whole.includes(separator));
  if (!grouped && !/^[-+]?\d+$/.test(whole)) return [null, ''];
  return [whole.replace(/[.,]/g, ''), fraction];
}

const withoutPercent = (text: string) => (text.endsWith('%') ? text.slice(0, -1).trimEnd() : text);

const finite = (number: number) => (Number.isFinite(number) ? number : null);
