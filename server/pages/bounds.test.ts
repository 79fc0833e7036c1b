import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../domain/errors.ts';
import { fileTypeOfContent } from '../domain/file-types.ts';
import { IMPORT_MAX_ROWS } from '../domain/imports.ts';
import { decodeBitmap } from './bitmap.ts';
import { chooseReader, readerOf } from './choose-reader.ts';
import { openPdf } from './read-pdf.ts';
import { openPicture } from './read-picture.ts';
import { readDocx } from './read-docx.ts';
import { readRows } from './read-rows.ts';
import { readXlsx } from './read-xlsx.ts';
import { readSharedStrings } from './xlsx-workbook.ts';
import { docx, hugePng, NO_PAGES, onePage, repeated, xlsx } from './testing/hostile-documents.ts';
import { ZipArchive } from './zip-archive.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'portal-limites-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const target = () => path.join(directory, 'partes');

let made = 0;
async function fileOf(content: Uint8Array): Promise<string> {
  const location = path.join(directory, `original-${(made += 1)}`);
  await writeFile(location, content);
  return location;
}

const blanks = (megabytes: number) => repeated('<d>', ' ', megabytes);
const TOO_LARGE = { userMessage: 'El archivo es demasiado grande para mostrarse.' };

it('refuses a picture of more than 80 million pixels by its header', async () => {
  const content = hugePng(10_000);
  await expect(openPicture(await fileOf(content), content)).rejects.toMatchObject({
    userMessage: 'La imagen tiene demasiados píxeles (10000 × 10000): el portal muestra hasta 80 millones.',
  });
});

it('refuses a phone photo that claims more than 80 million pixels before decoding it', async () => {
  const content = await readFile(path.join(import.meta.dirname, 'testing/files/photo.heic'));
  // Each `ispe` says the width and height of one of its pictures.
  for (let at = content.indexOf('ispe'); at >= 0; at = content.indexOf('ispe', at + 1)) {
    content.writeUInt32BE(10_000, at + 8);
    content.writeUInt32BE(10_000, at + 12);
  }
  const opened = await openPicture(await fileOf(content), content);
  await expect(opened.draw(1, 160)).rejects.toMatchObject({ userMessage: expect.stringContaining('(10000 × 10000)') as string });
});

it('refuses a Word document that unpacks to more than 64 MB', async () => {
  await expect(readDocx(await fileOf(docx(blanks(65))), target())).rejects.toMatchObject(TOO_LARGE);
});

it('refuses Excel texts of more than 64 MB, and keeps at most a million of them and 30 million letters', async () => {
  const stringsOf = async (content: Buffer) =>
    readSharedStrings(await ZipArchive.open(await fileOf(xlsx('<worksheet/>', content))), { letters: 100_000 });
  await expect(stringsOf(blanks(65))).rejects.toMatchObject(TOO_LARGE);
  const many = (count: number, text: string) => Buffer.from(`<sst>${`<si><t>${text}</t></si>`.repeat(count)}</sst>`);
  expect((await stringsOf(many(1_100_000, 'a'))).length).toBeLessThan(1_100_000);
  expect((await stringsOf(many(400, 'a'.repeat(100_000)))).join('').length).toBeLessThan(31_000_000);
});

it('refuses an Excel sheet that unpacks to more than 100 MB', async () => {
  await expect(readXlsx(await fileOf(xlsx(blanks(101))), target())).rejects.toMatchObject(TOO_LARGE);
});

const DAMAGED = { code: 'unsupported-type', userMessage: expect.stringContaining('dañado') as string };
/** Two pixels by two, but for what is said of it. */
function bitmap({ width = 2, height = 2, bits = 24 } = {}): Buffer {
  const content = Buffer.alloc(70);
  content.write('BM', 'latin1');
  content.writeUInt32LE(54, 10);
  content.writeUInt32LE(40, 14);
  content.writeInt32LE(width, 18);
  content.writeInt32LE(height, 22);
  content.writeUInt16LE(bits, 28);
  return content;
}

it('refuses a bitmap whose size, depth or length is invalid', () => {
  const anySize = () => undefined;
  expect(decodeBitmap(bitmap(), anySize)).toMatchObject({ width: 2, height: 2 });
  for (const wrong of [{ width: 0 }, { height: 0 }, { bits: 16 }, { width: 200 }])
    expect(() => decodeBitmap(bitmap(wrong), anySize), JSON.stringify(wrong)).toThrow(AppError);
  const tooBig = () => {
    throw new Error('too big');
  };
  expect(() => decodeBitmap(bitmap(), tooBig)).toThrow('too big');
});

