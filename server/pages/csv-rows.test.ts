import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvRows, findSeparator } from './csv-rows.ts';
import { READ_COLUMNS_MAX, READ_LETTERS_MAX } from './table-cutter.ts';

function rowsOf(text: string, separator = ',', piece = text.length || 1): string[][] {
  const rows = new CsvRows(separator);
  const found: string[][] = [];
  for (let at = 0; at < text.length; at += piece) found.push(...rows.read(text.slice(at, at + piece)));
  return [...found, ...rows.end()];
}

describe('separated values', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a\rb', [['a'], ['b']]],
    ['"a ""b""","c\nd"', [['a "b"', 'c\nd']]],
    ['"a,b",c', [['a,b', 'c']]],
    ['5" tubo,x', [['5" tubo', 'x']]],
    ['a,,', [['a', '', '']]],
    ['"sin fin, y más', [['sin fin, y más']]],
    ['"a"b,c', [['ab', 'c']]],
    ['', []],
  ])('are read from %j', (text, rows) => {
    for (const piece of [1, 2, 3, 100]) expect(rowsOf(text, ',', piece)).toEqual(rows);
  });

  it('are read back as they were written, whatever their cells contain', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ñ', '"', ',', '\n', '\r', ' '), maxLength: 6 });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 7 }), (rows, piece) => {
        const text = rows.map((cells) => cells.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')).join('\r\n');
        expect(rowsOf(text, ',', piece)).toEqual(rows);
      }),
    );
  });

  it('keeps only as many columns and letters as are shown', () => {
    const [row] = rowsOf(`${'x'.repeat(100_000)}${',y'.repeat(10_000)}`);
    expect([row?.length, row?.[0]?.length]).toEqual([READ_COLUMNS_MAX, READ_LETTERS_MAX]);
  });
});

describe('the separator', () => {
  it.each([
    ['nombre;monto\nAna;1,50\nLuis;2,75\n', ';'],
    ['nombre,monto\n"Pérez; Ana",1\n', ','],
    ['a\tb\tc\n1\t2\t3\n', '\t'],
    ['a|b\n1|2\n', '|'],
    ['una sola columna\notra\n', ','],
    ['sep=;\r\na;b\r\n', ';'],
  ])('of %j is %j', (text, separator) => {
    expect(findSeparator(text)).toBe(separator);
  });

  it('is found within a second in hostile content', () => {
    const start = performance.now();
    for (const text of ['"'.repeat(10_000_000), ',;|\t'.repeat(2_000_000), '\n'.repeat(5_000_000)]) findSeparator(text);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
