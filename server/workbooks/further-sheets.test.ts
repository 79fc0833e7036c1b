import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { expect, it } from 'vitest';
import { writeCsv } from './csv.ts';
import type { Row, Sheet } from './sheet.ts';
import { writeXlsx } from './xlsx.ts';

async function* batches(rows: readonly Row[]) {
  for (let at = 0; at < rows.length; at += 100) yield await Promise.resolve(rows.slice(at, at + 100));
}
const numbered = (count: number): Row[] => Array.from({ length: count }, (_none, at) => [`Línea ${at}`]);

const SHEET: Sheet = {
  title: 'Prospecciones',
  name: 'Prospecciones',
  parameters: [['Desde', '01/11/2026']],
  columns: [
    { title: 'Tipo', kind: 'text' },
    { title: 'Cuántas', kind: 'integer', total: true },
  ],
  generatedAt: new Date('2026-11-20T04:30:04Z'),
  generatedBy: 'Ana Morales',
  summary: { figures: [], pictures: () => Promise.resolve([]) },
};

async function open(sheet: Sheet, maxSheetRows?: number): Promise<ExcelJS.Workbook> {
  const stream = new PassThrough();
  const written = writeXlsx(stream, sheet, batches([['Préstamo', 3]]), { ...(maxSheetRows && { maxSheetRows }) });
  const [bytes] = await Promise.all([buffer(stream), written]);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer);
  return workbook;
}
const furtherOf = (rows: readonly Row[]): Sheet['further'] => [
  { name: 'Bitácora', title: 'Bitácora de las prospecciones', columns: [{ title: 'Comentario', kind: 'text' }], rows: () => batches(rows) },
];

it('writes further rows to a sheet of their own between the rows and the parameters', async () => {
  const workbook = await open({ ...SHEET, further: furtherOf([['=2+2'], ['Llamó el martes']]) });
  expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Resumen', 'Prospecciones', 'Bitácora', 'Parámetros']);
  const tab = workbook.getWorksheet('Bitácora');
  expect(tab?.getColumn(1).values?.slice(1)).toEqual(['Comentario', '=2+2', 'Llamó el martes']);
  // The rows by which a report is known again are those of its own tab.
  const hashOf = (book: ExcelJS.Workbook) => book.getWorksheet('Parámetros')?.getColumn(2).values?.at(-1);
  expect(hashOf(workbook)).toBe(hashOf(await open(SHEET)));
});

it('splits 5,000 further rows over three sheets when a sheet holds 2,000', async () => {
  const workbook = await open({ ...SHEET, further: furtherOf(numbered(5_000)) }, 2_000);
  const tabs = workbook.worksheets.filter(({ name }) => name.startsWith('Bitácora'));
  expect(tabs.length).toBe(3);
  const lines = tabs.flatMap((tab) =>
    (tab.getColumn(1).values ?? []).filter((value) => typeof value === 'string' && value.startsWith('Línea')),
  );
  expect(lines).toEqual(numbered(5_000).flat());
});

it('destroys the file when reading further rows fails', async () => {
  const stream = new PassThrough();
  stream.on('error', () => undefined);
  const further: Sheet['further'] = [
    {
      name: 'Bitácora',
      title: 'B',
      columns: [{ title: 'C', kind: 'text' }],
      async *rows() {
        yield await Promise.resolve(numbered(1));
        throw new Error('the connection is gone');
      },
    },
  ];
  stream.resume();
  await expect(writeXlsx(stream, { ...SHEET, further }, batches([['Préstamo', 3]]))).rejects.toThrow('the connection is gone');
  expect(stream.destroyed).toBe(true);
});

it('leaves further rows out of a CSV', async () => {
  const stream = new PassThrough();
  const sheet = { ...SHEET, further: furtherOf([['Llamó el martes']]) };
  const [text] = await Promise.all([buffer(stream), writeCsv(stream, sheet, batches([['Préstamo', 3]]))]);
  expect(text.toString()).not.toContain('Llamó');
});
