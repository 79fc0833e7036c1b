import { expect, it } from 'vitest';
import { lastFollowUpLabel, loanTypeLabel, quoteKindLabel, stallLevel } from './quotes.ts';

it('labels kinds and loan types in Spanish, unknown ones as stored', () => {
  expect(['ahorro_plazo', 'tarjeta_credito', 'seguro', ''].map(quoteKindLabel)).toEqual([
    'Ahorro a plazo',
    'Tarjeta de crédito',
    'seguro',
    'Sin tipo',
  ]);
  expect(['agricola', 'Otro'].map(loanTypeLabel)).toEqual(['Agrícola', 'Otro']);
});

it('labels the time since the last follow-up, and grades it as fresh, slow or stalled', () => {
  expect([-1, 0, 1, 16].map((days) => lastFollowUpLabel(days, true))).toEqual(['Hoy', 'Hoy', 'Hace 1 día', 'Hace 16 días']);
  expect([0, 1, 16].map((days) => lastFollowUpLabel(days, false))).toEqual(['Nunca, llegó hoy', 'Nunca, llegó ayer', 'Nunca en 16 días']);
  expect([0, 6, 7, 14, 15, 400].map(stallLevel)).toEqual(['fresh', 'fresh', 'slow', 'slow', 'stalled', 'stalled']);
});
