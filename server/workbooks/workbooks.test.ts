import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import { describe, expect, it, vi } from 'vitest';
import { MAX_CELL_CHARACTERS } from './cells.ts';
import { textOfCell, writeCsv } from './csv.ts';
import { exportFileName } from './export-file-name.ts';
import { parseCsv } from '../testing/lifecycle/read-export.ts';
import type { ColumnKind, Row, Sheet } from './sheet.ts';
import { writeXlsx } from './xlsx.ts';

const AT = new Date('2026-11-20T04:30:04Z'); // 19/11/2026 22:30:04 in Guatemala

function sheetOf(...kinds: ColumnKind[]): Sheet {
  return {
    title: 'Descargas por usuario',
    name: 'Descargas',
    organisation: 'Cooperativa & Asociados',
    parameters: [
      ['Desde', '01/11/2026'],
      ['Hasta', '30/11/2026'],
    ],
    columns: kinds.map((kind, index) => ({ title: `Columna ${index + 1}`, kind, total: kind === 'integer' || kind === 'money' })),
    generatedAt: AT,
    generatedBy: 'Ana Morales',
  };
}
const HEADER_ROW = 1;

async function* batches(...rows: Row[][]): AsyncGenerator<Row[]> {
  for (const batch of rows) yield await Promise.resolve(batch);
}

async function openXlsx(sheet: Sheet, rows: Row[], maxSheetRows?: number): Promise<ExcelJS.Workbook> {
  const stream = new PassThrough();
  const [bytes] = await Promise.all([buffer(stream), writeXlsx(stream, sheet, batches(rows), { maxSheetRows })]);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer);
  return workbook;
}

/** Tabs after the first, which says what the file is. */
const rowsOf = ({ worksheets }: ExcelJS.Workbook) => worksheets.slice(1);

async function csvOf(sheet: Sheet, rows: Row[]): Promise<string> {
  const stream = new PassThrough();
  const [content] = await Promise.all([buffer(stream), writeCsv(stream, sheet, batches(rows))]);
  return content.toString('utf8');
}

const DANGEROUS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  "'=1",
  '\t=1',
  '\r=1',
  '\n=1',
  '\u0000=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  ' =1',
  '\u00A0=1',
  '\uFEFF=1',
  '\u200B=1',
  '\u202E=1',
  '=HYPERLINK("http://example.test","x")',
  "=cmd|' /C calc'!A0",
  '+cmd|x',
  '-2+3+cmd|x',
  '+5022345-6789',
  '@',
];
const HARMLESS = ['+502 2345-6789', '+50223456789', '+502 23456789', 'a=b', '5-3', 'informe', '´=1', '(=1)'];

