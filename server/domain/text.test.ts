import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countOf,
  formatCount,
  formatDuration,
  formatRate,
  formatShare,
  formatTotal,
  GROUP_SPACE,
  joinWithAnd,
  toDecimals,
  truncate,
} from './text.ts';

describe('Spanish text', () => {
  it('groups thousands of counts with a no-break space', () => {
    expect([0, 999, 1240, 1_000_000, -1240, 12.9].map(formatCount)).toEqual([
      '0',
      '999',
      '1\u00A0240',
      '1\u00A0000\u00A0000',
      '-1\u00A0240',
      '12',
    ]);
    expect(formatCount(Number.NaN)).toBe('0');
    expect(formatCount(12_345_678_901_234_567_890n)).toBe('12\u00A0345\u00A0678\u00A0901\u00A0234\u00A0567\u00A0890');
  });

  it('rounds half away from zero on the decimal digits, as workbooks do', () => {
    expect([3 / 2000, 0.0115, 0.0105, 1.005 / 100, 1 / 3, 0, 1].map(formatShare)).toEqual([
      '0.2 %',
      '1.2 %',
      '1.1 %',
      '1.0 %',
      '33.3 %',
      '0.0 %',
      '100.0 %',
    ]);
    expect(formatRate(1.005)).toBe('1.01\u00A0%');
    const decimal = fc.tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.nat({ max: 4 }));
    fc.assert(
      fc.property(decimal, ([digits, decimals]) => {
        const half = `${digits}e-${decimals}`;
        const halfMore = `${digits < 0 ? '-' : ''}${Math.abs(digits)}5e-${decimals + 1}`;
        const away = `${digits + (digits < 0 ? -1 : 1)}e-${decimals}`;
        expect(Number(toDecimals(Number(half), decimals))).toBe(Number(half));
        expect(Number(toDecimals(Number(halfMore), decimals))).toBe(Number(away));
      }),
    );
  });

  it('marks a capped total with a plus', () => {
    expect(formatTotal(10_000, true)).toBe('10\u00A0000+');
    expect(formatTotal(10_000)).toBe('10\u00A0000');
  });

  it('uses the plural for every count but one', () => {
    expect([0, 1, 2].map((count) => countOf(count, 'archivo', 'archivos'))).toEqual(['0 archivos', '1 archivo', '2 archivos']);
  });

  it('joins with «y», and with «e» before the sound i', () => {
    expect(joinWithAnd([])).toBe('');
    expect(joinWithAnd(['Inicio'])).toBe('Inicio');
    expect(joinWithAnd(['Agencias', 'Carpetas', 'Archivos'])).toBe('Agencias, Carpetas y Archivos');
    expect(joinWithAnd(['Ventas', 'Informes'])).toBe('Ventas e Informes');
    expect(joinWithAnd(['Flores', 'Hierbas'])).toBe('Flores y Hierbas');
    expect(joinWithAnd(['«Nombre»', '«Ícono»'])).toBe('«Nombre» e «Ícono»');
  });

  it.each([
    [null, ''],
    [0, 'menos de 1 min'],
    [35 / 1440, '35 min'],
    [60 / 1440, '1 h'],
    [200 / 1440, '3 h 20 min'],
    [1435 / 1440, '24 h'],
    [1.5, '36 h'],
    [2.44, '2.4 días'],
    [9.96, '10.0 días'],
    [1234.4, '1 234 días'],
  ])('shows %s days as %s', (days, said) => {
    expect(formatDuration(days).replaceAll(GROUP_SPACE, ' ')).toBe(said);
  });

  it('truncates with three dots and never exceeds the limit', () => {
    expect(truncate('Acta de asamblea', 10)).toBe('Acta de...');
    expect(truncate('corto', 5)).toBe('corto');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 40 }), (text, max) => {
        const cut = truncate(text, max);
        expect(Array.from(cut).length).toBeLessThanOrEqual(Math.max(max, 0));
        expect(cut === text || cut.endsWith('...') || max < 3).toBe(true);
        expect(() => encodeURIComponent(cut)).not.toThrow(); // throws on half an emoji
      }),
    );
  });
});
