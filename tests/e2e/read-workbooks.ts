import ExcelJS from 'exceljs';
import { parseCsv } from '#server/testing/lifecycle/read-export.ts';

type Value = string | number | Date | null;

export interface ReadWorkbook {
  /** Name of the sheet with the rows. */
  tab: string;
  /** Rows below the header, as numbers, texts and days. */
  rows: Value[][];
  problems: string[];
}

/** Columns that stay text even if they look like numbers: nobody adds them up, and leading zeros count. */
const CODES = /c[oó]digo|dpi|tel[eé]fono|n[uú]mero|nit|c[eé]dula|versi[oó]n/i;
/** Addresses of pictures and screens, and digests of contents: they are for programs, so only the CSV has them. */
export const ADDRESS_OR_DIGEST = /^https?:[^,]*\/media\/|^\/[a-z]|^[\da-f]{64}$/;
const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Reads a workbook as a program does, and compares it with the CSV of the same rows. */
export async function readWorkbook(xlsx: Buffer, csv: string): Promise<ReadWorkbook> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(xlsx as unknown as ExcelJS.Buffer);
  const [first, sheet] = workbook.worksheets;
  const problems: string[] = [];
  if (!first || !sheet) return { tab: '', rows: [], problems: ['lacks tabs'] };
  if (first.name !== 'Resumen') problems.push(`begins with «${first.name}»`);
  const said = first.getColumn(1).values.map(String);
  if (!said.some((text) => text.startsWith('Generado el '))) problems.push('does not say when and by whom');
  const [view] = sheet.views;
  if (view?.state !== 'frozen' || view.ySplit !== 1) problems.push('does not freeze its first row alone');

  const [head = [], ...lines] = parseCsv(csv.replace(/^\uFEFF/, ''));
  const titles = (sheet.getRow(1).values as unknown[]).slice(1).map(String);
  if (new Set(titles).size !== titles.length) problems.push(`has heads twice: ${titles.join()}`);
  // Ids are in the CSV only.
  const places = titles.map((title) => head.indexOf(title));
  if (places.includes(-1)) problems.push(`has other heads: ${titles.join()} of ${head.join()}`);

  const rows: Value[][] = lines.map((_line, at) => titles.map((_title, column) => valueOf(sheet.getRow(at + 2).getCell(column + 1))));
  titles.forEach((title, column) => {
    const isCode = CODES.test(title);
    const kinds = new Set(
      rows.map((row) => kindOf(row[column] ?? null)).map((kind) => (isCode && kind === 'number as text' ? 'text' : kind)),
    );
    kinds.delete('none');
    if (kinds.size > 1 || ['number as text', 'day as text'].some((kind) => kinds.has(kind)) || (isCode && kinds.has('day')))
      problems.push(`«${title}» has ${[...kinds].join(' and ')}`);
    const { numFmt } = sheet.getColumn(column + 1);
    rows.forEach((row, at) => {
      const value = row[column] ?? null;
      const wanted = lines[at]?.[places[column] ?? -1] ?? '';
      if (typeof value === 'string' && ADDRESS_OR_DIGEST.test(value)) problems.push(`«${title}», row ${at + 2}: shows ${value}`);
      if (!isSame(value, wanted)) problems.push(`«${title}», row ${at + 2}: ${String(value)} is not ${wanted}`);
      const format = sheet.getRow(at + 2).getCell(column + 1).numFmt ?? numFmt;
      if (/^\d+\.\d\d$/.test(wanted) && typeof value === 'number' && !/0\.0/.test(format)) problems.push(`«${title}» shows ${format}`);
    });
  });
  return { tab: sheet.name, rows, problems };
}

function valueOf({ value }: ExcelJS.Cell): Value {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' || typeof value === 'number' || value instanceof Date ? value : JSON.stringify(value);
}

function kindOf(value: Value): string {
  if (value === null) return 'none';
  if (value instanceof Date) return 'day';
  if (typeof value === 'number') return 'number';
  if (/^-?[\d,]+(\.\d+)?$/.test(value) || /^Q[\d,]+\.\d\d$/.test(value)) return 'number as text';
  return /^\d\d\/\d\d\/\d{4}( \d\d:\d\d)?$/.test(value) ? 'day as text' : 'text';
}

/** Whether the CSV shows the same value. */
function isSame(value: Value, written: string): boolean {
  if (value === null) return written === '';
  if (value instanceof Date) {
    const day = `${twoDigits(value.getUTCDate())}/${twoDigits(value.getUTCMonth() + 1)}/${value.getUTCFullYear()}`;
    return written === day || written === `${day} ${twoDigits(value.getUTCHours())}:${twoDigits(value.getUTCMinutes())}`;
  }
  if (typeof value === 'string') return written === value || written === `'${value}`;
  // The CSV writes shares in percent.
  return [value, value * 100].some((number) => Math.abs(number - Number(written)) <= 0.00501);
}

/** How the rows differ from the CSV that another program made of them. */
export function differences(rows: readonly (readonly Value[])[], csv: string): string[] {
  const [, ...lines] = parseCsv(csv.replaceAll(/\r?\n/g, '\r\n'));
  const problems: string[] = [];
  rows.forEach((row, at) =>
    row.forEach((value, column) => {
      const read = lines[at]?.[column] ?? '';
      const isEqual =
        value instanceof Date
          ? Math.abs(asDate(read) - value.getTime()) < 60_000
          : typeof value === 'number'
            ? Math.abs(asNumber(read) - value) < 1e-6 * Math.max(1, Math.abs(value))
            : read.replace(/\s+/g, ' ').trim() === (value ?? '').replace(/\s+/g, ' ').trim();
      if (!isEqual) problems.push(`row ${at + 2}, column ${column + 1}: ${String(value)} became ${read}`);
    }),
  );
  return problems;
}

/** `11/19/2026 22:30:04`: LibreOffice writes in its own language. */
function asDate(text: string): number {
  const [, month = '', day = '', year = '', time = '00:00:00'] = /^(\d\d)\/(\d\d)\/(\d{4})(?: (\d\d:\d\d:\d\d))?$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${time}Z`);
}

function asNumber(text: string): number {
  return text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
}
