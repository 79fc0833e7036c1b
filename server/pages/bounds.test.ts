import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPicture } from './read-picture.ts';
import { readDocx } from './read-docx.ts';
import { readXlsx } from './read-xlsx.ts';
import { readSharedStrings } from './xlsx-workbook.ts';
import { docx, hugePng, repeated, xlsx } from './testing/hostile-documents.ts';
import { ZipArchive } from './zip-archive.ts';

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

const blanks = (megabytes: number) => repeated('<d>', ' ', megabytes);
const TOO_LARGE = { userMessage: 'El archivo es demasiado grande para mostrarse.' };

it('a picture of more than 80 million pixels is refused by its head', async () => {
  const content = hugePng(10_000);
  await expect(openPicture(await fileOf(content), content)).rejects.toMatchObject({
    userMessage: 'La imagen tiene demasiados píxeles (10000 × 10000): el portal muestra hasta 80 millones.',
  });
});

it('a Word document is unpacked up to 64 MB', async () => {
  await expect(readDocx(await fileOf(docx(blanks(65))), target())).rejects.toMatchObject(TOO_LARGE);
});

it('texts of an Excel workbook are unpacked up to 64 MB, and kept up to a million and thirty million letters', async () => {
  const stringsOf = async (content: Buffer) =>
    readSharedStrings(await ZipArchive.open(await fileOf(xlsx('<worksheet/>', content))), { letters: 100_000 });
  await expect(stringsOf(blanks(65))).rejects.toMatchObject(TOO_LARGE);
  const many = (count: number, text: string) => Buffer.from(`<sst>${`<si><t>${text}</t></si>`.repeat(count)}</sst>`);
  expect((await stringsOf(many(1_100_000, 'a'))).length).toBeLessThan(1_100_000);
  expect((await stringsOf(many(400, 'a'.repeat(100_000)))).join('').length).toBeLessThan(31_000_000);
});

it('a sheet of an Excel workbook is unpacked up to 100 MB', async () => {
  await expect(readXlsx(await fileOf(xlsx(blanks(101))), target())).rejects.toMatchObject(TOO_LARGE);
});
