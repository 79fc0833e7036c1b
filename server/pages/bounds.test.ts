import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestFiles } from '../ports/files/testing/test-parts.ts';
import { createLog } from '../platform/log/log.ts';
import { afterFile } from '../testing/after-file.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { identityOf } from './original.ts';
import { openPicture } from './read-picture.ts';
import { readDocx } from './read-docx.ts';
import { readXlsx } from './read-xlsx.ts';
import { readSharedStrings } from './xlsx-workbook.ts';
import { HOSTILE_DOCUMENTS } from './testing/hostile-documents.ts';
import { createTestPages } from './testing/test-pages.ts';
import { ZipArchive } from './zip-archive.ts';

const MB = 1024 * 1024;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'portal-limites-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const target = () => path.join(directory, 'partes');

async function fileOf(content: Uint8Array): Promise<string> {
  const location = path.join(directory, 'original');
  await writeFile(location, content);
  return location;
}

const archiveOf = (entries: Readonly<Record<string, Uint8Array | string>>) =>
  fileOf(
    zipSync(
      Object.fromEntries(
        Object.entries(entries).map(([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content]),
      ),
      { level: 1 },
    ),
  );
const blanks = (megabytes: number) => Buffer.concat([Buffer.from('<d>'), Buffer.alloc(megabytes * MB, ' ')]);
const bookOf = (sheet: Uint8Array, strings: Uint8Array | string = '<sst/>') =>
  archiveOf({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Hoja" sheetId="1" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': strings,
    'xl/worksheets/sheet1.xml': sheet,
  });
const TOO_LARGE = { userMessage: 'El archivo es demasiado grande para mostrarse.' };

it('a picture of more than 80 million pixels is refused by its head', async () => {
  const content = HOSTILE_DOCUMENTS['a PNG of 100 megapixels']?.make() ?? Buffer.alloc(0);
  await expect(openPicture(await fileOf(content), content)).rejects.toMatchObject({
    userMessage: 'La imagen tiene demasiados píxeles (10000 × 10000): el portal muestra hasta 80 millones.',
  });
});

it('a Word document is unpacked up to 64 MB', async () => {
  await expect(readDocx(await archiveOf({ 'word/document.xml': blanks(65) }), target())).rejects.toMatchObject(TOO_LARGE);
});

it('texts of an Excel workbook are unpacked up to 64 MB, and kept up to a million and thirty million letters', async () => {
  const stringsOf = async (content: Uint8Array) =>
    readSharedStrings(await ZipArchive.open(await bookOf(Buffer.from('<d/>'), content)), { letters: 100_000 });
  await expect(stringsOf(blanks(65))).rejects.toMatchObject(TOO_LARGE);
  const many = (count: number, text: string) => Buffer.from(`<sst>${`<si><t>${text}</t></si>`.repeat(count)}</sst>`);
  expect((await stringsOf(many(1_100_000, 'a'))).length).toBeLessThan(1_100_000);
  expect((await stringsOf(many(400, 'a'.repeat(100_000)))).join('').length).toBeLessThan(31_000_000);
});

it('a sheet of an Excel workbook is unpacked up to 100 MB', async () => {
  await expect(readXlsx(await bookOf(blanks(101)), target())).rejects.toMatchObject(TOO_LARGE);
});

it('what was refused is not tried again at once', async () => {
  const { sql } = await createTestDatabase();
  const pages = await createTestPages({ files: await createTestFiles(), sql, log: createLog({ level: 'silent', process: 'test' }) });
  afterFile(() => pages.close());
  let opened = 0;
  const content = Buffer.from('%PDF-1.7 nada');
  const broken = {
    owner: 'ana',
    identity: identityOf('a'.repeat(64), 'application/pdf'),
    sha256: null,
    contentType: 'application/pdf',
    bytes: content.length,
    open: async () => {
      opened += 1;
      return Readable.from([content], { objectMode: false });
    },
  };
  for (let times = 0; times < 3; times += 1)
    await expect(pages.drawPage(broken, 1, 160)).rejects.toMatchObject({ code: 'unsupported-type' });
  expect(opened).toBe(1);
});
