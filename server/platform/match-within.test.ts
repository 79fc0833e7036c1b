import { expect, it } from 'vitest';
import { matchWithin } from './match-within.ts';

it.each([
  ['^\\d{13}$', '2345678910101', 'yes'],
  ['^\\d{13}$', '23456789', 'no'],
  ['dpi', 'El DPI', 'no'],
  ['[', 'x', 'broken'],
  ['^\\p{L}+$', 'Ñandú', 'yes'],
] as const)('%s on %s: %s', (pattern, text, expected) => expect(matchWithin(pattern, text, 1_000)).toBe(expected));

it('gives up on a pattern that would never end, and goes on with the next', () => {
  const started = performance.now();
  expect(matchWithin('^(a+)+$', `${'a'.repeat(1_000)}!`, 50)).toBe('slow');
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(matchWithin('^a+$', 'aaa', 1_000)).toBe('yes');
});
