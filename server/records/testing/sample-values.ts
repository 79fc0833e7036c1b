import type { FormValue } from '../../domain/conflict.ts';
import type { Field } from '../fields.ts';

export const EXTRA_FIELD = { clave: 'dpi', etiqueta: 'Número de DPI', tipo: 'texto', obligatorio: true, validador: '', opciones: [] };

const TEXT = 'Atiende créditos';

/**
 * Two valid values of a field; required fields have a value in both. For a text with a rule of its own the first is the field's example.
 * @param ids of two records that references may point to
 */
export function sampleValues(
  { kind, min = 0, max = 0, required, options = [], schema, example }: Field,
  [id, other]: readonly [string, string],
): readonly [FormValue, FormValue] {
  const numbers = [min, required ? max : null] as const;
  const address = 'https://ejemplo.test/a.jpg';
  const isTold = example !== '' && !schema.safeParse(TEXT).success;
  const values: Readonly<Record<Field['kind'], readonly [FormValue, FormValue]>> = {
    text: [isTold ? example : TEXT, required ? 'Otro texto' : ''],
    'long-text': ['Primera línea\nSegunda', required ? 'Otro texto' : ''],
    email: ['ana@prueba.coop', 'berta@prueba.coop'],
    phone: ['7765-1234', '7765-9999'],
    integer: numbers,
    decimal: numbers,
    flag: [false, true],
    choice: [options[0]?.value ?? '', options.at(-1)?.value ?? ''],
    date: ['2026-12-31', required ? '2026-11-01' : ''],
    'creation-day': ['', ''],
    time: ['07:30', '08:00'],
    words: [['pdf', 'docx'], required ? ['pdf'] : []],
    lines: [['Una', 'Otra'], []],
    ids: [[id], [other]],
    reference: [id, other],
    link: [address, required ? '/b.jpg' : ''],
    image: [address, required ? '/b.jpg' : ''],
    links: [[address, '/fotos/b.png'], ['/fotos/b.png']],
    'extra-fields': [[EXTRA_FIELD], []],
  };
  return values[kind];
}