describe('XLSX', () => {
  it('writes each kind as a typed cell with its format', async () => {
    const kinds: ColumnKind[] = ['text', 'integer', 'decimal', 'money', 'date', 'datetime', 'boolean', 'bytes', 'percent', 'month'];
    const rows = [
      ['00123', 12n, 1.5, '1234.50', '2026-11-19', AT, true, 1_310_720n, 0.25, 'marzo de 2026'],
      ['', 3, '0.25', -2, AT, '2026-11-20T05:59:59.999Z', false, 512, 1, 'Sin mes'],
    ];
    const [sheet] = rowsOf(await openXlsx(sheetOf(...kinds), rows));
    const first = sheet?.getRow(HEADER_ROW + 1);
    expect(kinds.map((_kind, index) => first?.getCell(index + 1).value)).toEqual([
      '00123',
      12,
      1.5,
      1234.5,
      new Date('2026-11-19T00:00:00Z'),
      new Date('2026-11-19T22:30:04Z'),
      'Sí',
      1.25,
      0.25,
      new Date('2026-03-01T00:00:00Z'),
    ]);
    expect(kinds.map((_kind, index) => first?.getCell(index + 1).numFmt)).toEqual([
      '@',
      '#,##0',
      '#,##0.00',
      '"Q"#,##0.00',
      'dd/mm/yyyy',
      'dd/mm/yyyy hh:mm',
      undefined,
      '[<0.01]0.0000" MB";#,##0.00" MB"',
      '0.0%',
      '[$-100A]mmmm" de "yyyy',
    ]);
    const second = sheet?.getRow(HEADER_ROW + 2);
    expect(kinds.map((_kind, index) => second?.getCell(index + 1).value)).toEqual([
      null,
      3,
      0.25,
      -2,
      new Date('2026-11-19T00:00:00Z'),
      new Date('2026-11-19T23:59:59Z'),
      'No',
      512 / 1_048_576,
      1,
      'Sin mes',
    ]);
  });

  it('describes the file on a first sheet, then has a frozen header, filter, totals and print setup', async () => {
    const workbook = await openXlsx(sheetOf('text', 'integer', 'money'), [
      ['a', 1, '0.10'],
      ['b', 2, '0.20'],
    ]);
    const [first, sheet] = workbook.worksheets;
    const valuesOf = (of: ExcelJS.Worksheet | undefined, row: number) => [1, 2, 3].map((index) => of?.getRow(row).getCell(index).value);
    expect([1, 2, 3, 4, 5].map((row) => valuesOf(first, row).filter((value) => value !== null))).toEqual([
      ['Descargas por usuario'],
      ['Cooperativa & Asociados'],
      ['Desde', '01/11/2026'],
      ['Hasta', '30/11/2026'],
      ['Generado el 19/11/2026 22:30:04 por Ana Morales'],
    ]);
    // It opens with the rows.
    expect(workbook.views[0]?.activeTab).toBe(1);
    const column = (row: number) => valuesOf(sheet, row);
    expect(column(HEADER_ROW)).toEqual(['Columna 1', 'Columna 2', 'Columna 3']);
    expect(column(HEADER_ROW + 3)).toEqual([
      'Total',
      { formula: `SUBTOTAL(109,B${HEADER_ROW + 1}:B${HEADER_ROW + 2})`, result: 3 },
      { formula: `SUBTOTAL(109,C${HEADER_ROW + 1}:C${HEADER_ROW + 2})`, result: 0.3 },
    ]);
    expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: HEADER_ROW });
    expect(sheet?.autoFilter).toBe(`A${HEADER_ROW}:C${HEADER_ROW + 2}`);
    expect(sheet?.pageSetup).toMatchObject({
      orientation: 'portrait',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: `${HEADER_ROW}:${HEADER_ROW}`,
    });
    expect(sheet?.getColumn(1).width).toBeGreaterThan(20);
    expect(sheet?.name).toBe('Descargas');
  });

  it('indents text that follows a number, and leaves ids to CSV', async () => {
    const described = sheetOf('text', 'percent', 'datetime', 'integer', 'text', 'text');
    const columns = described.columns.map((column, place) => (place === 0 ? { ...column, isId: true as const } : column));
    const [sheet] = rowsOf(await openXlsx({ ...described, columns }, [['persona-090', 0.5, AT, 3, 'Ana', 'Luis']]));
    const cellsOf = (row: number) => [1, 2, 3, 4, 5, 6].map((index) => sheet?.getRow(row).getCell(index));
    expect(cellsOf(HEADER_ROW).map((cell) => cell?.value)).toEqual(['Columna 2', 'Columna 3', 'Columna 4', 'Columna 5', 'Columna 6', null]);
    for (const row of [HEADER_ROW, HEADER_ROW + 1])
      expect(cellsOf(row).map((cell) => cell?.alignment?.indent ?? 0)).toEqual([0, 1, 0, 1, 0, 0]);
    expect(await csvOf({ ...described, columns }, [['persona-090', 0.5, AT, 3, 'Ana', 'Luis']])).toContain('persona-090');
    // A person who chose nothing else gets a workbook, too.
    const [only] = rowsOf(await openXlsx({ ...described, columns: columns.slice(0, 1) }, [['persona-090']]));
    expect(only?.getRow(HEADER_ROW + 1).getCell(1).value).toBe('persona-090');
  });

  it.each([...DANGEROUS, ...HARMLESS])('keeps %j as a text cell', async (value) => {
    const [sheet] = rowsOf(await openXlsx(sheetOf('text', 'integer'), [[value, value]]));
    for (const index of [1, 2]) {
      const cell = sheet?.getRow(HEADER_ROW + 1).getCell(index);
      expect(cell?.type).toBe(ExcelJS.ValueType.String);
      expect(cell?.formula).toBeUndefined();
    }
    if (DANGEROUS.includes(value)) expect(sheet?.getRow(HEADER_ROW + 1).getCell(1).numFmt).toBe('@');
  });

  it.each([
    [{ formula: '1+1', result: 2 }],
    [{ text: 'x', hyperlink: 'http://example.test' }],
    [{ richText: [{ text: 'x' }] }],
    [{ error: '#REF!' }],
    [{ sharedFormula: 'A1' }],
    [[{ formula: '1+1' }]],
    [new Map([['formula', '1+1']])],
  ])('shows a map or list of a document as text: %j', async (value) => {
    const kinds: ColumnKind[] = ['text', 'integer', 'money', 'date', 'datetime', 'boolean', 'bytes'];
    const [sheet] = rowsOf(await openXlsx(sheetOf(...kinds), [kinds.map(() => value)]));
    const types = kinds.map((_kind, index) => sheet?.getRow(HEADER_ROW + 1).getCell(index + 1).type);
    expect(new Set(types)).toEqual(new Set([ExcelJS.ValueType.String]));
  });

  it('reads days as Guatemala or ISO writes them, and keeps other formats as text', async () => {
    const written = ['04/05/2026', '4/5/24', '5 de mayo', '2026-05-04', '2026-05-04T10:00:00'];
    const rows = written.map((text) => [text, text]);
    const [sheet] = rowsOf(await openXlsx(sheetOf('date', 'datetime'), rows));
    const cell = (index: number) => rows.map((_row, row) => sheet?.getRow(HEADER_ROW + 1 + row).getCell(index).value);
    const day = new Date('2026-05-04T00:00:00Z');
    expect(cell(1)).toEqual([day, '4/5/24', '5 de mayo', day, '2026-05-04T10:00:00']);
    expect(cell(2)).toEqual(written);
  });

  it('cuts a text at the limit of a cell and drops what would damage the file', async () => {
    const [sheet] = rowsOf(await openXlsx(sheetOf('text'), [['x'.repeat(40_000)], [`a\u0001\uFFFEb\uD800c`], ['😀'.repeat(20_000)]]));
    const value = (row: number) => sheet?.getRow(HEADER_ROW + row).getCell(1).text ?? '';
    expect(value(1)).toHaveLength(MAX_CELL_CHARACTERS);
    expect(value(1).endsWith('x…')).toBe(true);
    expect(value(2)).toBe('abc');
    expect(value(3)).toBe(`${'😀'.repeat(16_383)}…`);
  });

  it('continues on further sheets when one is full, with totals of each and of all', async () => {
    const workbook = await openXlsx(
      sheetOf('text', 'integer'),
      Array.from({ length: 8 }, (_, index) => [`fila ${index}`, index]),
      HEADER_ROW + 4,
    );
    expect(rowsOf(workbook).map((sheet) => sheet.name)).toEqual(['Descargas', 'Descargas (2)', 'Descargas (3)']);
    expect(rowsOf(workbook).map((sheet) => sheet.getRow(HEADER_ROW + 1).getCell(1).value)).toEqual(['fila 0', 'fila 3', 'fila 6']);
    expect(rowsOf(workbook).map((sheet) => sheet.getRow(HEADER_ROW).getCell(1).value)).toEqual(['Columna 1', 'Columna 1', 'Columna 1']);
    const totalsOf = (sheet: number, row: number) => [1, 2].map((cell) => rowsOf(workbook)[sheet]?.getRow(row).getCell(cell).value);
    const here = (sum: number, rows: string) => ['Total de esta hoja', { formula: `SUBTOTAL(109,${rows})`, result: sum }];
    expect([0, 1].map((sheet) => totalsOf(sheet, HEADER_ROW + 4))).toEqual([here(3, 'B2:B4'), here(12, 'B2:B4')]);
    expect(totalsOf(2, HEADER_ROW + 3)).toEqual(here(13, 'B2:B3'));
    expect(totalsOf(2, HEADER_ROW + 4)).toEqual([
      'Total de las 3 hojas',
      { formula: `SUBTOTAL(109,'Descargas'!B2:B4,'Descargas (2)'!B2:B4,B2:B3)`, result: 28 },
    ]);
  });

  it('has the total of all sheets also where the last one is full', async () => {
    const rows = Array.from({ length: 6 }, (_, index) => [`fila ${index}`, index]);
    const [first, last] = rowsOf(await openXlsx(sheetOf('text', 'integer'), rows, HEADER_ROW + 4));
    expect([first, last].map((sheet) => sheet?.rowCount)).toEqual([HEADER_ROW + 4, HEADER_ROW + 4]);
    expect(last?.getRow(HEADER_ROW + 4).getCell(1).value).toBe('Total de las 2 hojas');
    expect(last?.getRow(HEADER_ROW + 4).getCell(2).value).toMatchObject({ result: 15 });
  });

  it('has a header and a filter even without rows', async () => {
    const [sheet] = rowsOf(await openXlsx(sheetOf('text', 'integer'), []));
    expect(sheet?.rowCount).toBe(HEADER_ROW);
    expect(sheet?.autoFilter).toBe(`A${HEADER_ROW}:B${HEADER_ROW}`);
  });

  it('cleans the name of a sheet and shortens it to 31 characters', async () => {
    const name = `Año '26: [a]/b\\c*?${'x'.repeat(60)}`;
    const [sheet] = rowsOf(await openXlsx({ ...sheetOf('text'), name }, [['a']]));
    expect(sheet?.name).toMatch(/^Año {2}26 {2} a {2}b c {2}x+$/);
    expect(sheet?.name.length).toBeLessThanOrEqual(31);
  });
});

