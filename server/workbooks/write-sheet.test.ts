import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import ExcelJS from 'exceljs';
import { afterAll, describe, expect, it } from 'vitest';
import type { ExportFormat, Row, Sheet } from './sheet.ts';
import { writeSheet } from './write-sheet.ts';

const directory = await mkdtemp(path.join(os.tmpdir(), 'sheets-'));
afterAll(() => rm(directory, { recursive: true }));

const SHEET: Sheet = {
  title: 'Descargas por usuario',
  name: 'Descargas',
  parameters: [['Desde', '01/11/2026']],
  columns: [
    { title: 'Usuario', kind: 'text' },
    { title: 'Descargas', kind: 'integer', total: true },
    { title: 'Última', kind: 'datetime' },
  ],
  generatedAt: new Date('2026-11-20T04:30:04Z'),
  generatedBy: 'Ana Morales',
};

async function* rows(): AsyncGenerator<Row[]> {
  for (let batch = 0; batch < 30; batch += 1) {
    yield await Promise.resolve(
      Array.from({ length: 100 }, (_unused, index) => [
        `Usuario ${index}\n=1+1`,
        batch * index,
        new Date(1_760_000_000_000 + index * 60_000),
      ]),
    );
  }
}

/** What a browser receives when the sheet is written straight into an answer. */
async function received(format: ExportFormat): Promise<Buffer> {
  const server = createServer((_request, response) => void writeSheet(response, format, SHEET, rows())).listen(0);
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return Buffer.from(await answer.arrayBuffer());
  } finally {
    server.close();
  }
}

async function writtenToFile(format: ExportFormat): Promise<Buffer> {
  const file = path.join(directory, `hoja.${format}`);
  await writeSheet(createWriteStream(file), format, SHEET, rows());
  return readFile(file);
}

async function cellsOf(content: Buffer): Promise<unknown[]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(content as unknown as ExcelJS.Buffer);
  return workbook.worksheets.flatMap((sheet) =>
    sheet
      .getRows(1, sheet.rowCount)
      ?.map((row) => SHEET.columns.map((_column, index) => [row.getCell(index + 1).value, row.getCell(index + 1).style])),
  );
}

describe('a sheet', () => {
  it('has the same cells in an answer and in a file', async () => {
    const cells = await cellsOf(await writtenToFile('xlsx'));
    expect(cells.length).toBeGreaterThan(3_000);
    expect(await cellsOf(await received('xlsx'))).toEqual(cells);
  });

  it('has the same bytes in an answer and in a file as CSV', async () => {
    const content = await writtenToFile('csv');
    expect(content.toString()).toContain('Usuario 99');
    expect((await received('csv')).equals(content)).toBe(true);
  });

  it.each(['xlsx', 'csv'] as const)('closes its file and ends its rows when aborted (%s)', async (format) => {
    const abort = new AbortController();
    let ended = false;
    let batches = 0;
    async function* endless(): AsyncGenerator<Row[]> {
      try {
        for (;;) {
          if ((batches += 1) === 20) abort.abort();
          yield await Promise.resolve([['Ana Morales', batches, null]]);
        }
      } finally {
        ended = true;
      }
    }
    const destination = createWriteStream(path.join(directory, `parada.${format}`));
    await expect(writeSheet(destination, format, SHEET, endless(), { signal: abort.signal })).rejects.toThrow();
    expect(ended).toBe(true);
    await expect.poll(() => destination.closed).toBe(true);
  });
});
