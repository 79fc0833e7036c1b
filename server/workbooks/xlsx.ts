import { createHash } from 'node:crypto';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import { isPlainText, toCell, toCellText } from './cells.ts';
import { csvHead, csvLines } from './csv.ts';
import {
  columnStyle,
  columnWidth,
  HEADER_ROW,
  headerStyle,
  sheetName,
  tabColumns,
  totalStyle,
  worksheetOptions,
  type TabColumn,
} from './layout.ts';
import type { ExportSummary, Row, RowBatches, Sheet, StreamOptions } from './sheet.ts';
import { addParameters, addStyledRow, addSummary } from './summary-pages.ts';

/** Rows of one worksheet; further ones continue in the next one under the same header. */
const MAX_SHEET_ROWS = 1_048_576;
/**
 * A tight loop of exceljs blocks the event loop for seconds: it yields after this many rows (about 2 ms),
 * since serving a page needs a dozen turns.
 */
const ROWS_PER_TURN = 60;
/** Bytes of finished XML that may wait for compression or the reader before writing pauses. */
const MAX_BACKLOG_BYTES = 2 * 1024 * 1024;

/** Writes one workbook. See writeSheet. */
export async function writeXlsx(
  destination: Writable,
  sheet: Sheet,
  batches: RowBatches,
  { maxSheetRows = MAX_SHEET_ROWS, signal }: StreamOptions = {},
): Promise<ExportSummary> {
  const output = new PassThrough();
  const delivered = pipeline(output, destination, { signal });
  const stopped = new Promise<never>((_resolve, reject) => {
    delivered.catch(reject);
  });
  stopped.catch(() => undefined);
  const workbook = openWorkbook(output, sheet);
  try {
    await Promise.race([addSummary(workbook, sheet), stopped]);
    const filters: DefinedName[] = [];
    nameFilters(workbook, filters);
    const writer = new WorkbookStream(workbook, sheet, { filters, maxSheetRows });
    const writeAll = async (one: WorkbookStream, rows: RowBatches) => {
      for await (const batch of rows) await Promise.race([one.write(batch), stopped]);
      one.endRows();
    };
    await writeAll(writer, batches);
    for (const { rows, ...further } of sheet.further ?? []) {
      const { summary: _summary, ...head } = sheet;
      await writeAll(new WorkbookStream(workbook, { ...head, ...further }, { filters, maxSheetRows }), rows());
    }
    await Promise.race([writer.finish(), stopped]);
    await delivered;
    return { rows: writer.rowCount };
  } catch (error) {
    (workbook as unknown as WorkbookInternals).zip.abort();
    output.destroy(error instanceof Error ? error : new Error('export failed', { cause: error }));
    await delivered.catch(() => undefined);
    throw error;
  }
}

/**
 * Internals missing from exceljs' types: the queue between a worksheet and the zip (a stream of readable-stream 2, which has no
 * `writableLength` yet), the zip itself, and the defined names, for which it has no way to limit them to one sheet.
 */
interface WorksheetInternals {
  stream: { pipes: readonly (Writable & { _writableState: { length: number } })[] };
}
interface WorkbookInternals {
  zip: { abort(): void };
  definedNames: object;
}

/** A defined name, as exceljs writes it. */
interface DefinedName {
  name: string;
  /** 0-based. */
  localSheetId: number;
  ranges: readonly string[];
}

function openWorkbook(output: Writable, { organisation, generatedBy, generatedAt, summary }: Sheet): ExcelJS.stream.xlsx.WorkbookWriter {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: output, useStyles: true, useSharedStrings: false });
  workbook.creator = toCellText(organisation ?? generatedBy);
  workbook.lastModifiedBy = toCellText(generatedBy);
  workbook.created = generatedAt;
  workbook.modified = generatedAt;
  // A report opens at its headline numbers, a list at its rows.
  workbook.views = [{ x: 0, y: 0, width: 24_000, height: 12_000, firstSheet: 0, activeTab: summary ? 0 : 1, visibility: 'visible' }];
  return workbook;
}

