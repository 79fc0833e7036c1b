import { expect, it } from 'vitest';
import { describeDrift } from './describe-drift.ts';

it('explains what is wrong with a row, and passes unknown problems through', () => {
  expect(
    [
      'missing',
      'extra: there is no such document',
      'fields nombre, tipo',
      'projection: bad date',
      'cannot be stored: too\nlong',
      'other',
    ].map(describeDrift),
  ).toEqual([
    'Falta la fila.',
    'Sobra la fila: el documento ya no existe.',
    'Campos distintos: nombre, tipo.',
    'No se puede leer: bad date',
    'No se puede guardar: too\nlong',
    'other',
  ]);
});
