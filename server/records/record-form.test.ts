import { expect, it } from 'vitest';
import { agencies } from '../catalogs/entities/agencies.ts';
import { briefcaseDocumentTypes } from '../catalogs/entities/briefcase-document-types.ts';
import { readRecordForm } from './record-form.ts';

function formOf(entries: readonly (readonly [string, string | Blob])[]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

it('types what the text allows and leaves the rest to validation', () => {
  const { values } = readRecordForm(
    agencies.fields,
    formOf([
      ['nombre', ' Central '],
      ['estado', 'false'],
      ['latitud', ' 14,63 '],
      ['longitud', 'oeste'],
      ['fotos', 'https://a.test/x,1.jpg\r\n\r\n/b.png '],
    ]),
  );
  expect(values).toEqual({
    nombre: ' Central ',
    estado: false,
    latitud: 14.63,
    longitud: 'oeste',
    fotos: ['https://a.test/x,1.jpg', '/b.png '],
  });
});

it.each([
  ['', null],
  ['12', 12],
  ['-90.5', -90.5],
  ['1e2', 100],
  ['Infinity', 'Infinity'],
  ['0x10', '0x10'],
  ['1,234.5', 1234.5],
  ['Q 92,000.00', 92_000],
  ['5.00 %', 5],
  ['14,634', 14.634],
  ['12,34,5', '12,34,5'],
])('reads the number %j as %j', (typed, value) => {
  expect(readRecordForm(agencies.fields, formOf([['latitud', typed]])).values['latitud']).toBe(value);
});

it('takes two coordinates that were pasted into the first, as maps copy them', () => {
  const pasted = [
    ['latitud', '15.4713, -90.3708'],
    ['longitud', ''],
  ] as const;
  const { values, shown } = readRecordForm(agencies.fields, formOf(pasted));
  expect(values).toEqual({ latitud: 15.4713, longitud: -90.3708 });
  expect(shown).toEqual(values);
});

it('leaves a text in one piece that is far too long for a list, for the schema to refuse', () => {
  const blanks = `${' '.repeat(1_000_000)}x`;
  const { values } = readRecordForm(agencies.fields, formOf([['fotos', blanks]]));
  expect(values).toEqual({ fotos: [blanks] });
  expect(agencies.fields.find(({ name }) => name === 'fotos')?.schema.safeParse(values['fotos']).success).toBe(false);
});

it('splits words at lines, commas and spaces', () => {
  expect(readRecordForm(briefcaseDocumentTypes.fields, formOf([['extensiones', 'pdf, docx;png\nxlsx  jpg']])).values).toEqual({
    extensiones: ['pdf', 'docx', 'png', 'xlsx', 'jpg'],
  });
});

it('keeps the form controls apart and passes what it does not know on to be refused', () => {
  const form = readRecordForm(
    agencies.fields,
    formOf([
      ['formToken', 't'],
      ['version', '7'],
      ['intent', 'save'],
      ['base', '{"nombre":"Antes\\r\\n","latitud":null,"fotos":["a"],"raro":{"x":1}}'],
      ['keep.nombre', 'stored'],
      ['keep.tipo', 'mine'],
      ['isActive', 'false'],
      ['nombre', 'A'],
      ['nombre', 'B'],
    ]),
  );
  expect(form).toEqual({
    formToken: 't',
    version: '7',
    confirmed: [],
    intent: 'save',
    base: { nombre: 'Antes\r\n', latitud: null, fotos: ['a'] },
    values: { isActive: ['false'] },
    shown: { isActive: ['false'], nombre: 'Antes\r\n' },
  });
});

it('passes a file in a text field on as no text', () => {
  const { values, version } = readRecordForm(
    agencies.fields,
    formOf([
      ['nombre', new Blob(['x'])],
      ['version', new Blob(['1'])],
    ]),
  );
  expect(typeof values['nombre']).toBe('object');
  expect(version).toBe('');
});
