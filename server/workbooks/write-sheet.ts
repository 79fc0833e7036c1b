import type { Writable } from 'node:stream';
import { writeCsv } from './csv.ts';
import type { ExportFormat, ExportSummary, RowBatches, Sheet, StreamOptions } from './sheet.ts';

/**
 * Streams a sheet into `destination` (a response, a file, memory) and ends it. Memory stays flat whatever the number of rows: they are
 * written as they come, and reading waits while the destination is slow (backpressure). Rejects when the row source fails, the destination
 * closes early or `signal` aborts; the destination is then destroyed, so that nobody takes half a file for a whole one.
 */
export async function writeSheet(
  destination: Writable,
  format: ExportFormat,
  sheet: Sheet,
  rows: RowBatches,
  options?: StreamOptions,
): Promise<ExportSummary> {
  // Loaded lazily, for the first workbook: exceljs takes a third of a second.
  const write = format === 'xlsx' ? (await import('./xlsx.ts')).writeXlsx : writeCsv;
  return write(destination, sheet, rows, options);
}
