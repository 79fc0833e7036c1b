import { expect, it } from 'vitest';
import { matchWithin } from './match-within.ts';

it.each([
  ['^\\d{13}$', '2345678910101', 'yes'],
  ['^\\d{13}$', '23456789', 'no'],
  ['dpi', 'El DPI', 'no'],
  ['[', 'x', 'broken'],
  // Only without the flag `u` may any sign be escaped.
  ['^\\d{4}\\-\\d{4}$', '1234-5678', 'yes'],
  ['^\\d{4}\\-\\d{4}$', '12345678', 'no'],
  ['^\\p{L}+$', 'Ñandú', 'yes'],
] as const)('matches %s against %s: %s', (pattern, text, expected) => expect(matchWithin(pattern, text, 1_000)).toBe(expected));

it('gives up on a pattern that backtracks endlessly, and matches the next one', () => {
  const started = performance.now();
  expect(matchWithin('^(a+)+$', `${'a'.repeat(1_000)}!`, 50)).toBe('slow');
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(matchWithin('^a+$', 'aaa', 1_000)).toBe('yes');
});
