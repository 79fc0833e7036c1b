import { expect, it } from 'vitest';
import { matchTypes } from './type-matrix.ts';

const type = (name: string) => ({ key: `c/${name}`, name, isGone: false });
const MATRIX = [
  { id: 'creditos', name: 'Créditos', types: [type('Pagaré'), type('Avalúo')] },
  { id: 'legal', name: 'Legal', types: [type('Poder'), type('Pagaré legalizado')] },
];

it.each<[string, string[]]>([
  ['', ['Pagaré', 'Avalúo', 'Poder', 'Pagaré legalizado']],
  ['PAGARE', ['Pagaré', 'Pagaré legalizado']],
  ['legal', ['Poder', 'Pagaré legalizado']],
  ['nada', []],
])('finds types by their name and all types of a category by its name: %j', (text, expected) => {
  expect(matchTypes(MATRIX, text).flatMap(({ types }) => types.map(({ name }) => name))).toEqual(expected);
});
