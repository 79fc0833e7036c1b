import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { IMPORT_MAX_ROWS, tooManyRows } from '../domain/imports.ts';
import { AppError } from '../domain/errors.ts';
import { cannotShow } from './cannot-show.ts';
import { chooseReader } from './choose-reader.ts';
import { rowsOfCsv } from './read-csv.ts';
import { readHead } from './read-head.ts';
import { readMarkup } from './read-markup.ts';
import { MAX_SHEET_BYTES, openBook, SheetRows, type PlainRow } from './read-xlsx.ts';
import type { ReadSheet, RowLine } from './render-job.ts';
import { ZipArchive } from './zip-archive.ts';
import { OWNER_ONLY } from '../platform/owner-only.ts';

/** Excel's limit for a cell. */
const LETTERS = 32_767;
/** Allowance for rows other than data: headers, and notes above them. */
const OTHER_ROWS = 500;
/** Limit for all lines: a workbook stores a text once, however many cells show it, so that a small file may hold very large rows. */
const LINES_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Writes the rows of a spreadsheet as values, one JSON line each (RowLine), to a file at `target`. Errors: `unsupported-type` for other
 * files, `too-large` for more rows or text than an import accepts.
 */
export async function readRows(location: string, target: string): Promise<ReadSheet[]> {
  const sheets: ReadSheet[] = [];
  await pipeline(Readable.from(linesOf(location, sheets)), createWriteStream(target, { mode: OWNER_ONLY.file }));
  return sheets;
}

async function* linesOf(location: string, sheets: ReadSheet[]): AsyncGenerator<string> {
  let [count, bytes] = [0, 0];
  for await (const rows of rowsOf(location, sheets)) {
    count += rows.length;
    if (count > IMPORT_MAX_ROWS + OTHER_ROWS) throw tooManyRows();
    for (const { number, cells, faults } of rows) {
      const line = `${JSON.stringify([sheets.length - 1, number, cells, faults] satisfies RowLine)}\n`;
      bytes += Buffer.byteLength(line);
      if (bytes > LINES_MAX_BYTES)
        throw new AppError('too-large', `rows of over ${LINES_MAX_BYTES} bytes`, {
          userMessage: 'El archivo tiene demasiado texto en sus celdas. Divídalo en varios.',
        });
      yield line;
    }
  }
}

async function* rowsOf(location: string, sheets: ReadSheet[]): AsyncGenerator<readonly Pick<PlainRow, 'cells' | 'faults' | 'number'>[]> {
  const reader = await chooseReader(await readHead(location), '');
  if (reader === 'csv' || reader === 'text') {
    sheets.push({ name: '', merged: [], hidden: 0 });
    for await (const row of rowsOfCsv(location, LETTERS)) yield [{ ...row, faults: [] }];
    return;
  }
  if (reader !== 'xlsx') throw cannotShow('Cargue un libro de Excel (.xlsx) o un archivo CSV.', `a ${reader} where a table is expected`);
  const archive = await ZipArchive.open(location);
  const found = await openBook(archive, { letters: LETTERS, needsAll: true });
  for (const { name, entry } of found.sheets) {
    const rows = new SheetRows(found.book, { letters: LETTERS });
    const sheet: ReadSheet = { name, merged: rows.merged, hidden: 0 };
    sheets.push(sheet);
    for await (const read of readMarkup(archive.readText(entry, MAX_SHEET_BYTES), rows)) yield read.take();
    sheet.hidden = rows.hidden;
  }
}
