import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { writeCsv } from '../../workbooks/csv.ts';
import { inWorkbooks, type ColumnKind, type RowBatches, type Sheet } from '../../workbooks/sheet.ts';
import { writeXlsx } from '../../workbooks/xlsx.ts';

export interface Exported {
  sheet: Sheet;
  rows: (signal: AbortSignal) => RowBatches;
}

const GUATEMALA_MS = -6 * 3_600_000;
const BYTES_PER_MB = 1_048_576;
const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Writes the workbook as it is sent and reads it back: the cells below the header, by column; null in columns that workbooks lack. */
export async function readXlsx({ sheet, rows }: Exported): Promise<unknown[][]> {
  const stream = new PassThrough();
  const [bytes] = await Promise.all([buffer(stream), writeXlsx(stream, sheet, rows(new AbortController().signal))]);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer);
  const cells: unknown[][] = [];
  const shown = inWorkbooks(sheet.columns);
  workbook.worksheets[1]?.eachRow((row) =>
    cells.push(sheet.columns.map((_column, place) => (shown.includes(place) ? row.getCell(shown.indexOf(place) + 1).value : null))),
  );
  const header = cells.findIndex((row) => shown.every((place) => row[place] === sheet.columns[place]?.title));
  if (header !== 0) throw new Error('the head is not the first row');
  const isTotals = (row: readonly unknown[]) => sheet.columns.some((column) => column.total) && row === cells.at(-1);
  return cells.slice(header + 1).filter((row) => !isTotals(row));
}

/** Like `readXlsx` for the CSV file; every cell is text. */
export async function readCsv({ sheet, rows }: Exported): Promise<string[][]> {
  const stream = new PassThrough();
  const [bytes] = await Promise.all([buffer(stream), writeCsv(stream, sheet, rows(new AbortController().signal))]);
  const [header = [], ...lines] = parseCsv(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  if (header.join() !== sheet.columns.map((column) => column.title).join()) throw new Error(`header ${header.join()}`);
  return lines;
}

/** RFC 4180, parsed independently of the library that wrote the file. @throws where the file violates it */
export function parseCsv(content: string): string[][] {
  const rows: string[][] = [[]];
  let read = 0;
  const pattern = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/gy;
  for (let match = pattern.exec(content); match && pattern.lastIndex <= content.length; match = pattern.exec(content)) {
    const [, field = '', end] = match;
    rows.at(-1)?.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (end === '\r\n') rows.push([]);
    read = pattern.lastIndex;
    if (pattern.lastIndex === content.length) break;
  }
  if (read < content.length) throw new Error(`no CSV from ${JSON.stringify(content.slice(read, read + 40))} on`);
  if (content.endsWith('\r\n')) rows.pop();
  return rows;
}

type Cell = string | number | Date | null;

/** Expected workbook cell of a value: days and moments as dates of the Guatemala wall clock, bytes in MB. */
export function xlsxCell(value: unknown, kind: ColumnKind): Cell {
  if (value === null || value === '') return null;
  if (kind === 'bytes') return Number(value) / BYTES_PER_MB;
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  // A day comes as ISO or in Guatemala's notation.
  if (kind === 'date') return new Date(`${(value as string).split('/').reverse().join('-')}T00:00:00Z`);
  return value instanceof Date ? new Date(Math.floor((value.getTime() + GUATEMALA_MS) / 1_000) * 1_000) : (value as Cell);
}

/** Expected CSV cell of a value. */
export function csvCell(value: unknown, kind: ColumnKind): string {
  const cell = xlsxCell(value, kind);
  if (cell === null) return '';
  if (kind === 'money') return Number(cell).toFixed(2);
  if (kind === 'bytes') return Number(cell).toFixed(Number(cell) < 0.01 ? 4 : 2);
  if (!(cell instanceof Date)) return String(cell);
  const day = `${twoDigits(cell.getUTCDate())}/${twoDigits(cell.getUTCMonth() + 1)}/${cell.getUTCFullYear()}`;
  return kind === 'date' ? day : `${day} ${twoDigits(cell.getUTCHours())}:${twoDigits(cell.getUTCMinutes())}`;
}