it('chooses the reader by the first bytes, and refuses empty, damaged or unknown content', async () => {
  await expect(chooseReader(Buffer.alloc(0), 'text/plain')).rejects.toMatchObject({ userMessage: 'El archivo está vacío.' });
  const noise = Buffer.from([0, 1, 2, 3, 255, 254, 0, 7]);
  await expect(chooseReader(noise, 'application/pdf')).rejects.toMatchObject(DAMAGED);
  await expect(chooseReader(noise, '')).rejects.toMatchObject({ userMessage: 'El portal no reconoce el formato de este archivo.' });
  for (const type of ['application/zip', 'audio/mpeg', 'video/mp4']) {
    const found = fileTypeOfContent(type);
    expect(() => found && readerOf(found), type).toThrow(AppError);
  }
});

it('reports a PDF page outside its crop box as damaged', async () => {
  const opened = await openPdf(await fileOf(onePage('/MediaBox [0 0 100 100] /CropBox [200 200 300 300]')));
  await expect(opened.draw(1, 160)).rejects.toMatchObject({ userMessage: 'La página está dañada y no se puede mostrar.' });
});

it('refuses a PDF without pages, a document without text and a workbook without sheets or data', async () => {
  await expect(openPdf(await fileOf(NO_PAGES))).rejects.toMatchObject({ userMessage: 'El PDF no tiene páginas.' });
  await expect(readDocx(await fileOf(xlsx('<worksheet/>')), target())).rejects.toMatchObject(DAMAGED);
  await expect(readXlsx(await fileOf(docx('<d/>')), target())).rejects.toMatchObject(DAMAGED);
  await expect(readXlsx(await fileOf(xlsx('<worksheet/>')), target())).rejects.toMatchObject({
    userMessage: 'El libro de Excel no tiene datos.',
  });
});

it('reports an archive without a complete directory as damaged', async () => {
  const whole = docx('<d/>');
  const end = whole.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  await expect(ZipArchive.open(await fileOf(whole.subarray(0, end)))).rejects.toMatchObject(DAMAGED);
  await expect(ZipArchive.open(await fileOf(whole.subarray(0, end + 10)))).rejects.toMatchObject(DAMAGED);
  const beyond = Buffer.from(whole);
  beyond.writeUInt32LE(whole.length, end + 16);
  await expect(ZipArchive.open(await fileOf(beyond))).rejects.toMatchObject(DAMAGED);
});

it('reads rows only from tables, and refuses too many rows or texts, also when many cells repeat one', async () => {
  const rows = (content: Uint8Array) => fileOf(content).then((location) => readRows(location, target()));
  await expect(rows(NO_PAGES)).rejects.toMatchObject({ userMessage: 'Cargue un libro de Excel (.xlsx) o un archivo CSV.' });
  await expect(rows(Buffer.from('a,b\n'.repeat(IMPORT_MAX_ROWS + 600)))).rejects.toMatchObject({ code: 'too-large' });
  const strings = Buffer.from(`<sst>${'<si><t>a</t></si>'.repeat(1_100_000)}</sst>`);
  await expect(rows(xlsx('<worksheet/>', strings))).rejects.toMatchObject({
    userMessage: 'El libro tiene demasiado texto. Divídalo en varios archivos.',
  });
  const repeating = `<worksheet><sheetData>${`<row>${'<c t="s"><v>0</v></c>'.repeat(10)}</row>`.repeat(300)}</sheetData></worksheet>`;
  await expect(rows(xlsx(repeating, `<sst><si><t>${'a'.repeat(1_000_000)}</t></si></sst>`))).rejects.toMatchObject({
    code: 'too-large',
    userMessage: 'El archivo tiene demasiado texto en sus celdas. Divídalo en varios.',
  });
});

it('keeps of a sheet only merged areas that are ranges, and of a row one value and one fault per column', async () => {
  const cells = '<c r="B1" t="str"><v>x</v></c>'.repeat(1_000) + '<c r="A1" t="e"/>'.repeat(1_000);
  const areas = `<mergeCell ref="A1:B2"/><mergeCell ref="A1:B60000${' '.repeat(2_000)}"/><mergeCell/>`;
  const sheets = await readRows(await fileOf(xlsx(`<worksheet><row r="1">${cells}</row>${areas}</worksheet>`)), target());
  expect(sheets).toEqual([{ name: 'Hoja', merged: ['A1:B2'], hidden: 0 }]);
  expect(await readFile(target(), 'utf8')).toBe('[0,1,["","x"],[[0,"error"]]]\n');
});
