import { expect, it } from 'vitest';
import { lastFollowUpLabel, loanTypeLabel, quoteKindLabel, stallLevel } from './quotes.ts';

it('tells kinds and loan types in words, unknown ones as stored', () => {
  expect(['ahorro_plazo', 'tarjeta_credito', 'seguro', ''].map(quoteKindLabel)).toEqual([
    'Ahorro a plazo',
    'Tarjeta de crédito',
    'seguro',
    'Sin tipo',
  ]);
  expect(['agricola', 'Otro'].map(loanTypeLabel)).toEqual(['Agrícola', 'Otro']);
});

it('tells how long nobody followed up, in three steps', () => {
  expect([-1, 0, 1, 16].map((days) => lastFollowUpLabel(days, true))).toEqual(['Hoy', 'Hoy', 'Hace 1 día', 'Hace 16 días']);
  expect([0, 1, 16].map((days) => lastFollowUpLabel(days, false))).toEqual(['Nunca, llegó hoy', 'Nunca en 1 día', 'Nunca en 16 días']);
  expect([0, 6, 7, 14, 15, 400].map(stallLevel)).toEqual(['fresh', 'fresh', 'slow', 'slow', 'stalled', 'stalled']);
});
