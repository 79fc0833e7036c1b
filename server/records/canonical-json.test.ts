import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldValue } from '../ports/documents/document-store.ts';
import { canonicalJson } from './canonical-json.ts';

describe('canonical JSON', () => {
  it('writes one text whatever the order of the fields', () => {
    expect(canonicalJson({ b: [1, 'ñ', null, true], a: { d: new Date(0), c: -0 } })).toBe(
      '{"a":{"c":0,"d":{"$date":"1970-01-01T00:00:00.000Z"}},"b":[1,"ñ",null,true]}',
    );
    expect(canonicalJson({ a: { c: 0, d: new Date(0) }, b: [1, 'ñ', null, true] })).toBe(
      canonicalJson({ b: [1, 'ñ', null, true], a: { d: new Date(0), c: -0 } }),
    );
  });

  it('gives different texts to what only looks alike', () => {
    const alike: FieldValue[] = ['1', 1, [1], [[1] as never], { a: 1 }, { $a: 1 }, { a: '1' }, null, 'null', {}, [], ''];
    const dates: FieldValue[] = [new Date(0), '1970-01-01T00:00:00.000Z', { $date: '1970-01-01T00:00:00.000Z' }];
    const texts = [...alike, ...dates].map(canonicalJson);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('parses back to the same value', () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(value, (json) => {
        const free = JSON.parse(JSON.stringify(json).replaceAll('$', '_')) as FieldValue;
        expect(JSON.parse(canonicalJson(free))).toEqual(free);
      }),
    );
  });
});
