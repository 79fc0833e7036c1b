import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fields } from '../ports/documents/document-store.ts';
import {
  genericColumns,
  microsToIso,
  readBoolean,
  readCoordinate,
  readDay,
  readId,
  readInteger,
  readLines,
  readList,
  readMap,
  readNumber,
  readText,
  readTextList,
  readTimestamp,
  readWholeNumber,
} from './field-readers.ts';

const odd = (value: unknown): Fields => ({ field: value }) as Fields;

describe('field readers', () => {
  it.each([
    ['text', readText(odd('a\0b\ud800'), 'field'), 'ab'],
    ['number as text', readText(odd(12.5), 'field'), '12.5'],
    ['missing text', readText({}, 'field', '-'), '-'],
    ['inherited name', readText({}, 'constructor', '-'), '-'],
    ['boolean as text', readBoolean(odd('false'), 'field', true), false],
    ['boolean of nonsense', readBoolean(odd('maybe'), 'field', true), true],
    ['number as text', readNumber(odd(' 14.6 '), 'field'), 14.6],
    ['empty text as number', readNumber(odd(' '), 'field'), null],
    ['not a number', readNumber(odd(Number.NaN), 'field'), null],
    ['integer', readInteger(odd(-3.9), 'field', 0), -3],
    ['integer too big', readInteger(odd(1e10), 'field', 7), 7],
    ['bytes', readWholeNumber(odd(5e9), 'field', 0), 5e9],
    ['bytes too big', readWholeNumber(odd(1e300), 'field', 0), 0],
    ['long text', readText(odd('a'.repeat(900_000)), 'field'), `${'a'.repeat(9_999)}…`],
    ['long text in a list', readList(odd([{ a: 'b'.repeat(900_000) }]), 'field'), [{ a: `${'b'.repeat(9_999)}…` }]],
    ['long text as number', readNumber(odd('1'.repeat(900_000)), 'field'), null],
    ['long text as day', readDay(odd(`2026-11-19${' '.repeat(900_000)}`), 'field'), ''],
    ['list', readTextList(odd(['a', null, 1, { b: 1 }, ['c']]), 'field'), ['a', '1']],
    ['single text as list', readTextList(odd('a'), 'field'), ['a']],
    [
      'map',
      readMap(odd({ a: new Date(0), b: [Number.NaN], '\0c': 'x\0' }), 'field'),
      { a: '1970-01-01T00:00:00.000000Z', b: [null], c: 'x' },
    ],
    ['list as map', readMap(odd(['a']), 'field'), {}],
  ])('read %s', (_name, actual, expected) => {
    expect(actual).toEqual(expected);
  });

  it.each([
    [new Date('2026-11-19T22:30:04.123Z'), '2026-11-19T22:30:04.123000Z'],
    ['2026-11-19T22:30:04.123456Z', '2026-11-19T22:30:04.123456Z'],
    ['2026-11-19T16:30:04.123456-06:00', '2026-11-19T22:30:04.123456Z'],
    ['2026-11-19', '2026-11-19T00:00:00.000000Z'],
    [0, '1970-01-01T00:00:00.000000Z'],
    [{ seconds: 1, nanoseconds: 500_000_999 }, '1970-01-01T00:00:01.500000Z'],
    [{ _seconds: -1, _nanoseconds: 1_000 }, '1969-12-31T23:59:59.000001Z'],
    // Guatemala's day and month order by default.
    ['19/11/2026', '2026-11-19T06:00:00.000000Z'],
    ['2026/11/19', '2026-11-19T06:00:00.000000Z'],
    ['19-11-2026 16:30', '2026-11-19T22:30:00.000000Z'],
    ['19/11/2026 4:30:04 p. m.', '2026-11-19T22:30:04.000000Z'],
    ['2026-11-19T16:30:04', '2026-11-19T22:30:04.000000Z'],
    ['2026-11-19 16:30:04.5+0000', '2026-11-19T16:30:04.500000Z'],
    ['19 de noviembre de 2026', '2026-11-19T06:00:00.000000Z'],
    ['jueves, 19 de noviembre de 2026, 16:30', '2026-11-19T22:30:00.000000Z'],
    ['19 nov. 2026', '2026-11-19T06:00:00.000000Z'],
    ['19 de noviembre de 2026, 4:30:04 p.m. UTC-6', '2026-11-19T22:30:04.000000Z'],
    [1_795_127_404, '2026-11-19T22:30:04.000000Z'],
    [1_795_127_404_123, '2026-11-19T22:30:04.123000Z'],
    ['1795127404', '2026-11-19T22:30:04.000000Z'],
    ['1795127404123', '2026-11-19T22:30:04.123000Z'],
    // American order, impossible days, and an incomplete year are never guessed.
    ['12/31/2026', null],
    ['31/02/2026', null],
    ['19/11/26', null],
    ['2026-11-19T25:00:00', null],
    ['19/11/2026 mañana', null],
    [new Date(Number.NaN), null],
    [1e300, null],
    [{ seconds: 1e15 }, null],
  ])('read %j as the time %s', (value, expected) => {
    expect(readTimestamp(odd(value), 'field')).toBe(expected);
  });

  it.each([
    ['1,234', 1_234],
    ['1,234.50', 1_234.5],
    ['1.234,50', 1_234.5],
    ['1.234.567', 1_234_567],
    ['Q 1,234.50', 1_234.5],
    ['Q.1,234.50', 1_234.5],
    ['-Q3.00', -3],
    ['GTQ 12', 12],
    ["1'234.50", 1_234.5],
    ['1 234 567,8', 1_234_567.8],
    ['14,6349', 14.6349],
    ['9,5 %', 9.5],
    ['1e3', 1_000],
    ['0.5', 0.5],
    ['12,34,5', null],
    ['1,23.4', null],
    ['1.2.3', null],
    ['5512-3456', null],
    ['mil', null],
    ['Q', null],
    ['1,234,', null],
  ])('read %j as the number %s', (written, expected) => {
    expect(readNumber(odd(written), 'field')).toBe(expected);
  });

  it('read one comma before three digits by the range of the field', () => {
    expect(readNumber(odd('14,634'), 'field', { min: 13, max: 18 })).toBe(14.634);
    expect(readNumber(odd('-90,506'), 'field', { min: -93, max: -88 })).toBe(-90.506);
    expect(readNumber(odd('14,634'), 'field', { min: 0, max: 1e12 })).toBe(14_634);
  });

  it.each([
    [{ latitude: 14.6, longitude: -90.5 }, 14.6, -90.5],
    [{ lat: '14,6', lng: '-90,5' }, 14.6, -90.5],
    ['14.6349, -90.5069', 14.6349, -90.5069],
    ['14,6349', 14.6349, 14.6349],
    [{ x: 1 }, null, null],
  ])('read the coordinates in %j', (stored, latitude, longitude) => {
    expect(readCoordinate(odd(stored), 'field', 'latitude', {})).toBe(latitude);
    expect(readCoordinate(odd(stored), 'field', 'longitude', {})).toBe(longitude);
  });

  it.each([
    ['S', true],
    ['sí', true],
    ['Activo', true],
    ['PUBLICADA', true],
    [1, true],
    ['N', false],
    ['No', false],
    ['inactiva', false],
    ['oculta', false],
    ['0', false],
    ['quizá', null],
    [2, null],
    [{}, null],
  ])('read %j as the flag %s', (stored, expected) => {
    const read = (fallback: boolean) => readBoolean(odd(stored), 'field', fallback, ['Publicada', 'Oculta']);
    expect([read(true), read(false)]).toEqual(expected === null ? [true, false] : [expected, expected]);
  });

  it.each([
    ['a1', 'a1'],
    ['agencias/a1', 'a1'],
    ['/agencias/a1', 'a1'],
    ['projects/p/databases/(default)/documents/agencias/a1', 'a1'],
    [{ id: 'a1' }, 'a1'],
    [{ path: 'agencias/a1' }, 'a1'],
    [{ nombre: 'Agencia Central' }, 'Agencia Central'],
    ['Zona 1/Centro', 'Zona 1/Centro'],
    [7, '7'],
    [['a1'], ''],
  ])('read %j as the reference %j', (stored, expected) => {
    expect(readId(odd(stored), 'field')).toBe(expected);
  });

  it.each([
    ['a, b; c', ['a', 'b', 'c']],
    ['["a","b"]', ['a', 'b']],
    ['[a', ['[a']],
    ['https://x.test/a,b.jpg, https://x.test/c.jpg', ['https://x.test/a,b.jpg', 'https://x.test/c.jpg']],
    ['', []],
  ])('read the text %j as a list', (stored, expected) => {
    expect(readTextList(odd(stored), 'field')).toEqual(expected);
  });

  it.each([
    [['DPI', 'Recibo'], 'DPI\nRecibo'],
    [{ domingo: 'cerrado', lunes: { abre: '8:00', cierra: '17:00' } }, 'Lunes: 8:00 a 17:00\nDomingo: cerrado'],
    [{ hora_de_apertura: 8 }, 'Hora de apertura: 8'],
    [new Date('2026-11-19T22:30:04Z'), '19/11/2026 16:30'],
  ])('read %j as lines', (stored, expected) => {
    expect(readLines(odd(stored), 'field')).toBe(expected);
  });

  it('return values without NUL characters for any input', () => {
    fc.assert(
      fc.property(
        fc.anything({ withDate: true, withBigInt: true, withTypedArray: true, stringUnit: fc.constantFrom('\0', 'a', ',') }),
        (value) => {
          const data = odd(value);
          const answers = [
            readText(data, 'field'),
            readId(data, 'field'),
            readLines(data, 'field'),
            readTextList(data, 'field'),
            readList(data, 'field'),
            readDay(data, 'field'),
            readTimestamp(data, 'field'),
            readMap(data, 'field'),
            readInteger(data, 'field', 0),
            readNumber(data, 'field'),
          ];
          expect(JSON.stringify(answers) ?? '').not.toMatch(/\\u0000/);
        },
      ),
    );
  });
});

it('microsToIso keeps every microsecond in order', () => {
  fc.assert(
    fc.property(fc.bigInt(-62_135_596_800_000_000n, 253_402_300_799_999_998n), (micros) => {
      expect((microsToIso(micros) ?? '') < (microsToIso(micros + 1n) ?? '')).toBe(true);
    }),
  );
});

it('a document without createdAt gets the creation time of the store', () => {
  const document = { path: 'a/b', id: 'b', collection: 'a', data: {}, version: 5n, createdVersion: 1_000_001n };
  expect(genericColumns(document)).toEqual({ isActive: true, createdAt: '1970-01-01T00:00:01.000001Z', updatedAt: null });
});
