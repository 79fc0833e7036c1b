import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawLengthMax, cutText, splitWithin } from './bounded-text.ts';
import { tidyLine, tidyWithin } from './tidy-text.ts';

describe('tidyWithin', () => {
  it('trims, composes letters and makes line ends LF', () => {
    expect(tidyWithin('  A\u0301rbol\r\nverde\tclaro \r\n', 200)).toBe('Árbol\nverde claro');
  });

  it.each([
    ['a text that nobody sees', '\u200B\u2060 \uFE0F\u3164', ''],
    ['zero-width characters at the ends', '\uFEFF\u200B Norte\u00AD\u200D ', 'Norte'],
    ['not what joins letters or emoji', '\u200Bمی\u200Cخواهم 👩\u200D🌾 ❤\uFE0F', 'می\u200Cخواهم 👩\u200D🌾 ❤\uFE0F'],
  ])('removes %s', (_what, text, tidy) => expect(tidyWithin(text, 200)).toBe(tidy));

  it('makes one line of what was pasted into a field of one', () => {
    expect(tidyWithin('6a. avenida\t5-20,\r\nzona\u00A0 1\v', 200, tidyLine)).toBe('6a. avenida 5-20, zona 1');
  });

  it('leaves a text alone that is too long to become short enough', () => {
    const tidy = () => expect.fail('looked at');
    const long = ' '.repeat(rawLengthMax(10) + 1);
    expect(tidyWithin(long, 10, tidy)).toBe(long);
    expect(tidyWithin(long.slice(1), 10)).toBe('');
  });

  it('accepts decomposed letters when the composed text fits', () => {
    const text = 'ñandú'.repeat(40);
    expect(tidyWithin(` ${text.normalize('NFD')} `, text.length)).toBe(text);
  });
});

describe('splitWithin', () => {
  it('skips blank items', () => {
    expect(splitWithin(' a \n\n  \n b', /[\r\n]+/, 5)).toEqual([' a ', ' b']);
  });

  it('does not split an overlong text, and drops no item of a list within the limit', () => {
    const endless = ' '.repeat(1_000_000);
    expect(splitWithin(endless, /[\r\n]+/, 20)).toEqual([endless]);
    expect(splitWithin('a\n'.repeat(5_000), /[\r\n]+/, 20).length).toBeGreaterThan(20);
    expect(splitWithin('a\n'.repeat(20), /[\r\n]+/, 20)).toHaveLength(20);
  });
});

it('cutText keeps at most the given number of characters and cuts none in half', () => {
  expect(cutText('abc', 3)).toBe('abc');
  expect(cutText('abcd', 3)).toBe('ab…');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 2, max: 20 }), (text, max) => {
      const cut = cutText(text, max);
      expect(cut.length).toBeLessThanOrEqual(Math.max(max, 1));
      expect(cut).not.toMatch(/\p{Surrogate}/u);
    }),
  );
});
