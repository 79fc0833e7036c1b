import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { roundToCents } from '../domain/money.ts';
import { formatDate, formatDateTime } from '../domain/dates.ts';
import { looksLikeFormula, toPrimitive, wallTimeOfSerial } from './cells.ts';
import type { ExportSummary, Row, RowBatches, Sheet, SheetColumn, StreamOptions } from './sheet.ts';

/** Excel takes a file without it for Windows-1252 and breaks every accent. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The same rows as CSV: header and data only, UTF-8 with byte order mark, CRLF, comma. Numbers are plain
 * (`1234.50`, no Q, no thousands), shares in percent (`2.84`), days dd/mm/yyyy, moments dd/mm/yyyy hh:mm of Guatemala. Text that a spreadsheet
 * would take for a formula gets an apostrophe in front. See writeSheet.
 */
export async function writeCsv(
  destination: Writable,
  sheet: Sheet,
  batches: RowBatches,
  options: StreamOptions = {},
): Promise<ExportSummary> {
  const { signal } = options;
  const abort = (): void => {
    destination.destroy(new Error('export aborted'));
  };
  signal?.addEventListener('abort', abort, { once: true });
  // Also when it closes before it ended.
  const delivered = finished(destination, { readable: false });
  delivered.catch(() => undefined);
  const put = async (text: string): Promise<void> => {
    if (destination.destroyed) await delivered;
    if (!destination.write(text)) await Promise.race([once(destination, 'drain'), delivered]);
    await nextTurn();
  };
  let rows = 0;
  try {
    signal?.throwIfAborted();
    await put(BYTE_ORDER_MARK + lines([sheet.columns.map((column) => safeText(column.title))]));
    for await (const batch of batches) {
      rows += batch.length;
      await put(lines(batch.map((row) => fields(row, sheet.columns))));
    }
    destination.end();
    await delivered;
    return { rows };
  } catch (error) {
    destination.destroy(error instanceof Error ? error : new Error('export failed', { cause: error }));
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

function lines(rows: readonly (readonly string[])[]): string {
  // A line break of either kind inside a text is quoted, not only the one that ends our lines: long texts hold LF.
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
      return (primitive * 100).toFixed(2);
    case 'bytes':
      return primitive.toFixed(primitive < 0.01 ? 4 : 2);
    default:
      return String(primitive);
  }
}

function safeText(text: string): string {
  return looksLikeFormula(text) ? `'${text}` : text;
}
