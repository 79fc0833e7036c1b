import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fields } from '../ports/documents/document-store.ts';
import {
  genericColumns,
  microsToIso,
  readBoolean,
  readDay,
  readInteger,
  readList,
  readMap,
  readNumber,
  readText,
  readTextList,
  readTimestamp,
  readWholeNumber,
} from './field-readers.ts';

const odd = (value: unknown): Fields => ({ field: value }) as Fields;

describe('readers', () => {
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
  ])('%s', (_name, actual, expected) => {
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
    ['19/11/2026', null],
    [new Date(Number.NaN), null],
    [1e300, null],
    [{ seconds: 1e15 }, null],
  ])('reads %j as the time %s', (value, expected) => {
    expect(readTimestamp(odd(value), 'field')).toBe(expected);
  });

  it('answer something storable for any value at all', () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withBigInt: true, withTypedArray: true }), (value) => {
        const data = odd(value);
        const answers = [
          readText(data, 'field'),
          readTextList(data, 'field'),
          readTimestamp(data, 'field'),
          readMap(data, 'field'),
          readInteger(data, 'field', 0),
          readNumber(data, 'field'),
        ];
        expect(JSON.stringify(answers) ?? '').not.toMatch(/\\u0000/);
      }),
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

it('a document without createdAt was created when the store says', () => {
  const document = { path: 'a/b', id: 'b', collection: 'a', data: {}, version: 5n, createdVersion: 1_000_001n };
  expect(genericColumns(document)).toEqual({ isActive: true, createdAt: '1970-01-01T00:00:01.000001Z', updatedAt: null });
});
