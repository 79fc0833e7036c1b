import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatQuetzales, roundToCents } from './money.ts';

describe('formatQuetzales', () => {
  it('writes quetzales without a space, with two decimals', () => {
    expect(formatQuetzales(1234.5)).toBe('Q1,234.50');
    expect(formatQuetzales('1234567.891')).toBe('Q1,234,567.89');
    expect(formatQuetzales(-3)).toBe('-Q3.00');
    expect(formatQuetzales(12n)).toBe('Q12.00');
    expect(formatQuetzales(0.1 + 0.2)).toBe('Q0.30');
    expect(formatQuetzales(1e21)).toBe('Q1,000,000,000,000,000,000,000.00');
  });

  it('rounds half away from zero on the decimal digits', () => {
    expect(formatQuetzales(1.005)).toBe('Q1.01');
    expect(formatQuetzales(-1.005)).toBe('-Q1.01');
    expect(formatQuetzales('9.995')).toBe('Q10.00');
    expect(formatQuetzales(-0.004)).toBe('Q0.00');
  });

  it.each([undefined, null, '', '.', '-', 'abc', '1,234', '1e3', Number.NaN, Number.POSITIVE_INFINITY, {}, [], true])(
    'shows invalid input %s as Q0.00',
    (value) => {
      expect(formatQuetzales(value)).toBe('Q0.00');
    },
  );

  it('keeps every cent of any amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (cents) => {
        const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
        const text = formatQuetzales(`${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`);
        expect(text).toMatch(/^-?Q\d{1,3}(,\d{3})*\.\d{2}$/);
        expect(BigInt(text.replace(/[Q,.]/g, ''))).toBe(cents);
      }),
    );
  });
});

it('rounds amounts of a file as on screen, on their decimal digits', () => {
  expect([861.255, 1.005, '1234.5', -3, null, 'x'].map(roundToCents)).toEqual(['861.26', '1.01', '1234.50', '-3.00', '0.00', '0.00']);
});
