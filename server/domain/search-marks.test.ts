import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closeExpression, oneLetterOff } from './close-words.ts';
import { excerptAround, markMatches } from './search-marks.ts';

const shown = (text: string, q: string, close = false) =>
  markMatches(text, q, { close })
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');

it.each([
  ['Ana María Núñez', 'nunez maria', 'Ana [María] [Núñez]'],
  ['12/05/2026 22:30', '12-5-2026', '[12/05/2026] 22:30'],
  ['12/05/2026', '05/2026', '12/[05/2026]'],
  ['5512-3456 y 4410 5007', '55123456', '[5512-3456] y 4410 5007'],
  ['5512-3456 y 4410 5007', '44105007', '5512-3456 y [4410 5007]'],
  ['Q1,234.50', '1234.50', 'Q[1,234.50]'],
  ['Q1,234.50', 'Q 1,234.50', '[Q1,234.50]'],
  ['Zona 12, zona 120, a12', '12', 'Zona [12], zona [12]0, a12'],
  ['<b>ana</b>', 'ana', '<b>[ana]</b>'],
  ['Juan O’Neill', 'oneill', 'Juan [O’Neill]'],
  ["d'Artagnan 'cita'", "d'artagnan cita", "[d'Artagnan] '[cita]'"],
  ['ﬁcha', 'fic', '[ﬁc]ha'],
  ['nada', 'otra', 'nada'],
  ['', 'x', ''],
])('%j searched for %j is shown as %j', (text, q, expected) => {
  expect(shown(text, q)).toBe(expected);
});

it('marks a word with one differing letter only in a close search', () => {
  expect(shown('Zoila Xicará', 'xicira')).toBe('Zoila Xicará');
  expect(shown('Zoila Xicará', 'xicira', true)).toBe('Zoila [Xicará]');
});

it('never changes the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', maxLength: 8 }), (text, q) => {
      expect(
        markMatches(text, q, { close: true })
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }),
  );
});

it('cuts a long text around the match', () => {
  const text = `${'a '.repeat(200)}Núñez ${'b '.repeat(200)}`;
  expect(excerptAround(text, 'nunez', 60)).toMatch(/^…[a ]*Núñez[b ]*…$/);
  expect(excerptAround(text, 'otra', 20)).toBe(`${'a '.repeat(10).trim()}…`);
  expect(excerptAround('corto', 'o', 60)).toBe('corto');
});

it.each([
  ['nunes', true],
  ['nuñez', true],
  ['nunz', true],
  ['nnunez', true],
  ['nuenz', true],
  ['munez', true],
  ['nunezz', true],
  ['nanes', false],
])('%s is one letter off «nunez»: %s', (word, isClose) => {
  expect(closeExpression(word.normalize('NFD').replace(/\p{M}/gu, ''))?.test('ana nunez')).toBe(isClose);
});

it('has one-letter variants only for words, not for short, long or numeric ones', () => {
  for (const word of ['ana', '55123456', 'a-1030', 'x'.repeat(21), '%%%%', '____']) expect(oneLetterOff(word)).toEqual([]);
  expect(oneLetterOff('x'.repeat(20)).length).toBeLessThan(80);
});
