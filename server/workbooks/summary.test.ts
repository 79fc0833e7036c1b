import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { writeCsv } from './csv.ts';
import type { Row, Sheet } from './sheet.ts';
import { writeXlsx } from './xlsx.ts';

const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#1b5e4a' } })
  .png()
  .toBuffer();

const SHEET: Sheet = {
  title: 'Descargas por usuario',
  name: 'Descargas por usuario',
  organisation: 'Cooperativa <&> "Demostración"',
  parameters: [
    ['Desde', '01/11/2026'],
    ['Agencia', 'Central'],
  ],
  columns: [
    { title: 'Usuario', kind: 'text' },
    { title: 'Descargas', kind: 'integer', total: true },
    { title: 'Última', kind: 'datetime' },
  ],
  generatedAt: new Date('2026-11-20T04:30:04Z'),
  generatedBy: 'Ana Morales',
  asOf: new Date('2026-11-20T04:30:00Z'),
  summary: {
    figures: [
      { label: 'Descargas', value: '10 341', note: 'en el período', cell: { kind: 'integer', value: 10_341 } },
      { label: 'En primer lugar', value: '2.6 %', note: 'Ana', cell: { kind: 'percent', value: 0.0264 } },
      { label: 'Día con más', value: '19/11/2026', note: '' },
    ],
    pictures: () => Promise.resolve([{ title: 'Cuándo <ayer> & "hoy"', png, width: 400, height: 200 }]),
  },
};
const ROWS: Row[] = [
  ['Ana', 1, '2026-11-19T10:00:00Z'],
  ['=2+2', 2, null],
];

async function write(writeSheet: typeof writeXlsx, sheet: Sheet, rows: Row[]): Promise<Buffer> {
  const stream = new PassThrough();
  async function* batches() {
    yield await Promise.resolve(rows);
  }
  return (await Promise.all([buffer(stream), writeSheet(stream, sheet, batches())]))[0];
}

async function open(sheet: Sheet, rows: Row[]): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load((await write(writeXlsx, sheet, rows)) as unknown as ExcelJS.Buffer);
  return workbook;
}

const cells = (sheet: ExcelJS.Worksheet | undefined) =>
  (sheet?.getSheetValues() ?? []).flatMap((row) => (Array.isArray(row) ? [row.slice(1)] : []));

it('starts a report with a sheet of its headline figures and pictures', async () => {
  const [summary] = (await open(SHEET, ROWS)).worksheets;
  expect(summary?.name).toBe('Resumen');
  expect(cells(summary)).toEqual([
    ['Descargas por usuario'],
    ['Cooperativa <&> "Demostración"'],
    ['Desde', '01/11/2026'],
    ['Agencia', 'Central'],
    ['Datos al', '19/11/2026 22:30:00'],
    ['Generado el 19/11/2026 22:30:04 por Ana Morales'],
    ['Descargas', 10_341, 'en el período'],
    ['En primer lugar', 0.0264, 'Ana'],
    ['Día con más', '19/11/2026'],
    ['Cuándo <ayer> & "hoy"'],
  ]);
  expect([8, 9, 10].map((row) => summary?.getCell(row, 2).numFmt)).toEqual(['#,##0', '0.0%', '@']);
  const [image] = summary?.getImages() ?? [];
  expect(image?.range).toMatchObject({ tl: { nativeRow: 12, nativeCol: 0 }, ext: { width: 400, height: 200 } });
  expect(summary?.pageSetup).toMatchObject({ orientation: 'portrait', fitToWidth: 1 });
});

it('ends a report with typed parameters and the hash of its rows', async () => {
  const { worksheets } = await open(SHEET, ROWS);
  const parameters = worksheets.at(-1);
  expect(worksheets.map(({ name }) => name)).toEqual(['Resumen', 'Descargas por usuario', 'Parámetros']);
  const values = new Map(cells(parameters).map(([label, value]) => [label, value]));
  expect(values.get('Desde')).toEqual(new Date('2026-11-01T00:00:00Z'));
  expect(values.get('Agencia')).toBe('Central');
  expect(values.get('Filas')).toBe(2);
  const csv = await write(writeCsv, SHEET, ROWS);
  expect(values.get('dataSha256')).toBe(createHash('sha256').update(csv).digest('hex'));
});

it('gives equal rows the same hash at any time and for anybody, and other rows another', async () => {
  const sumOf = async (sheet: Sheet, rows: Row[]) => {
    const page = (await open(sheet, rows)).worksheets.at(-1);
    return new Map(cells(page).map(([label, value]) => [label, value])).get('dataSha256');
  };
  const later = { ...SHEET, generatedAt: new Date('2027-01-01T00:00:00Z'), generatedBy: 'Otra persona', asOf: null };
  expect(await sumOf(later, ROWS)).toBe(await sumOf(SHEET, ROWS));
  expect(await sumOf(SHEET, ROWS.slice(1))).not.toBe(await sumOf(SHEET, ROWS));
  expect(await sumOf({ ...SHEET, isReordered: true }, ROWS)).toBeUndefined();
});

it('starts a list with its description and ends it with its rows', async () => {
  const { summary: _none, ...list } = SHEET;
  const { worksheets } = await open(list, ROWS);
  expect(worksheets.map(({ name }) => name)).toEqual(['Resumen', 'Descargas por usuario']);
  expect(cells(worksheets[0]).at(-1)).toEqual(['Generado el 19/11/2026 22:30:04 por Ana Morales']);
});
