import { describe, expect, it } from 'vitest';
import { AppError } from '../domain/errors.ts';
import { agencies } from './entities/agencies.ts';
import { briefcaseDocumentTypes } from './entities/briefcase-document-types.ts';
import { briefcaseFolders } from './entities/briefcase-folders.ts';
import type { CatalogDefinition } from './definition.ts';
import { date, integer, text } from '../records/fields.ts';
import { failureOf } from '../testing/failures.ts';
import { readStoredValues, validateSubmittedValues, validateNewValues } from './record-values.ts';

const AGENCY = { nombre: 'Agencia Central', tipo: 'agencia', direccion: '6a. avenida 5-20, zona 1' };

function errorsOf(work: () => unknown): Readonly<Record<string, readonly string[]>> {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError && error.fields) return error.fields;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a new record', () => {
  it('takes initial values where nothing is given', () => {
    expect(validateNewValues(agencies, AGENCY)).toEqual({
      nombre: 'Agencia Central',
      tipo: 'agencia',
      estado: true,
      direccion: '6a. avenida 5-20, zona 1',
      latitud: null,
      longitud: null,
      telefono: '',
      horarios: '',
      operaciones: '',
      fotos: [],
    });
  });

  it('has its texts trimmed, composed and with line feeds only', () => {
    const values = validateNewValues(agencies, { ...AGENCY, nombre: '  Agencia Cobán ', horarios: 'Lunes\r\nMartes' });
    expect(values['nombre']).toBe('Agencia Cobán');
    expect(values['horarios']).toBe('Lunes\nMartes');
  });

  it('reports a required field that was not sent as missing', () => {
    expect(errorsOf(() => validateNewValues(agencies, { ...AGENCY, nombre: undefined }))).toEqual({ nombre: ['Complete «Nombre».'] });
  });

  it('names every field that is wrong, in Spanish', () => {
    const errors = errorsOf(() =>
      validateNewValues(agencies, { nombre: ' ', tipo: 'banco', direccion: 'x'.repeat(301), latitud: 'norte', telefono: '123' }),
    );
    expect(errors).toEqual({
      nombre: ['Complete «Nombre».'],
      tipo: ['Elija una opción de «Tipo».'],
      direccion: ['«Dirección» admite hasta 300 caracteres.'],
      latitud: ['Escriba un número en «Latitud», por ejemplo 14.634915.'],
      longitud: ['Complete «Longitud»: las coordenadas van juntas.'],
      telefono: ['«Teléfono» debe tener al menos 8 dígitos y solo números, espacios, guiones o paréntesis, como 2222-3333.'],
    });
  });

  it('refuses a field that the catalog does not have', () => {
    expect(errorsOf(() => validateNewValues(agencies, { ...AGENCY, isActive: false }))).toHaveProperty('');
  });

  it.each([
    ['a point in the sea', { latitud: 10, longitud: -90 }, 'latitud'],
    ['swapped coordinates', { latitud: -90.5, longitud: 14.6 }, 'longitud'],
    ['one coordinate alone', { latitud: 14.6 }, 'longitud'],
    ['no number at all', { latitud: Number.NaN, longitud: -90 }, 'latitud'],
  ])('refuses %s', (_case, coordinates, field) => {
    expect(errorsOf(() => validateNewValues(agencies, { ...AGENCY, ...coordinates }))).toHaveProperty(field);
  });

  it('accepts a point in Guatemala', () => {
    expect(validateNewValues(agencies, { ...AGENCY, latitud: 14.634915, longitud: -90.506882 })).toMatchObject({ latitud: 14.634915 });
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example/x.png',
    'ftp://a/b',
    'foto.png',
    'https://user:pass@a.example/x',
    '/\\evil.example',
    '/customers/list-customers/export?format=csv',
    '/images/../briefcase/files/acta/download',
    '/images/%2e%2e/briefcase/files/acta/download',
  ])('refuses %s as a picture', (address) => {
    expect(errorsOf(() => validateNewValues(agencies, { ...AGENCY, fotos: [address] }))).toHaveProperty('fotos');
  });

  it('accepts pictures of the web and of the portal, once each', () => {
    const fotos = ['https://ejemplo.test/a.jpg', '/digitalization/asset?filename=a.jpg', 'https://ejemplo.test/a.jpg'];
    expect(validateNewValues(agencies, { ...AGENCY, fotos })['fotos']).toEqual(fotos.slice(0, 2));
  });

  it('refuses characters that no column can hold', () => {
    expect(errorsOf(() => validateNewValues(agencies, { ...AGENCY, nombre: 'a\u0000b', horarios: 'a\u0000b' }))).toMatchObject({
      nombre: ['«Nombre» tiene caracteres que no se pueden guardar.'],
      horarios: ['«Horarios» tiene caracteres que no se pueden guardar.'],
    });
  });

  it('accepts what is pasted from a spreadsheet, and no text that nobody sees', () => {
    const pasted = { ...AGENCY, nombre: 'Agencia\tNorte\r\n', telefono: '2345\t6789', horarios: 'Lunes\t8 a 5\nMartes' };
    expect(validateNewValues(agencies, pasted)).toMatchObject({
      nombre: 'Agencia Norte',
      telefono: '2345 6789',
      horarios: 'Lunes 8 a 5\nMartes',
    });
    expect(errorsOf(() => validateNewValues(agencies, { ...AGENCY, nombre: '\u200B' }))).toEqual({ nombre: ['Complete «Nombre».'] });
  });

  it('keeps extensions in lower case, without dots and repeats', () => {
    const values = validateNewValues(briefcaseDocumentTypes, { nombre: 'Circular', extensiones: ['.PDF', 'pdf', 'docx'] });
    expect(values).toEqual({ nombre: 'Circular', extensiones: ['pdf', 'docx'], tamanoMaximoMb: null, estado: true });
    expect(errorsOf(() => validateNewValues(briefcaseDocumentTypes, { nombre: 'Circular', extensiones: ['p d f'] }))).toHaveProperty(
      'extensiones',
    );
  });

  it('requires a whole number as its position', () => {
    expect(errorsOf(() => validateNewValues(briefcaseFolders, { nombre: 'Manuales', orden: 1.5 }))).toEqual({
      orden: ['«Orden» debe ser un número entero.'],
    });
    expect(errorsOf(() => validateNewValues(briefcaseFolders, { nombre: 'Manuales', orden: null }))).toEqual({
      orden: ['Complete «Orden».'],
    });
  });
});

