import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeForSearch, searchTerms, searchText } from './search.ts';

describe('normalizeForSearch', () => {
  it.each([
    ['Agencia Totonicapán', 'agencia totonicapan'],
    ['ÑANDÚ  Güija', 'nandu guija'],
    ['01/02\\2026', '01022026'],
    ['  varios \n\t espacios ', 'varios espacios'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
    ['a\u0000b\ud800c', 'abc'],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(normalizeForSearch(text)).toBe(expected);
  });

  it('changes nothing when applied twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = normalizeForSearch(text);
        expect(normalizeForSearch(once)).toBe(once);
      }),
    );
  });

  it('leaves no accent, slash or upper-case letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalizeForSearch(text)).not.toMatch(/[\p{M}/\\A-Z]/u);
      }),
    );
  });
});

describe('searchTerms', () => {
  it('splits into words, longest first, without those that are part of another', () => {
    expect(searchTerms(' San  Juan sanjuanero JUAN ')).toEqual(['sanjuanero']);
    expect(searchTerms('Café Antigua')).toEqual(['antigua', 'cafe']);
  });

  it('has no terms for an empty or blank query', () => {
    expect(searchTerms(' / ')).toEqual([]);
  });

  it('bounds the number and length of the terms', () => {
    const terms = searchTerms(Array.from({ length: 5_000 }, (_, index) => `t${index}x`).join(' '));
    expect(terms).toHaveLength(8);
    expect(searchTerms('x'.repeat(10_000))[0]).toHaveLength(200);
  });
});

it('searchText joins what can be searched and passes over the rest', () => {
  expect(searchText(['Ágora', 12, null, { a: 1 }, true, ' / ', 'Fin'])).toBe('agora 12 fin');
});
