import { describe, expect, it } from 'vitest';
import type { ExtraField } from './extra-fields.ts';
import { EXTRA_VALUE_MAX, readExtraValue } from './extra-values.ts';

const field = (tipo: string, opciones: readonly string[] = []): ExtraField => ({
  clave: 'x',
  etiqueta: 'Equis',
  tipo,
  obligatorio: false,
  validador: '',
  opciones,
});

describe('a value of an extra field', () => {
  it.each([
    ['texto', '  Finca 12 ', 'Finca 12'],
    ['texto', '', ''],
    ['numero', '1,250', '1250'],
    ['numero', '-3.50', '-3.5'],
    ['numero', '1.250', '1.25'],
    ['moneda', '0.500', '0.5'],
    ['moneda', 'Q 12,500.50', '12500.5'],
    ['moneda', 'Q12500', '12500'],
    ['moneda', '12.500,50', '12500.5'],
    ['fecha', '2026-12-31', '2026-12-31'],
    ['fecha', '31/12/2026', '2026-12-31'],
    ['asociado', 'A-1030', 'A-1030'],
    ['coordenada', '15.4,-90.3', '15.4,-90.3'],
  ])('of kind %s reads «%s»', (tipo, typed, text) => expect(readExtraValue(field(tipo), typed)).toEqual({ text }));

  it('of kind opcion is one of its options', () => {
    expect(readExtraValue(field('opcion', ['Uno', 'Dos']), 'Dos')).toEqual({ text: 'Dos' });
    expect(readExtraValue(field('opcion', ['Uno']), 'uno')).toHaveProperty('problem');
  });

  it.each([
    ['92.000', '92.00', '92,000'],
    ['Q 1.500', '1.50', '1,500'],
    ['-1.999', '-1.99', '-1,999'],
  ])('of kind moneda never divides the thousands of «%s»', (typed, decimals, thousands) => {
    const problem = `En «Equis», «${typed}» puede ser ${decimals} o ${thousands}: escríbalo de una de esas formas.`;
    expect(readExtraValue(field('moneda'), typed)).toEqual({ problem });
  });

  it.each([
    ['numero', 'doce'],
    ['numero', '1e6'],
    ['numero', '1e309'],
    ['numero', '9'.repeat(400)],
    ['moneda', '1234.999'],
    ['moneda', '1e6'],
    ['moneda', 'Q'],
    ['fecha', '2026-02-30'],
    ['fecha', '31/31/2026'],
    ['texto', 'a\0b'],
    ['texto', 'x'.repeat(EXTRA_VALUE_MAX + 1)],
    ['texto', 'x'.repeat(1_000_000)],
    ['asociado', '\u202Ex'.repeat(600)],
  ])('of kind %s refuses %.20s', (tipo, typed) => expect(readExtraValue(field(tipo), typed)).toHaveProperty('problem'));
});
