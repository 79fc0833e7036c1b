import type { Writable } from 'node:stream';
import { writeCsv } from './csv.ts';
import type { ExportFormat, ExportSummary, RowBatches, Sheet, StreamOptions } from './sheet.ts';

/**
 * Streams a sheet into `destination` (an answer, a file, memory) and ends it. Memory stays flat whatever the number of
 * rows: they are written as they come, and reading waits while the destination is slow. Rejects when the row source fails,
 * the destination closes early or `signal` aborts; the destination is then destroyed, so that nobody takes half a file for
 * whole.
 */
export async function writeSheet(
  destination: Writable,
  format: ExportFormat,
  sheet: Sheet,
  rows: RowBatches,
  options?: StreamOptions,
): Promise<ExportSummary> {
  // exceljs takes a process a third of a second to load: it is, for the first workbook.
  const write = format === 'xlsx' ? (await import('./xlsx.ts')).writeXlsx : writeCsv;
  return write(destination, sheet, rows, options);
}
