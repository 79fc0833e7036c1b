import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { roundToCents } from '../domain/money.ts';
import { formatDate, formatDateTime } from '../domain/dates.ts';
import { toDecimals } from '../domain/text.ts';
import { looksLikeFormula, toPrimitive, wallTimeOfSerial } from './cells.ts';
import type { ExportSummary, Row, RowBatches, Sheet, SheetColumn, StreamOptions } from './sheet.ts';

/** Without it Excel reads the file as Windows-1252 and breaks every accent. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Writes a sheet as CSV: header and data only, UTF-8 with byte order mark, CRLF, comma. Numbers are plain (`1234.50`, no Q, no thousands),
 * shares in percent (`2.84`), days dd/mm/yyyy, instants dd/mm/yyyy hh:mm in Guatemala. Text that a spreadsheet would take for a formula
 * gets a leading apostrophe. See writeSheet.
 */
export async function writeCsv(
  destination: Writable,
  sheet: Sheet,
  batches: RowBatches,
  { signal }: StreamOptions = {},
): Promise<ExportSummary> {
  let rows = 0;
  async function* text(): AsyncGenerator<string> {
    yield csvHead(sheet.columns);
    for await (const batch of batches) {
      rows += batch.length;
      yield csvLines(batch, sheet.columns);
      await nextTurn();
    }
  }
  await pipeline(text, destination, { signal });
  return { rows };
}

/** The byte order mark and header line of a CSV file. */
export function csvHead(columns: readonly SheetColumn[]): string {
  return BYTE_ORDER_MARK + lines([columns.map((column) => safeText(column.title))]);
}

export function csvLines(batch: readonly Row[], columns: readonly SheetColumn[]): string {
  return lines(batch.map((row) => fields(row, columns)));
}

function lines(rows: readonly (readonly string[])[]): string {
  // Texts with either kind of line break are quoted, not only those with our CRLF: long texts contain LF.
  return rows.length === 0 ? '' : stringify([...rows] as string[][], { record_delimiter: '\r\n', quote_record_delimiter: true });
}

function fields(row: Row, columns: readonly SheetColumn[]): string[] {
  return columns.map((column, index) => toField(row[index], column));
}

function toField(value: unknown, column: SheetColumn): string {
  const primitive = toPrimitive(value, column.kind);
  if (primitive === null) return '';
  if (typeof primitive === 'string') return safeText(primitive);
  switch (column.kind) {
    case 'date':
      return formatDate(wallTimeOfSerial(primitive));
    case 'datetime':
      return formatDateTime(wallTimeOfSerial(primitive));
    case 'money':
      // As on screen: half a centavo rounds away from zero on the decimal digits, not on the binary value.
      return roundToCents(primitive);
    case 'percent':
      return toDecimals(primitive * 100, 2);
    case 'bytes':
      return toDecimals(primitive, primitive < 0.01 ? 4 : 2);
    default:
      return String(primitive);
  }
}

/** A text with apostrophes of its own before a possible formula gets one more, so that `textOfCell` returns it unchanged. */
function safeText(text: string): string {
  return hidesFormula(text) ? `'${text}` : text;
}

/** The text of a cell of a CSV file, without the apostrophe that writeCsv puts before a possible formula. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && hidesFormula(cell) ? cell.slice(1) : cell;
}

function hidesFormula(text: string): boolean {
  return looksLikeFormula(text.replace(/^'+/, ''));
}
