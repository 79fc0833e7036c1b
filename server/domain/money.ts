import { groupThousands } from './text.ts';

const NOTHING = 'Q0.00';
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;
/** More digits than any number has; parsing longer ones takes quadratic time. */
const DECIMAL_MAX = 400;

/**
 * Guatemalan quetzales, two decimals, no space: `Q1,234.50`, `-Q3.00` (docs/specification.md section 9). Takes numbers and plain
 * decimal text (as in SQL numerics and documents); anything else shows as `Q0.00`. Rounds half away from zero on the
 * decimal digits, so that 1.005 is `Q1.01` as on paper.
 */
export function formatQuetzales(value: unknown): string {
  const amount = readAmount(value);
  return amount ? `${amount.sign}Q${groupThousands(amount.whole, ',')}.${amount.cents}` : NOTHING;
}

/** The same amount as plain decimal text with two decimals: `1234.50`, `-3.00`, `0.00`. */
export function roundToCents(value: unknown): string {
  const amount = readAmount(value);
  return amount ? `${amount.sign}${amount.whole}.${amount.cents}` : '0.00';
}

/** null for values that cannot be read or round to zero. */
function readAmount(value: unknown): { sign: '' | '-'; whole: string; cents: string } | null {
  const text = decimalText(value);
  const match = text === null || text.length > DECIMAL_MAX ? null : DECIMAL.exec(text.trim());
  if (!match) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return null;
  const cents = toCents(whole, fraction);
  if (cents === 0n) return null;
  const digits = cents.toString().padStart(3, '0');
  return { sign: sign === '-' ? '-' : '', whole: digits.slice(0, -2), cents: digits.slice(-2) };
}

function decimalText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  const text = String(value);
  if (!text.includes('e')) return text;
  // Exponent form: tiny numbers round to zero, huge ones are whole.
  return Math.abs(value) < 1 ? '0' : BigInt(value).toString();
}

function toCents(whole: string, fraction: string): bigint {
  const kept = BigInt(`${whole || '0'}${fraction.slice(0, 2).padEnd(2, '0')}`);
  return (fraction[2] ?? '0') >= '5' ? kept + 1n : kept;
}
