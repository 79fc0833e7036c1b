import { describe, expect, it } from 'vitest';
import { formatFileSize } from './file-size.ts';
import { fileExtension, fileKind } from './files-vocabulary.ts';

describe('files', () => {
  it('chooses the icon by extension, whatever its case', () => {
    const names = [
      'foto.JPG',
      'himno.mp3',
      'asamblea.mp4',
      'saldos.xlsx',
      'acta.docx',
      'induccion.pptx',
      'datos.csv',
      'respaldo.zip',
      'estatutos.v2.PDF',
      'programa.exe',
      'sin-extension',
      '',
    ];
    expect(names.map(fileKind)).toEqual([
      'image',
      'music',
      'video',
      'excel',
      'word',
      'powerpoint',
      'csv',
      'zip',
      'pdf',
      'unknown',
      'unknown',
      'unknown',
    ]);
  });

  it('finds no extension in hidden files, folders or trailing dots', () => {
    expect(['.pdf', 'carpeta.pdf/acta', 'c:\\datos.zip\\acta', 'acta.', 'constructor'].map(fileExtension)).toEqual(['', '', '', '', '']);
    expect(fileKind('x.constructor')).toBe('unknown');
  });

  it('shows MB, and KB under 0.01 MB', () => {
    expect(formatFileSize(1_310_720)).toBe('1.25 MB');
    expect(formatFileSize(8_602)).toBe('8.40 KB');
    expect(formatFileSize(10_486)).toBe('0.01 MB');
    expect(formatFileSize(10_485)).toBe('10.24 KB');
    expect(formatFileSize(5_000n * 1_048_576n)).toBe('5\u00A0000.00 MB');
    for (const nothing of [0, -1, Number.NaN]) expect(formatFileSize(nothing)).toBe('0.00 KB');
  });
});
