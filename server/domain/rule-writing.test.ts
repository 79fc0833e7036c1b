import { describe, expect, it } from 'vitest';
import { shapeOf, textVariants } from './rule-writing.ts';

const kept = (rule: RegExp, typed: string) => textVariants(typed).find((writing) => rule.test(writing));

describe('typed text adapted to its rule', () => {
  it.each([
    [/^\d{13}$/, '3449 48748 0408', '3449487480408'],
    [/^\d{13}$/, '3449-48748-0408', '3449487480408'],
    [/^\d{4}-?\d{4}$/, '+502 2222-3333', '22223333'],
    [/^\d{4}-?\d{4}$/, '2222-3333', '2222-3333'],
    [/^\d{1,8}-?[\dkK]$/, '1234567-k', '1234567-k'],
    [/^[A-Z]-\d{6}$/, 'a-011828', 'A-011828'],
    [/^\d{13}$/, '12', undefined],
  ])('under %s, «%s» is kept as «%s»', (rule, typed, expected) => {
    expect(kept(rule, typed)).toBe(expected);
  });

  it('is unchanged for a sentence', () => {
    const sentence = 'Casa de dos niveles, 12 por 20 metros, en la zona 3 de la cabecera.';
    expect(textVariants(sentence)).toEqual([sentence]);
  });
});

describe('the example derived from an expression', () => {
  it.each([
    ['^\\d{13}$', '1234567890123', { min: 13, max: 13 }],
    ['^\\d{4}-?\\d{4}$', '1234-5678', { min: 8, max: 8 }],
    ['^\\d{1,8}-?[\\dkK]$', '12345678-9', null],
    ['^(?:A|B)-\\d{6}$', 'A-123456', null],
    ['^[A-Z]{3}\\d+$', 'ABC456', null],
    ['^\\d{6,8}$', '12345678', { min: 6, max: 8 }],
  ])('for %s is %s', (pattern, example, digits) => {
    expect(shapeOf(pattern)).toEqual({ example, digits });
    expect(example).toMatch(new RegExp(pattern, 'u'));
  });

  it.each([
    '(?=a)b',
    '[^a]',
    '(a',
    '[a',
    '[]b',
    'a\\',
    '[\\',
    '^$',
    '\\1',
    '\\p{L}+',
    '[z-ab]',
    '*',
    'a{40}b{40}',
    'a{999}',
    '(?:(?:(?:){99}){99}){99}a',
  ])('does not exist for %s', (pattern) => {
    expect(shapeOf(pattern)).toBeNull();
  });
});
