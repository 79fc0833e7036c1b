import { expect, it } from 'vitest';
import { formatDpi, masked } from './digit-groups.ts';

it('groups a DPI for reading and leaves what is none', () => {
  for (const dpi of ['1234567890101', '1234 56789 0101', ' 1234-56789-0101 ']) expect(formatDpi(dpi)).toBe('1234 56789 0101');
  for (const other of ['', '123', '12345678901011', 'A-1 Ñ', '1234 567']) expect(formatDpi(other)).toBe(other);
});

it('hides all but the last four signs, and all of what is too short for that', () => {
  for (const [text, shown] of [
    ['1234 56789 0101', '•••• ••••• 0101'],
    ['+502 5512-3456', '+••• ••••-3456'],
    ['5512 345', '•••• •••'],
    ['A-1 Ñ', '•-• •'],
    ['', ''],
  ] as const)
    expect(masked(text)).toBe(shown);
});
