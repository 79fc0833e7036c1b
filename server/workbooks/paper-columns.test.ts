import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PaperFit, piecesOf } from './paper-columns.ts';
import type { SheetColumn } from './sheet.ts';

const kept = (text: string) => piecesOf(text).flatMap((piece) => (piece.isKept ? [piece.text] : []));

describe('a text on paper', () => {
  it.each([
    ['Llame al +502 2345-6789 o 2345 6789.', ['+502 2345-6789', '2345 6789.']],
    ['DPI 3449 48748 0408 de A-011828', ['3449 48748 0408', 'A-011828']],
    ['Q79,000.00 el 19/11/2026 22:30, y Q5.00', ['Q79,000.00', '19/11/2026 22:30,', 'Q5.00']],
    ['6a. calle 8-16, zona 5', ['6a.', '8-16,', '5']],
    ['Pendiente', []],
    ['ana2@cooperativa.coop.gt', []],
  ])('is not broken inside numbers, dates and codes: %s', (text, wanted) => {
    expect(kept(text)).toEqual(wanted);
  });

  it('keeps every character, in pieces of at most 24 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abc 019-+/@.\n\t ñ\u00A0') }), (text) => {
        const pieces = piecesOf(text);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        for (const { text: piece, isKept } of pieces) if (isKept || !/^\s+$/.test(piece)) expect(piece.length).toBeLessThanOrEqual(24);
      }),
    );
    expect(piecesOf('x'.repeat(100_000)).length).toBeLessThan(10_000);
  });
});

describe('the columns of a page', () => {
  const text = (title: string, facts: Partial<SheetColumn> = {}): SheetColumn => ({ title, kind: 'text', ...facts });
  const fit = (columns: readonly SheetColumn[], ...rows: string[][]) => {
    const paper = new PaperFit(columns);
    for (const row of rows) paper.add(row);
    return paper.fit();
  };

  it('are all shown in portrait at 9 points when they fit, except ids', () => {
    const { shown, left, size, points, unbroken } = fit(
      [text('Nombre'), { title: 'Monto', kind: 'money' }, text('Estado', { isUnbroken: true }), text('Código', { isId: true })],
      ['Ana Morales', 'Q1,234.50', 'En camino', 'persona-090'],
    );
    expect({ shown, left, size, points, unbroken }).toEqual({
      shown: [0, 1, 2],
      left: [],
      size: 'portrait',
      points: 9,
      unbroken: [false, true, true],
    });
  });

  it('show an id when nothing else was asked for', () => {
    expect(fit([text('Imagen', { isId: true })], ['https://portal.coop/media/a.jpg']).shown).toEqual([0]);
  });

  it('are left out when they do not fit: extra ones first, then from the end, never the first', () => {
    const columns = Array.from({ length: 14 }, (_none, place) => text(`Columna ${place}`, { isExtra: place === 3 || place === 5 }));
    const { shown, left, size } = fit(
      columns,
      columns.map(() => 'palabramuylargadeveras'),
    );
    expect([size, shown]).toEqual(['landscape', [0, 1, 2, 4, 6, 7, 8]]);
    expect(left).toEqual(['Columna 3', 'Columna 5', 'Columna 9', 'Columna 10', 'Columna 11', 'Columna 12', 'Columna 13']);
    expect(fit([text('Nombre')], ['palabramuylargadeveras'.repeat(9)]).shown).toEqual([0]);
  });

  it('may break an unbroken text over lines when it is far too long', () => {
    expect(fit([text('Estado', { isUnbroken: true })], ['uno dos '.repeat(20)]).unbroken).toEqual([false]);
  });
});
