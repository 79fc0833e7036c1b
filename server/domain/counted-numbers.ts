import { withoutAccents } from './text.ts';
import { bothReadings, explainBothReadings, readWrittenNumber } from './written-numbers.ts';

/** Longer texts are not a number with a unit. */
const COUNTED_MAX = 50;

/**
 * Groups of convertible units, each in multiples of its first unit. Units of different groups never convert: a month has no fixed number
 * of days.
 */
const LINES = [
  { minutos: 1, horas: 60, días: 24 * 60 },
  { meses: 1, años: 12 },
  { KB: 1, MB: 1024, GB: 1024 * 1024 },
  { ejecuciones: 1 },
] as const;
type Keys<Line> = Line extends unknown ? keyof Line : never;
/** A unit, in the plural used in sentences. */
export type Unit = Keys<(typeof LINES)[number]>;

/** How people and the portal write each unit. */
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
/** A number with its unit; a text may chain several: `3 h 20 min`. */
const COUNTED = /([-+]?\d[\d.,' \u00a0\u202f]*)([a-z]+)\.?\s*/gy;

interface Counting {
  min?: number;
  max?: number;
  /** The unit in which the number is stored. */
  unit?: Unit;
  /** Precision to which a converted number is rounded. */
  step?: number;
}

/**
 * Reads a number like readWrittenNumber; a field with a unit also accepts that unit and convertible ones: `12 meses`,
 * `3 h 20 min`. null for anything else, and for `92.000` where that may mean thousands.
 */
export function readCountedNumber(text: string, field: Counting): number | null {
  if (bothReadings(text, field)) return null;
  return readWrittenNumber(text, field) ?? (field.unit === undefined ? null : readCounted(text, field.unit, field.step));
}

/** A sentence that says why a text is not a number and what to write instead; '' where the field's own message is enough. */
export function explainInvalidNumber(text: string, unit?: Unit): string {
  if (text.length <= COUNTED_MAX && /\d\s?M\s*$/.test(text)) return `«${text.trim()}» puede ser mil o millones: escriba 1,200 o 1,200,000.`;
  const readings = bothReadings(text, {});
  if (readings) return explainBothReadings(text, readings);
  const other = countedIn(text)?.find(({ line }) => unit === undefined || !(unit in line));
  if (!other) return '';
  return unit === undefined ? `Sin «${other.word}».` : `«${text.trim()}» no se puede pasar a ${unit}: escriba cuántos son, como 12.`;
}

function readCounted(text: string, unit: Unit, step?: number): number | null {
  const counted = countedIn(text);
  if (counted === null) return null;
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

/** The numbers of a text with their units; null when it contains anything else. */
function countedIn(text: string): { amount: number; word: string; times: number; line: Line }[] | null {
  const written = text.length > COUNTED_MAX ? '' : withoutAccents(text.trim().toLowerCase());
  const found = [...written.matchAll(COUNTED)];
  if (found.length === 0 || found.map(([whole]) => whole).join('') !== written) return null;
  const counted = found.map(([, digits = '', word = '']) => {
    const amount = readWrittenNumber(digits);
    const unit = UNITS.find((one) => UNIT_WORDS[one].test(word));
    const line: Line | undefined = LINES.find((one) => unit !== undefined && unit in one);
    const times = unit === undefined ? undefined : line?.[unit];
    return amount === null || line === undefined || times === undefined ? null : { amount, word, times, line };
  });
  return counted.every((one) => one !== null) ? counted : null;
}

const UNITS = Object.keys(UNIT_WORDS) as Unit[];
