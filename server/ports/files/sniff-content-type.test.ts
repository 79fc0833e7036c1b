import { describe, expect, it } from 'vitest';
import { detectFileType, SNIFF_BYTES, sniffContentType } from './sniff-content-type.ts';
import * as sample from './testing/sample-files.ts';

const latin1 = Buffer.from('A\xf1o;Mar\xeda\n', 'latin1');
const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Año\tMaría', 'utf16le')]);

describe('content that matches its extension', () => {
  it.each([
    ['pdf', sample.pdf(), 'application/pdf'],
    ['png', sample.PNG, 'image/png'],
    ['gif', sample.GIF, 'image/gif'],
    ['docx', sample.DOCX, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['xlsx', sample.XLSX, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['odt', sample.ODT, 'application/vnd.oasis.opendocument.text'],
    ['zip', sample.XLSX, 'application/zip'],
    ['txt', sample.TEXT, 'text/plain; charset=utf-8'],
    ['csv', latin1, 'text/csv; charset=windows-1252'],
    ['txt', utf16, 'text/plain; charset=utf-16le'],
    ['txt', Buffer.from(utf16).swap16(), 'text/plain; charset=utf-16be'],
    ['svg', sample.SVG, 'image/svg+xml; charset=utf-8'],
    ['xml', sample.XML, 'application/xml; charset=utf-8'],
    ['mht', sample.MHT, 'multipart/related'],
  ])('%s', async (extension, content, contentType) => {
    expect(await sniffContentType(content, extension)).toEqual({ fits: true, contentType, extension });
  });

  it.each(['tif', 'tiff'])('accepts a .%s whose directory stands behind the picture', async (extension) => {
    const little = Buffer.concat([Buffer.from('II*\0\x00\x00\x02\0', 'latin1'), Buffer.alloc(SNIFF_BYTES)]).subarray(0, SNIFF_BYTES);
    const big = Buffer.concat([Buffer.from('MM\0*\0\x02\x00\x00', 'latin1'), Buffer.alloc(SNIFF_BYTES)]).subarray(0, SNIFF_BYTES);
    // The directory begins within the head, and ends behind it.
    const across = Buffer.concat([Buffer.from('II*\0\xf0\xff\0\0', 'latin1'), Buffer.alloc(SNIFF_BYTES, 1)]).subarray(0, SNIFF_BYTES);
    for (const head of [little, big, across])
      expect(await sniffContentType(head, extension)).toEqual({ fits: true, contentType: 'image/tiff', extension });
    expect((await sniffContentType(little, 'png')).fits).toBe(false);
    expect((await sniffContentType(little.subarray(0, 100), extension)).fits).toBe(false);
  });

  it('accepts a PDF after blank lines or a printer header, and text cut inside a character', async () => {
    expect((await sniffContentType(Buffer.concat([Buffer.from('\r\n'), sample.pdf()]), 'pdf')).fits).toBe(true);
    const printed = Buffer.concat([Buffer.from('\x1b%-12345X@PJL JOB\r\n'.padEnd(1000, ' ')), sample.pdf()]);
    expect((await sniffContentType(printed, 'pdf')).fits).toBe(true);
    expect((await sniffContentType(Buffer.from('Guatemalteco ñ').subarray(0, -1), 'txt')).fits).toBe(true);
  });
});

describe('content that does not match its extension', () => {
  it.each([
    ['an executable named .pdf', 'pdf', sample.EXE],
    ['an executable named .txt', 'txt', sample.EXE],
    ['HTML named .pdf', 'pdf', sample.HTML],
    ['HTML named .txt', 'txt', sample.HTML],
    ['HTML with a PDF behind it', 'pdf', Buffer.concat([Buffer.from('<html><script>1</script>'), sample.pdf()])],
    ['a PDF that begins too late', 'pdf', Buffer.concat([Buffer.alloc(1025, 32), sample.pdf()])],
    ['a program with a PDF behind it', 'pdf', Buffer.concat([sample.EXE, sample.pdf()])],
    ['a ZIP with a PDF behind it', 'pdf', Buffer.concat([sample.DOCX, sample.pdf()])],
    ['SVG named .png', 'png', sample.SVG],
    ['SVG named .txt', 'txt', sample.SVG],
    ['a comment before the SVG, named .txt', 'txt', Buffer.concat([Buffer.from('<!-- acta -->\n'), sample.SVG])],
    ['a PNG named .jpg', 'jpg', sample.PNG],
    ['a plain ZIP named .docx', 'docx', sample.zip([{ name: 'virus.exe', content: 'MZ' }])],
    ['a workbook named .docx', 'docx', sample.XLSX],
    [
      'a workbook with macros named .xlsx',
      'xlsx',
      sample.zip([
        { name: 'xl/workbook.xml', content: '' },
        { name: 'xl/vbaProject.bin', content: 'x' },
      ]),
    ],
    ['a JAR named .zip', 'zip', sample.JAR],
    ['a PDF named .txt', 'txt', sample.pdf()],
    ['one byte of nothing', 'png', Buffer.from([0])],
    ['a PNG cut after its mark', 'gif', sample.PNG.subarray(0, 8)],
  ])('%s is refused with a Spanish reason', async (_title, extension, content) => {
    const result = await sniffContentType(content, extension);
    expect(result).toMatchObject({ fits: false, reason: expect.stringMatching(/^El contenido no corresponde a una? /) as string });
  });

  it('is refused with the name of an unknown extension', async () => {
    expect(await sniffContentType(sample.EXE, 'exe')).toEqual({ fits: false, reason: 'No se reconoce la extensión «exe».' });
    expect(await sniffContentType(sample.EXE, '')).toEqual({ fits: false, reason: 'El archivo no tiene extensión.' });
  });
});

it('detects the real type despite a wrong extension, and calls anything else plain bytes', async () => {
  expect(await detectFileType(sample.PNG, 'pdf')).toMatchObject({ extension: 'png' });
  expect(await detectFileType(sample.HTML, 'png')).toMatchObject({ extension: 'bin', contentType: 'application/octet-stream' });
  expect(await detectFileType(sample.EXE, 'exe')).toMatchObject({ extension: 'bin' });
});
