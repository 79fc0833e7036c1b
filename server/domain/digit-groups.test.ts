import { expect, it } from 'vitest';
import { formatDpi, joinDigits, joinTypedDigits, searchableDigits } from './digit-groups.ts';

it('groups a DPI for reading and leaves what is none', () => {
  for (const dpi of ['1234567890101', '1234 56789 0101', ' 1234-56789-0101 ']) expect(formatDpi(dpi)).toBe('1234 56789 0101');
  for (const other of ['', '123', '12345678901011', 'A-1 Ñ', '1234 567']) expect(formatDpi(other)).toBe(other);
});

it('joins digits that are written in groups, and only digits', () => {
  expect(joinDigits('(502) 5512-34.56')).toBe('(50255123456');
  expect(joinDigits('A-10 b 20')).toBe('A-10 b 20');
  expect(searchableDigits('5512-3456')).toEqual(['5512-3456', '55123456']);
  expect(searchableDigits('55123456')).toEqual(['55123456']);
});

it('keeps the words of what was typed apart', () => {
  expect(joinTypedDigits('ana 5512-3456')).toBe('ana 55123456');
  expect(joinTypedDigits('5512 3456')).toBe('5512 3456');
  expect(joinTypedDigits('+502 5512-3456').trim()).toBe('55123456');
  expect(joinTypedDigits('A-1030')).toBe('A-1030');
});