describe('a date field', () => {
  const vacancies: CatalogDefinition = {
    ...briefcaseFolders,
    fields: [
      text({ name: 'nombre', label: 'Nombre' }),
      date({ name: 'desde', label: 'Desde', required: true }),
      date({ name: 'hasta', label: 'Hasta' }),
      integer({ name: 'orden', label: 'Orden', min: 0, max: 9 }),
    ],
  };

  it('accepts only a day that exists, or nothing when optional', () => {
    expect(validateNewValues(vacancies, { desde: '2026-02-28' })).toMatchObject({ desde: '2026-02-28', hasta: '' });
    const message = ['Escriba una fecha que exista en «Desde», como 31/12/2026.'];
    expect(errorsOf(() => validateNewValues(vacancies, { desde: '2026-02-30' }))).toEqual({ desde: message });
    expect(errorsOf(() => validateNewValues(vacancies, {}))).toEqual({ desde: ['Complete «Desde».'] });
    expect(errorsOf(() => validateNewValues(vacancies, { desde: '2026-02-28', hasta: '31/12/2026' }))).toHaveProperty('hasta');
  });
});

it('validates only the given values of a change, without reading the stored ones', async () => {
  const unread = () => Promise.reject(new Error('nothing is wrong: nothing is read'));
  expect(await validateSubmittedValues(agencies, { telefono: '2345-6789' }, null, unread)).toEqual({ telefono: '2345-6789' });
});

it.each([
  ['of what is given', { nombre: '', latitud: 14.6, longitud: null }, {}, ['longitud', 'nombre']],
  ['of what is given and what is stored', { nombre: '', latitud: 14.6 }, { latitud: null, longitud: null }, ['longitud', 'nombre']],
  ['not of a field that is wrong by itself', { latitud: 'x', longitud: -90.5 }, { latitud: null, longitud: null }, ['latitud']],
])('rejects a change with every error, including rules over several fields: %s', async (_of, given, current, names) => {
  const error = await failureOf(validateSubmittedValues(agencies, given, null, () => Promise.resolve(current)));
  expect(Object.keys(error.fields ?? {}).sort()).toEqual(names);
});

it('reads documents of other programs, converting or dropping values of wrong types', () => {
  expect(readStoredValues(agencies, { nombre: 7, latitud: '14.6', longitud: 'x', fotos: ['/a.jpg', 7, null], estado: 'false' })).toEqual({
    nombre: '7',
    tipo: '',
    estado: false,
    direccion: '',
    latitud: 14.6,
    longitud: null,
    telefono: '',
    horarios: '',
    operaciones: '',
    fotos: ['/a.jpg', '7'],
  });
});
