import { expect, it } from 'vitest';
import type { UploadChoices } from '#server/features/briefcase/find-choices.ts';
import { briefcaseTarget } from './briefcase-desk.ts';

const type = (id: string, extensions: string[]) => ({ id, name: id, extensions, maxBytes: 1000 });
const choices: UploadChoices = {
  hasAgency: true,
  folders: [{ id: 'actas', name: 'Actas' }],
  documentTypes: [type('contrato', ['pdf'])],
};
const target = briefcaseTarget(choices, '');
const say = (name: string, size = 10, documentTypeId = '') => target.refuses({ name, size, contradiction: null }, { documentTypeId });

it.each([
  ['.pdf', 'Escriba el nombre.'],
  [' . .pdf', 'Escriba el nombre.'],
  ['', 'Escriba el nombre.'],
  // Stored as «oculto.pdf», as its row says.
  ['.oculto.pdf', null],
  ['../../acta.pdf', null],
  ['acta 12/2026.pdf', null],
])('requires a name when none would remain of %s', (name, expected) => {
  expect(say(name, 10, 'contrato')).toBe(expected);
});

it('mentions the size only when a smaller file of that extension would be accepted', () => {
  expect(say('doble.pdf.exe')).toBe('Ningún tipo de documento admite archivos «exe».');
  expect(say('sin_extension')).toBe('Ningún tipo de documento admite archivos sin extensión.');
  expect(say('plano.pdf', 2000)).toBe('Ningún tipo de documento admite archivos «pdf» de este tamaño.');
});
