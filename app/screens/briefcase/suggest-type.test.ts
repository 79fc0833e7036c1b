import { expect, it } from 'vitest';
import { suggestType } from './suggest-type.ts';

const MEGABYTE = 1024 * 1024;
const type = (name: string, extensions: string[], megabytes = 10) => ({ id: name, name, extensions, maxBytes: megabytes * MEGABYTE });
const TYPES = [
  type('Actas', ['pdf', 'docx']),
  type('Cualquiera', []),
  type('Contrato', ['pdf'], 1),
  type('Imágenes', ['png', 'jpg']),
  type('Video', ['mp4', 'pdf'], 100),
];
const facts = (name: string, size = 10, extension = '') => ({
  name,
  size,
  contradiction: extension === '' ? null : { reason: 'x', extension },
});

it.each([
  ['the type that names the fewest extensions', facts('escaneo.pdf'), '', 'Contrato'],
  ['the type whose word the name has, in any number', facts('ACTA de enero.pdf'), '', 'Actas'],
  ['the same without accents', facts('imagen de portada.png'), '', 'Imágenes'],
  ['the type that the list shows, when it takes the file', facts('acta.pdf'), 'Video', 'Video'],
  ['another, when that does not take it', facts('acta.docx'), 'Video', 'Actas'],
  ['a type for its size', facts('contrato.pdf', 50 * MEGABYTE), '', 'Video'],
  ['by content, where the name says another', facts('foto.docx', 10, 'png'), '', 'Imágenes'],
  ['what takes anything, for what no type names', facts('plano.dwg'), '', 'Cualquiera'],
  ['what takes anything, without an extension', facts('plano'), '', 'Cualquiera'],
  ['none that is big enough', facts('plano.dwg', 500 * MEGABYTE), '', ''],
])('suggests %s', (_title, file, filteredBy, expected) => {
  expect(suggestType(file, TYPES, filteredBy)).toBe(expected);
});
