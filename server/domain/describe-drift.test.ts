import { expect, it } from 'vitest';
import { describeDrift } from './describe-drift.ts';

it('explains what is wrong with a row, and passes unknown problems through', () => {
  expect(['missing', 'extra: there is no such document', 'fields nombre, tipo', 'projection: bad date'].map(describeDrift)).toEqual([
    'Falta la fila.',
    'Sobra la fila: el documento ya no existe.',
    'Campos distintos: nombre, tipo.',
    'projection: bad date',
  ]);
});