describe('CSV', () => {
  it('is UTF-8 with byte order mark, CRLF and plain values', async () => {
    const kinds: ColumnKind[] = ['text', 'integer', 'money', 'date', 'datetime', 'boolean', 'bytes', 'percent', 'month'];
    const row = ['Señor "Ñ", S.A.\r\nSegunda', 1240, 1234.5, '2026-11-19', AT, true, 8602, 0.0284375, 'marzo de 2026'];
    const content = await csvOf(sheetOf(...kinds), [row]);
    expect(content.startsWith('\uFEFF')).toBe(true);
    expect(parseCsv(content.slice(1))).toEqual([
      kinds.map((_kind, index) => `Columna ${index + 1}`),
      ['Señor "Ñ", S.A.\r\nSegunda', '1240', '1234.50', '19/11/2026', '19/11/2026 22:30', 'Sí', '0.0082', '2.84', 'marzo de 2026'],
    ]);
  });

  it('keeps a text of several lines in one field, whatever its line breaks', async () => {
    const texts = ['Lunes\nMartes', 'Lunes\rMartes', 'Lunes\r\nMartes', 'Lunes, \n"Martes"'];
    expect(
      parseCsv(
        (
          await csvOf(
            sheetOf('text', 'integer'),
            texts.map((text, index) => [text, index]),
          )
        ).slice(1),
      ).slice(1),
    ).toEqual(texts.map((text, index) => [text, String(index)]));
  });

  it.each(DANGEROUS)('puts an apostrophe before %j', async (value) => {
    const [, row] = parseCsv((await csvOf(sheetOf('text', 'integer'), [[value, value]])).slice(1));
    const text = value.replace('\0', '');
    expect(row).toEqual([`'${text}`, `'${text}`]);
    expect(row?.map(textOfCell)).toEqual([text, text]);
  });

  it.each(HARMLESS)('leaves %j readable', async (value) => {
    const [, row] = parseCsv((await csvOf(sheetOf('text'), [[value]])).slice(1));
    expect(row).toEqual([value]);
    expect(textOfCell(value)).toBe(value);
  });

  it('writes negative numbers without an apostrophe', async () => {
    const [, row] = parseCsv((await csvOf(sheetOf('integer', 'money'), [[-5, '-2.50']])).slice(1));
    expect(row).toEqual(['-5', '-2.50']);
  });
});

