import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import { isPlainText, toCellText, toPrimitive, type Primitive } from './cells.ts';
import { columnStyle, columnWidth, headRows, HEADER_STYLE, sheetName, totalStyle, worksheetOptions } from './layout.ts';
import type { ExportSummary, Row, RowBatches, Sheet, StreamOptions } from './sheet.ts';

/** Rows that one worksheet can hold; what is over goes on in the next one under the same head. */
const MAX_SHEET_ROWS = 1_048_576;
/** A tight loop of exceljs holds the event loop for seconds: it is given back after so many rows (about 2 ms), since a page needs a dozen turns. */
const ROWS_PER_TURN = 60;
/** Bytes of finished XML that may wait for compression or for the reader before writing pauses. */
const MAX_BACKLOG_BYTES = 2 * 1024 * 1024;

/** One workbook. See writeSheet. */
export async function writeXlsx(
  destination: Writable,
  sheet: Sheet,
  batches: RowBatches,
  options: StreamOptions = {},
): Promise<ExportSummary> {
  const output = new PassThrough();
  const delivered = pipeline(output, destination, { signal: options.signal });
  const stopped = new Promise<never>((_resolve, reject) => {
    delivered.catch(reject);
  });
  stopped.catch(() => undefined);
  const writer = new WorkbookStream(output, sheet, options.maxSheetRows ?? MAX_SHEET_ROWS);
  try {
    for await (const batch of batches) await Promise.race([writer.write(batch), stopped]);
    await Promise.race([writer.finish(), stopped]);
    await delivered;
    return { rows: writer.rowCount };
  } catch (error) {
    writer.abort();
    output.destroy(error instanceof Error ? error : new Error('export failed', { cause: error }));
    await delivered.catch(() => undefined);
    throw error;
  }
}

/**
 * What exceljs' types leave out of its writer: the queue between a worksheet and the zip (a stream of readable-stream 2,
 * which has no `writableLength` yet), and the zip itself.
 */
interface WorksheetInternals {
  stream: { pipes: readonly (Writable & { _writableState: { length: number } })[] };
}
interface WorkbookInternals {
  zip: { abort(): void };
}

/** See `#styles`: also no style at all is looked up by identity. */
const PLAIN_STYLE = {};

class WorkbookStream {
  rowCount = 0;
  readonly #workbook: ExcelJS.stream.xlsx.WorkbookWriter;
  readonly #description: Sheet;
  readonly #maxSheetRows: number;
  /** One style object per column: exceljs knows a style again by its identity, fresh ones cost several times as much. */
  readonly #styles: readonly Partial<ExcelJS.Style>[];
  readonly #sums: number[];
  readonly #headerRow: number;
  #sheet: ExcelJS.Worksheet;
  #sheetNumber = 1;
  /** Rows of the present worksheet, head counted. */
  #sheetRows = 0;

  constructor(output: Writable, description: Sheet, maxSheetRows: number) {
    this.#description = description;
    this.#maxSheetRows = maxSheetRows;
    this.#styles = description.columns.map(columnStyle);
    this.#sums = description.columns.map(() => 0);
    this.#headerRow = headRows(description).length + 1;
    this.#workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: output, useStyles: true, useSharedStrings: false });
    this.#workbook.creator = toCellText(description.organisation ?? description.generatedBy);
    this.#workbook.lastModifiedBy = toCellText(description.generatedBy);
    this.#workbook.created = description.generatedAt;
    this.#workbook.modified = description.generatedAt;
    this.#sheet = this.#openSheet();
  }

  async write(batch: readonly Row[]): Promise<void> {
    for (const row of batch) {
      // The last row is kept for the totals.
      if (this.#sheetRows >= this.#maxSheetRows - 1) this.#nextSheet();
      this.#writeRow(row);
      this.rowCount += 1;
      if (this.rowCount % ROWS_PER_TURN === 0) await this.#pause();
    }
  }

  async finish(): Promise<void> {
    this.#setFilter();
    this.#writeTotals();
    await this.#workbook.commit();
  }

  abort(): void {
    (this.#workbook as unknown as WorkbookInternals).zip.abort();
  }

  /** Gives the event loop back, and waits while more is queued than compression and reader take. */
  async #pause(): Promise<void> {
    await nextTurn();
    const queue = (this.#sheet as unknown as WorksheetInternals).stream.pipes[0];
    if (queue && queue._writableState.length > MAX_BACKLOG_BYTES) {
      await new Promise<void>((resolve) => {
        queue.once('drain', resolve);
      });
    }
  }

  #writeRow(values: Row): void {
    const { columns } = this.#description;
    // undefined leaves the cell out of the file, null writes an empty one.
    const primitives = columns.map((column, index) => toPrimitive(values[index], column.kind) ?? undefined);
    const row = Object.assign(this.#sheet.addRow(primitives), { style: PLAIN_STYLE });
    for (const [index, value] of primitives.entries()) {
      const cell = value === undefined ? undefined : row.findCell(index + 1);
      if (!cell) continue;
      if (typeof value === 'number') this.#sums[index] = (this.#sums[index] ?? 0) + value;
      cell.style = (typeof value === 'string' && isPlainText(value) ? undefined : this.#styles[index]) ?? PLAIN_STYLE;
    }
    row.commit();
    this.#sheetRows += 1;
  }

  #openSheet(): ExcelJS.Worksheet {
    const { name, columns } = this.#description;
    const sheet = this.#workbook.addWorksheet(sheetName(name, this.#sheetNumber), worksheetOptions(this.#description, this.#headerRow));
    sheet.columns = columns.map((column) => ({ width: columnWidth(column) }));
    for (const { cells, styles } of headRows(this.#description)) addStyledRow(sheet, cells, styles);
    addStyledRow(
      sheet,
      columns.map((column) => toCellText(column.title)),
      columns.map(() => HEADER_STYLE),
    );
    this.#sheetRows = this.#headerRow;
    return sheet;
  }

  #nextSheet(): void {
    this.#setFilter();
    this.#sheet.commit();
    this.#sheetNumber += 1;
    this.#sheet = this.#openSheet();
  }

  /** The filter covers header and data, never the totals: sorting must not mix them in. */
  #setFilter(): void {
    this.#sheet.autoFilter = {
      from: { row: this.#headerRow, column: 1 },
      to: { row: this.#sheetRows, column: this.#description.columns.length },
    };
  }

  #writeTotals(): void {
    const { columns } = this.#description;
    if (this.rowCount === 0 || !columns.some((column) => column.total)) return;
    const totals = columns.map((column, index) => (column.total ? roundSum(this.#sums[index] ?? 0) : null));
    if (totals[0] === null) addStyledRow(this.#sheet, ['Total', ...totals.slice(1)], columns.map(totalStyle));
    else addStyledRow(this.#sheet, totals, columns.map(totalStyle));
  }
}

/** An empty row is added too: the rows below keep their numbers. */
function addStyledRow(sheet: ExcelJS.Worksheet, cells: readonly Primitive[], styles: readonly Partial<ExcelJS.Style>[]): void {
  const row = sheet.addRow(cells);
  styles.forEach((style, index) => {
    row.getCell(index + 1).style = style;
  });
  row.commit();
}

/** Takes away what adding binary fractions leaves behind the sixth decimal. */
function roundSum(sum: number): number {
  return Number(sum.toFixed(6));
}
