import { expect, it } from 'vitest';
import { amountInWords } from './amount-words.ts';

it.each([
  [1, 'un quetzal exacto'],
  [21.5, 'veintiún quetzales con 50/100'],
  [100, 'cien quetzales exactos'],
  [101.05, 'ciento un quetzales con 05/100'],
  [1_716, 'mil setecientos dieciséis quetzales exactos'],
  [31_000, 'treinta y un mil quetzales exactos'],
  [500_999.99, 'quinientos mil novecientos noventa y nueve quetzales con 99/100'],
  [1_000_000, 'un millón de quetzales exactos'],
  [2_000_040, 'dos millones cuarenta quetzales exactos'],
])('spells out %d', (amount, words) => {
  expect(amountInWords(amount)).toBe(words);
});
