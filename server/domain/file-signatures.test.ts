import { describe, expect, it } from 'vitest';
import { sniffContentType } from '../ports/files/sniff-content-type.ts';
import * as sample from '../ports/files/testing/sample-files.ts';
import { findContradiction, SIGNATURE_BYTES } from './file-signatures.ts';

const FILES: readonly (readonly [string, Buffer])[] = [
  ['pdf', sample.pdf()],
  ['pdf', Buffer.concat([Buffer.alloc(1000, 32), sample.pdf()])],
  ['png', sample.PNG],
  ['gif', sample.GIF],
  ['docx', sample.DOCX],
  ['xlsx', sample.XLSX],
  ['odt', sample.ODT],
  ['zip', sample.XLSX],
  ['txt', sample.TEXT],
  ['csv', sample.CSV],
  ['svg', sample.SVG],
  ['xml', sample.XML],
];
const EXTENSIONS = 'pdf png jpg jpeg gif docx xlsx doc rtf zip txt csv svg'.split(' ');

describe('the browser’s check of the first bytes', () => {
  it.each(FILES)('accepts a genuine %s', (extension, content) => {
    expect(findContradiction(content.subarray(0, SIGNATURE_BYTES), extension)).toBeNull();
  });

  it('accepts every file that the server accepts', async () => {
    for (const [, content] of FILES)
      for (const extension of EXTENSIONS) {
        const found = await sniffContentType(content, extension);
        if (found.fits) expect(findContradiction(content.subarray(0, SIGNATURE_BYTES), extension), extension).toBeNull();
      }
  });

  it.each([
    ['txt', sample.pdf(), { reason: 'Su contenido es un documento PDF y el nombre dice «.txt».', extension: 'pdf' }],
    ['jpg', sample.PNG, { reason: 'Su contenido es una imagen PNG y el nombre dice «.jpg».', extension: 'png' }],
    ['pdf', sample.HTML, { reason: 'Su contenido no es un documento PDF.', extension: '' }],
    ['txt', sample.EXE, { reason: 'Los programas no se admiten.', extension: '' }],
  ])('reports a contradiction for a false %s', (extension, content, contradiction) => {
    expect(findContradiction(content.subarray(0, SIGNATURE_BYTES), extension)).toEqual(contradiction);
  });

  it('reports nothing for an unknown extension', () => {
    expect(findContradiction(sample.PNG, 'dwg')).toBeNull();
  });
});
