import { expect, it } from 'vitest';
import { formatDpi, formatPhone, masked } from './digit-groups.ts';

it('groups the digits of a DPI and leaves other text unchanged', () => {
  for (const dpi of ['1234567890101', '1234 56789 0101', ' 1234-56789-0101 ']) expect(formatDpi(dpi)).toBe('1234 56789 0101');
  for (const other of ['', '123', '12345678901011', 'A-1 Ñ', '1234 567']) expect(formatDpi(other)).toBe(other);
});

it('formats every eight-digit phone number alike and leaves other text unchanged', () => {
  for (const phone of ['23456789', '2345 6789', ' 2345-6789', '2345.6789']) expect(formatPhone(phone)).toBe('2345-6789');
  for (const phone of ['+50223456789', '502 2345-6789', '+502 (2345) 6789']) expect(formatPhone(phone)).toBe('+502 2345-6789');
  for (const other of ['', '1717', '2345-6789 ext. 4', '2345-6789 / 2345-0000', '+1 305 555 0100', 'sin número'])
    expect(formatPhone(other)).toBe(other);
});

it('masks all but the last four characters, or all of a text too short for that', () => {
  for (const [text, shown] of [
    ['1234 56789 0101', '•••• ••••• 0101'],
    ['+502 5512-3456', '+••• ••••-3456'],
    ['5512 345', '•••• •••'],
    ['A-1 Ñ', '•-• •'],
    ['', ''],
  ] as const)
    expect(masked(text)).toBe(shown);
});