describe.each([
  ['XLSX', writeXlsx],
  ['CSV', writeCsv],
] as const)('a %s export that cannot finish', (_name, write) => {
  const rows = (): Row[] => Array.from({ length: 1000 }, (_, index) => [`fila ${index} ${Math.random()}`, index]);

  it('stops reading rows when the reader goes away', async () => {
    let read = 0;
    let closed = false;
    async function* endless(): AsyncGenerator<Row[]> {
      try {
        for (;;) {
          read += 1;
          yield await Promise.resolve(rows());
        }
      } finally {
        closed = true;
      }
    }
    const reader = new PassThrough();
    let chunks = 0;
    reader.on('data', () => (chunks += 1) === 5 && reader.destroy());
    await expect(write(reader, sheetOf('text', 'integer'), endless())).rejects.toThrow();
    expect(closed).toBe(true);
    expect(read).toBeGreaterThan(0);
  });

  it('stops reading rows while the reader takes none', async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<Row[]> {
      for (;;) {
        read += 1;
        yield await Promise.resolve(rows());
      }
    }
    const abort = new AbortController();
    const never = new Writable({ write: () => undefined });
    const done = write(never, sheetOf('text', 'integer'), endless(), { signal: abort.signal });
    // Reading has stalled when the count stays the same over some turns of the loop.
    await vi.waitFor(
      async () => {
        const before = read;
        expect(before).toBeGreaterThan(0);
        await delay(150);
        expect(read).toBe(before);
      },
      { timeout: 10_000, interval: 10 },
    );
    expect(read).toBeLessThan(200);
    abort.abort();
    await expect(done).rejects.toThrow();
  });

  it('destroys the destination when the row source fails', async () => {
    async function* failing(): AsyncGenerator<Row[]> {
      yield rows();
      throw await Promise.resolve(new Error('the query failed'));
    }
    const destination = new PassThrough();
    destination.on('error', () => undefined).resume();
    await expect(write(destination, sheetOf('text', 'integer'), failing())).rejects.toThrow('the query failed');
    expect(destination.destroyed).toBe(true);
  });
});

it('names the file by prefix and Guatemalan time', () => {
  expect(exportFileName('agencias', 'xlsx', AT)).toBe('agencias-20261119-223004.xlsx');
  expect(exportFileName('Descargas por año"\r\n/..', 'csv', AT)).toBe('descargas-por-ano-20261119-223004.csv');
});
