import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatExtraFields, parseExtraFields } from './extra-field-lines.ts';
import { EXTRA_FIELD_KINDS, extraFieldErrors, isExtraField, keyOf, readExtraFields, removedKeys, type ExtraField } from './extra-fields.ts';

const field = (change: Partial<ExtraField> = {}): ExtraField => ({
  clave: 'dpi',
  etiqueta: 'Número de DPI',
  tipo: 'texto',
  obligatorio: true,
  validador: '',
  opciones: [],
  ...change,
});

describe('fields stored by other programs', () => {
  it.each([
    ['nothing', undefined, []],
    ['a text', 'dpi', []],
    [
      'a list of names',
      ['dpi', ' ', 7, null],
      [field({ etiqueta: 'dpi', obligatorio: false }), field({ clave: '7', etiqueta: '7', obligatorio: false })],
    ],
    [
      'a map by key',
      { dpi: { etiqueta: 'Número de DPI', obligatorio: 'sí' }, nota: 'Nota' },
      [field(), field({ clave: 'nota', etiqueta: 'Nota', obligatorio: false })],
    ],
    ['an unknown kind', [{ clave: 'dpi', etiqueta: 'Número de DPI', tipo: 'geo', obligatorio: 1 }], [field({ tipo: 'geo' })]],
    [
      'options in one text',
      [{ etiqueta: 'Número de DPI', tipo: 'opcion', opciones: 'a| b ||c' }],
      [field({ clave: 'numero_de_dpi', tipo: 'opcion', obligatorio: false, opciones: ['a', 'b', 'c'] })],
    ],
    ['a key with a blank', [{ clave: 'dpi ', obligatorio: true }], [field({ clave: 'dpi ', etiqueta: 'dpi' })]],
    [
      'wrong types',
      [{ clave: { x: 1 }, etiqueta: ['a'], tipo: 3 }, [1], new Date(), true],
      [field({ clave: 'true', etiqueta: 'true', obligatorio: false })],
    ],
  ])('are read from %s', (_what, stored, expected) => expect(readExtraFields(stored)).toEqual(expected));

  it('are valid fields, whatever is stored', () => {
    fc.assert(fc.property(fc.anything(), (stored) => readExtraFields(stored).every(isExtraField)));
  });
});

const line = fc.stringMatching(/^[A-Za-zÁñ][A-Za-z0-9 ÁñÉ_-]{0,20}$/).map((text) => text.trim());
const anyField = fc.record({
  clave: line,
  etiqueta: line,
  tipo: fc.constantFrom(...EXTRA_FIELD_KINDS.map(({ value }) => value)),
  obligatorio: fc.boolean(),
  validador: fc.oneof(fc.constant(''), line),
  opciones: fc.array(line, { maxLength: 4 }),
});

describe('fields as text', () => {
  it('come back unchanged from lines', () => {
    fc.assert(
      fc.property(fc.array(anyField, { maxLength: 40 }), (fields) => {
        expect(parseExtraFields(formatExtraFields(fields))).toEqual(fields);
      }),
    );
  });

  it('are JSON when lines cannot express them', () => {
    const fields = [field({ etiqueta: 'Uno; dos' }), field({ tipo: 'opcion', opciones: ['a|b'] })];
    expect(formatExtraFields(fields)).toMatch(/^\[\n/);
    expect(parseExtraFields(formatExtraFields(fields))).toEqual(fields);
  });

  it('come back as typed when they are invalid', () => {
    for (const text of ['dpi; DPI; texto; quizás', 'a; b; c; no; d; e; sobra', 'monto; Monto; dinero; sí; ; x|y'])
      expect(formatExtraFields(parseExtraFields(text) as unknown[])).toBe(text);
  });

  it('get defaults for omitted parts', () =>
    expect(parseExtraFields('dpi\r\n\n monto ; Monto ; moneda ')).toEqual([
      { clave: 'dpi', etiqueta: 'dpi', obligatorio: false, validador: '', opciones: [] },
      { clave: 'monto', etiqueta: 'Monto', tipo: 'moneda', obligatorio: false, validador: '', opciones: [] },
    ]));

  it('are limited to 41 for a text of any length', () => {
    for (const text of [
      '\n'.repeat(1_000_000),
      ' '.repeat(1_000_000),
      ';'.repeat(400_000),
      '|'.repeat(400_000),
      'x;'.repeat(200_000),
      `[${'[],'.repeat(100_000)}[]]`,
    ]) {
      const parsed = parseExtraFields(text);
      expect(Array.isArray(parsed) ? parsed.length : 0).toBeLessThanOrEqual(41);
    }
    expect(parseExtraFields('[{"clave":')).toBe('[{"clave":');
    expect(parseExtraFields('null')).toEqual([expect.objectContaining({ clave: 'null' })]);
  });
});

it.each([
  ['Número de DPI', 'numero_de_dpi'],
  ['  ¿Año? ', 'ano'],
  ['2.ª firma', 'firma'],
  ['日本', ''],
  ['x'.repeat(200), 'x'.repeat(40)],
])('the key of %s is %s', (label, key) => expect(keyOf(label)).toBe(key));

describe('validation of fields beside stored ones', () => {
  const stored = [field({ clave: 'No. DPI', tipo: 'geo', validador: 'viejo' })];

  it('accepts an unknown kind, key or validator that is already stored', () =>
    expect(extraFieldErrors([...stored, field({ validador: 'dpi' })], stored, ['dpi'])).toEqual({}));

  it('refuses an unknown kind, key or validator in a new field', () => {
    const wrong = field({ clave: 'Nº', tipo: 'geo', validador: 'otro' });
    expect(Object.keys(extraFieldErrors([...stored, wrong], stored, ['dpi']))).toEqual(['1.clave', '1.tipo', '1.validador']);
  });

  it('names the keys that are removed', () =>
    expect(removedKeys([...stored, field()], [field({ etiqueta: 'Otro nombre' })])).toEqual(['No. DPI']));
});