/** Defines the filtered area of each sheet under the name that Excel uses: without it LibreOffice shows no arrows. */
function nameFilters(workbook: ExcelJS.stream.xlsx.WorkbookWriter, model: readonly DefinedName[]): void {
  Object.defineProperty((workbook as unknown as WorkbookInternals).definedNames, 'model', { value: model });
}

/** See `#styles`: the empty style too is looked up by identity. */
const PLAIN_STYLE = {};

class WorkbookStream {
  rowCount = 0;
  readonly #workbook: ExcelJS.stream.xlsx.WorkbookWriter;
  readonly #description: Sheet;
  readonly #maxSheetRows: number;
  readonly #filters: DefinedName[];
  readonly #columns: readonly TabColumn[];
  /** One style object per column: exceljs caches styles by identity, fresh objects cost several times as much. */
  readonly #styles: readonly Partial<ExcelJS.Style>[];
  readonly #sums: number[];
  /** Sums of the current worksheet alone. */
  #sheetSums: number[];
  /** Hash of the rows as CSV: identifies the data, whatever the file looks like. */
  readonly #dataHash = createHash('sha256');
  /** Data areas of the sheets before the current one. */
  readonly #full: { name: string; lastRow: number }[] = [];
  #sheet: ExcelJS.Worksheet;
  #sheetNumber = 1;
  /** Rows of the current worksheet, header included. */
  #sheetRows = 0;

  constructor(
    workbook: ExcelJS.stream.xlsx.WorkbookWriter,
    description: Sheet,
    { filters, maxSheetRows }: { filters: DefinedName[]; maxSheetRows: number },
  ) {
    this.#description = description;
    this.#filters = filters;
    this.#maxSheetRows = maxSheetRows;
    this.#columns = tabColumns(description.columns);
    this.#styles = this.#columns.map(columnStyle);
    this.#sums = this.#columns.map(() => 0);
    this.#sheetSums = this.#columns.map(() => 0);
    this.#workbook = workbook;
    this.#dataHash.update(csvHead(description.columns));
    this.#sheet = this.#openSheet();
  }

  async write(batch: readonly Row[]): Promise<void> {
    if (this.#description.summary) this.#dataHash.update(csvLines(batch, this.#description.columns));
    for (const row of batch) {
      // The last row is reserved for the totals.
      if (this.#sheetRows >= this.#maxSheetRows - 1) this.#nextSheet();
      this.#writeRow(row);
      this.rowCount += 1;
      if (this.rowCount % ROWS_PER_TURN === 0) await this.#pause();
    }
  }

  /** Ends these tabs; others may follow. */
  endRows(): void {
    this.#setFilter();
    this.#writeLastTotals();
    this.#sheet.commit();
  }

  /** After the rows of all tabs. */
  async finish(): Promise<void> {
    if (this.#description.summary)
      addParameters(this.#workbook, this.#description, { rows: this.rowCount, dataSha256: this.#dataHash.digest('hex') });
    await this.#workbook.commit();
  }

  /** Yields to the event loop, and waits while too much is queued for compression and reader. */
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
    // undefined leaves the cell out of the file, null writes an empty one.
    const primitives = this.#columns.map(({ kind, place }) => toCell(values[place], kind) ?? undefined);
    const row = Object.assign(this.#sheet.addRow(primitives), { style: PLAIN_STYLE });
    for (const [index, value] of primitives.entries()) {
      const cell = value === undefined ? undefined : row.findCell(index + 1);
      if (!cell) continue;
      if (typeof value === 'number') this.#add(index, value);
      const isPlain = typeof value === 'string' && isPlainText(value) && !this.#columns[index]?.isIndented;
      cell.style = (isPlain ? undefined : this.#styles[index]) ?? PLAIN_STYLE;
    }
    row.commit();
    this.#sheetRows += 1;
  }

  #add(index: number, value: number): void {
    this.#sums[index] = (this.#sums[index] ?? 0) + value;
    this.#sheetSums[index] = (this.#sheetSums[index] ?? 0) + value;
  }

  #openSheet(): ExcelJS.Worksheet {
    const columns = this.#columns;
    const name = sheetName(this.#description.name, this.#sheetNumber);
    const sheet = this.#workbook.addWorksheet(name, worksheetOptions(this.#description, columns));
    sheet.columns = columns.map((column) => ({ width: columnWidth(column) }));
    addStyledRow(
      sheet,
      columns.map((column) => toCellText(column.title)),
      columns.map(headerStyle),
    );
    this.#sheetRows = HEADER_ROW;
    return sheet;
  }

  #nextSheet(): void {
    this.#setFilter();
    this.#full.push({ name: this.#sheet.name, lastRow: this.#sheetRows });
    this.#writeTotals('Total de esta hoja', this.#sheetSums, [this.#area()]);
    this.#sheet.commit();
    this.#sheetSums = this.#sheetSums.map(() => 0);
    this.#sheetNumber += 1;
    this.#sheet = this.#openSheet();
  }

  /** The filter covers header and data, never the totals: sorting must not mix them in. */
  #setFilter(): void {
    this.#sheet.autoFilter = {
      from: { row: HEADER_ROW, column: 1 },
      to: { row: this.#sheetRows, column: this.#columns.length },
    };
    const last = this.#sheet.getColumn(this.#columns.length).letter;
    this.#filters.push({
      name: '_xlnm._FilterDatabase',
      localSheetId: this.#sheet.id - 1,
      ranges: [`'${this.#sheet.name}'!$A$${HEADER_ROW}:$${last}$${this.#sheetRows}`],
    });
  }

