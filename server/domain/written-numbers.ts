import { withoutAccents } from './text.ts';

/** Longer is no number. */
const NUMBER_MAX = 50;

/** Units by how many of the first of their line they are. What is not in one line is never turned into the other: a month has no number of days. */
const LINES = [
  { minutos: 1, horas: 60, días: 24 * 60 },
  { meses: 1, años: 12 },
  { KB: 1, MB: 1024, GB: 1024 * 1024 },
  { ejecuciones: 1 },
] as const;
type Keys<Line> = Line extends unknown ? keyof Line : never;
/** What a number counts, in plural as sentences have it. */
export type Unit = Keys<(typeof LINES)[number]>;

/** How people and the portal write them. */
const UNIT_WORDS: Readonly<Record<Unit, RegExp>> = {
  minutos: /^min(?:utos?)?$/,
  horas: /^h(?:rs?|oras?)?$/,
  días: /^d(?:ias?)?$/,
  meses: /^mes(?:es)?$/,
  años: /^an(?:i?os?)$/,
  KB: /^kb$/,
  MB: /^mb$/,
  GB: /^gb$/,
  ejecuciones: /^ejecucion(?:es)?$/,
};
const THOUSANDS = /^(.*\d)\s*(mil|millon|millones)$/;
/** `3 h`, `20 min`: a number and its unit, each behind the other. */
const COUNTED = /([-+]?\d[\d.,' \u00a0\u202f]*)([a-z]+)\.?\s*/g;

interface Bounds {
  min?: number;
  max?: number;
  /** In which the number is kept. */
  unit?: Unit;
  /** The finest difference of what was turned from another unit. */
  step?: number;
}
/** `Q`, `Q.` and `GTQ` before an amount, `%` behind a rate. */
const MARKS = /^([-+]?)\s*(?:Q\.?|GTQ)?\s*([-+]?[\d.,' \u00a0\u202f]+?)\s*%?$/i;
const PLAIN = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?$/i;

/**
 * A number as programs and people in Guatemala write it: `1234.5`, `1,234.50`, `Q 1,234.50`, `1.234,50`, `14,6349`, `9.5 %`, `92 mil`,
 * `1.2 millones`; of a unit also with it or with one that can be turned into it, as `12 meses`, `3 h 20 min`. null for anything else, also
 * for groups of digits that are none (`12,34,5`), and for what may be meant in two ways (whyNoNumber).
 *
 * One comma before exactly three digits may part thousands or decimals. Here it parts thousands, unless that lies without `bounds` and
 * the other reading within. One point always parts decimals: programs write it.
 */
export function readWrittenNumber(text: string, bounds: Bounds = {}): number | null {
  const trimmed = text.length > NUMBER_MAX ? '' : text.trim();
  return readDigits(trimmed, bounds) ?? readThousands(trimmed) ?? readCounted(trimmed, bounds);
}

/** Why a text with a number in it is none here, with what to write, as a sentence; '' for any other text. */
export function whyNoNumber(text: string, unit?: Unit): string {
  const written = text.length > NUMBER_MAX ? '' : text.trim();
  if (/\dM$/.test(written.replace(/\s/g, ''))) return `«${written}» puede ser mil o millones: escriba 1,200 o 1,200,000.`;
  const other = countedIn(written)?.find(({ line }) => unit === undefined || !(unit in line));
  if (!other) return '';
  return unit === undefined ? `Sin «${other.word}».` : `«${written}» no se puede pasar a ${unit}: escriba cuántos son, como 12.`;
}

function readThousands(text: string): number | null {
  const [, digits = '', word] = THOUSANDS.exec(withoutAccents(text.toLowerCase())) ?? [];
  const number = word === undefined ? null : readDigits(digits, {});
  // 1.1 × 1,000,000 is no whole number of the computer's.
  return number === null ? null : finite(Number(`${number}e${word === 'mil' ? 3 : 6}`));
}

function readCounted(text: string, { unit, step }: Bounds): number | null {
  const counted = unit === undefined ? null : countedIn(text);
  if (unit === undefined || counted === null) return null;
  let number = 0;
  for (const { amount, times, line } of counted) {
    const own = line[unit];
    if (own === undefined) return null;
    number += (amount * times) / own;
  }
  const decimals = step === undefined ? 6 : Math.max(0, Math.round(-Math.log10(step)));
  return counted.some(({ line, times }) => line[unit] !== times) ? Number(number.toFixed(decimals)) : number;
}

type Line = Readonly<Partial<Record<Unit, number>>>;

/** The numbers of a text with their units; null where there is anything else. */
function countedIn(text: string): { amount: number; word: string; times: number; line: Line }[] | null {
  const written = withoutAccents(text.toLowerCase());
  const found = [...written.matchAll(COUNTED)];
  if (found.length === 0 || found.map(([whole]) => whole).join('') !== written) return null;
  const counted = found.map(([, digits = '', word = '']) => {
    const amount = readDigits(digits.trim(), {});
    const unit = UNITS.find((one) => UNIT_WORDS[one].test(word));
    const line: Line | undefined = LINES.find((one) => unit !== undefined && unit in one);
    const times = unit === undefined ? undefined : line?.[unit];
    return amount === null || line === undefined || times === undefined ? null : { amount, word, times, line };
  });
  return counted.every((one) => one !== null) ? counted : null;
}

const UNITS = Object.keys(UNIT_WORDS) as Unit[];

function readDigits(trimmed: string, { min = -Infinity, max = Infinity }: Bounds): number | null {
  if (PLAIN.test(trimmed)) return finite(Number(trimmed));
  const [, sign = '', digits = ''] = MARKS.exec(trimmed) ?? [];
  const [whole, fraction] = partsOf(digits.replace(/(?<=\d)[' \u00a0\u202f](?=\d{3})/g, ''));
  if (whole === null) return null;
  const number = Number(`${sign}${whole}.${fraction || '0'}`);
  if (!/^[-+]?\d{1,3},\d{3}$/.test(digits) || (number >= min && number <= max)) return finite(number);
  const other = Number(`${sign}${digits.replace(',', '.')}`);
  return other >= min && other <= max ? other : finite(number);
}

/** Digits before and behind what parts decimals; null where separators stand as in no number. */
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

const finite = (number: number) => (Number.isFinite(number) ? number : null);
