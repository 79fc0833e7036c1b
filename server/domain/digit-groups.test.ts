import { expect, it } from 'vitest';
import { formatDpi, formatPhone, masked } from './digit-groups.ts';

it('groups a DPI for reading and leaves what is none', () => {
  for (const dpi of ['1234567890101', '1234 56789 0101', ' 1234-56789-0101 ']) expect(formatDpi(dpi)).toBe('1234 56789 0101');
  for (const other of ['', '123', '12345678901011', 'A-1 Ñ', '1234 567']) expect(formatDpi(other)).toBe(other);
});

it('writes every number of eight digits alike and leaves what is none', () => {
  for (const phone of ['23456789', '2345 6789', ' 2345-6789', '2345.6789']) expect(formatPhone(phone)).toBe('2345-6789');
  for (const phone of ['+50223456789', '502 2345-6789', '+502 (2345) 6789']) expect(formatPhone(phone)).toBe('+502 2345-6789');
  for (const other of ['', '1717', '2345-6789 ext. 4', '2345-6789 / 2345-0000', '+1 305 555 0100', 'sin número'])
    expect(formatPhone(other)).toBe(other);
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
