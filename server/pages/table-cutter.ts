import type { TablePart, TableRow } from '../domain/document-content.ts';
import type { PartWriter } from './part-writer.ts';

const PART_ROWS = 200;
const PART_LETTERS = 65_536;
/** Excel's own limits are 16,384 columns and 32,767 characters per cell: nobody reads those on a screen. */
const MAX_COLUMNS = 100;
const MAX_CELL_LETTERS = 1_000;
/** Readers need not keep more of a row or cell: the one beyond the limit shows that there is more. */
export const READ_COLUMNS_MAX = MAX_COLUMNS + 1;
export const READ_LETTERS_MAX = MAX_CELL_LETTERS + 1;

/** Cuts rows into parts as they arrive; a part holds rows of a single sheet. */
export class TableCutter {
  readonly described: TablePart[] = [];
  isComplete = true;
  #rows: TableRow[] = [];
  #letters = 0;
  #sheet = '';

  constructor(private readonly parts: PartWriter) {}

  /** Ends the previous sheet. @param sheet '' when there is only one */
  async begin(sheet: string): Promise<void> {
    await this.#flush();
    this.#sheet = sheet;
  }

  /** @returns false when no more rows are accepted */
  async add({ number, cells }: TableRow): Promise<boolean> {
    if (this.parts.isFull || cells.length > MAX_COLUMNS) this.isComplete = false;
    if (this.parts.isFull) return false;
    const row = { number, cells: cells.slice(0, MAX_COLUMNS).map(cellText) };
    this.#rows.push(row);
    this.#letters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (this.#rows.length >= PART_ROWS || this.#letters >= PART_LETTERS) await this.#flush();
    return true;
  }

  end(): Promise<void> {
    return this.#flush();
  }

  async #flush(): Promise<void> {
    const [first, last] = [this.#rows[0], this.#rows.at(-1)];
    if (!first || !last) return;
    await this.parts.add(JSON.stringify(this.#rows));
    const columns = Math.max(...this.#rows.map(({ cells }) => cells.length));
    this.described.push({ sheet: this.#sheet, firstRow: first.number, lastRow: last.number, columns });
    this.#rows = [];
    this.#letters = 0;
  }
}

function cellText(text: string): string {
  return text.length > MAX_CELL_LETTERS ? `${text.slice(0, MAX_CELL_LETTERS)}…` : text;
}
