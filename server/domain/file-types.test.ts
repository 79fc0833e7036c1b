import { describe, expect, it } from 'vitest';
import { contentTypeWords, includesExtension } from './file-types.ts';

describe('a stored content type in words', () => {
  it.each([
    ['application/pdf', 'Documento PDF'],
    ['image/jpeg', 'Imagen JPG'],
    [' IMAGE/PNG ; q=1', 'Imagen PNG'],
    ['text/plain; charset=utf-8', 'Texto'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Documento de Word'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Libro de Excel'],
    ['application/octet-stream', 'Otro formato'],
    ['image/x-icon', 'Imagen'],
    ['video/x-msvideo', 'Video'],
    ['constructor/x', 'Otro formato'],
    ['nonsense', 'Otro formato'],
    ['', ''],
    ['  ', ''],
  ])('%j is %s', (stored, words) => {
    expect(contentTypeWords(stored)).toBe(words);
  });
});

it.each([
  ['jpeg', 'jpg', true],
  ['jpg', 'jpeg', true],
  ['tif', 'tiff', true],
  ['htm', 'html', true],
  ['png', 'jpg', false],
  ['log', 'txt', false],
  ['', 'jpg', false],
])('«%s» is accepted where «%s» is: %s', (extension, accepted, fits) => {
  expect(includesExtension(['pdf', accepted], extension)).toBe(fits);
});