  /** Writes totals below the last row: of the tab, if there are several and a row is left, and of all tabs. */
  #writeLastTotals(): void {
    if (this.#full.length === 0) return this.#writeTotals('Total', this.#sums, [this.#area()]);
    const here = this.#area();
    const all = [...this.#full.map(({ name, lastRow }) => ({ ...here, sheet: name, lastRow })), here];
    if (this.#sheetRows + 2 <= this.#maxSheetRows) this.#writeTotals('Total de esta hoja', this.#sheetSums, [here]);
    this.#writeTotals(`Total de las ${this.#sheetNumber} hojas`, this.#sums, all);
  }

  #writeTotals(label: string, sums: readonly number[], areas: readonly Area[]): void {
    const columns = this.#columns;
    if (this.rowCount === 0 || !columns.some((column) => column.total)) return;
    const totals = columns.map((column, index) => (column.total ? this.#totalOf(index, sums, areas) : null));
    if (totals[0] === null) addStyledRow(this.#sheet, [label, ...totals.slice(1)], columns.map(totalStyle));
    else addStyledRow(this.#sheet, totals, columns.map(totalStyle));
  }

  /** The data area of the current worksheet. */
  #area(): Area {
    return { firstRow: HEADER_ROW + 1, lastRow: this.#sheetRows };
  }

  /** The only formula of a workbook: it follows the filter, and carries its value for programs that do not calculate. */
  #totalOf(index: number, sums: readonly number[], areas: readonly Area[]): ExcelJS.CellFormulaValue {
    const column = this.#sheet.getColumn(index + 1).letter;
    const ranges = areas.map(({ sheet, firstRow, lastRow }) => `${sheet ? `'${sheet}'!` : ''}${column}${firstRow}:${column}${lastRow}`);
    return { formula: `SUBTOTAL(109,${ranges.join(',')})`, result: roundSum(sums[index] ?? 0), date1904: false };
  }
}

/** Rows of one worksheet. Default: the current one. */
interface Area {
  sheet?: string;
  firstRow: number;
  lastRow: number;
}

/** Removes the rounding error of binary fractions beyond the sixth decimal. */
function roundSum(sum: number): number {
  return Number(sum.toFixed(6));
}
