import type { TableContent, TableRow } from '../domain/document-content.ts';
import { cannotShow } from './cannot-show.ts';
import { PartWriter } from './part-writer.ts';
import { readMarkup, type MarkupReader } from './read-markup.ts';
import { READ_COLUMNS_MAX, TableCutter } from './table-cutter.ts';
import { formatCell, plainCell, readFormats, type CellFormat } from './xlsx-formats.ts';
import { readSharedStrings, readWorkbook, RichText } from './xlsx-workbook.ts';
import { ZipArchive } from './zip-archive.ts';

/** Limit per unpacked sheet: a hundred thousand rows of twenty cells. */
export const MAX_SHEET_BYTES = 100 * 1024 * 1024;
const MAX_STYLES_BYTES = 16 * 1024 * 1024;
const LETTERS = 26;

/** Workbook data needed to read cells. */
export interface Book {
  strings: readonly string[];
  formats: readonly (CellFormat | null)[];
  isFrom1904: boolean;
}

/** The visible sheets of a workbook, with last calculated values. Errors: `unsupported-type`. */
export async function readXlsx(location: string, target: string): Promise<{ content: TableContent; ends: number[] }> {
  const archive = await ZipArchive.open(location);
  const { sheets, book } = await openBook(archive);
  let content: TableContent = { form: 'table', parts: [], isComplete: true };
  const ends = await PartWriter.fill(target, async (parts) => {
    const table = new TableCutter(parts);
    for (const { name, entry } of sheets) {
      await table.begin(name);
      await copySheet(archive.readText(entry, MAX_SHEET_BYTES), book, table);
    }
    await table.end();
    content = { form: 'table', parts: table.described, isComplete: table.isComplete };
  });
  if (ends.length === 0) throw cannotShow('El libro de Excel no tiene datos.');
  return { content, ends };
}

/** The sheets, and the workbook data needed to read them. Errors: `unsupported-type`. */
export async function openBook(archive: ZipArchive, strings?: Parameters<typeof readSharedStrings>[1]) {
  const { sheets, isFrom1904 } = await readWorkbook(archive);
  if (sheets.length === 0) throw cannotShow('El libro de Excel está dañado y no se puede leer.', 'workbook without sheets');
  const book: Book = {
    strings: await readSharedStrings(archive, strings),
    formats: await readFormats(archive.readText('xl/styles.xml', MAX_STYLES_BYTES)),
    isFrom1904,
  };
  return { sheets, book };
}

async function copySheet(pieces: AsyncIterable<string>, book: Book, table: TableCutter): Promise<void> {
  for await (const read of readMarkup(pieces, new SheetRows(book))) {
    for (const row of read.take()) if (!(await table.add(row))) return;
  }
}

/** A row as raw values, with the columns that have none: a formula never calculated, or an error. */
export interface PlainRow extends TableRow {
  faults: (readonly [column: number, fault: CellFault])[];
}

export type CellFault = 'error' | 'formula';

/** Most merged areas kept of a sheet; they are listed as in the file: `A2:B4`. */
const MERGED_MAX = 1_000;
const AREA = /^[A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7}$/;

/** Collects the rows of a sheet; `take` returns the completed ones. */
export class SheetRows implements MarkupReader {
  readonly merged: string[] = [];
  /** Rows with cells that the workbook does not show: hidden by a person or by a filter. */
  hidden = 0;
  #rows: PlainRow[] = [];
  #number = 0;
  #isHidden = false;
  #cells: string[] = [];
  #column = 0;
  #kind = '';
  #style = 0;
  #value = '';
  #isValue = false;
  #hasFormula = false;
  readonly #faults = new Map<number, CellFault>();
  readonly #inline: RichText;

  /** @param plain return raw values, cut to this many characters; default: values as displayed */
  constructor(
    private readonly book: Book,
    private readonly plain?: { letters: number },
  ) {
    this.#inline = new RichText(plain?.letters);
  }

  take(): PlainRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#number = Number(attributes['r']) || this.#number + 1;
      this.#isHidden = ['1', 'true'].includes(attributes['hidden'] ?? '');
      this.#cells = [];
      this.#faults.clear();
      this.#column = 0;
    } else if (name === 'c') {
      this.#column = columnOf(attributes['r'] ?? '') ?? this.#column;
      this.#kind = attributes['t'] ?? 'n';
      this.#style = Number(attributes['s'] ?? 0);
      this.#value = '';
      this.#hasFormula = false;
    } else if (name === 'f') this.#hasFormula = true;
    else if (name === 'mergeCell') this.#addMerged(attributes['ref'] ?? '');
    else if (name === 'v') this.#isValue = true;
    else this.#inline.open(name);
  }

  text(text: string): void {
    if (this.#isValue) this.#value += text;
    else this.#inline.text(text);
  }

  close(name: string): void {
    if (name === 'v') this.#isValue = false;
    else if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
    else this.#inline.close(name);
  }

  #addMerged(area: string): void {
    if (this.merged.length < MERGED_MAX && AREA.test(area)) this.merged.push(area);
  }

  #endCell(): void {
    const inline = this.#inline.take();
    const text = inline === '' ? this.#show() : inline;
    const fault = this.#kind === 'e' ? 'error' : this.#hasFormula && text === '' && this.#kind !== 'str' ? 'formula' : null;
    // A row may name a cell any number of times: the last one counts.
    if (this.#column < READ_COLUMNS_MAX) {
      if (fault) this.#faults.set(this.#column, fault);
      while (this.#cells.length < this.#column && text !== '') this.#cells.push('');
      if (text !== '') this.#cells[this.#column] = text;
    }
    this.#column += 1;
  }

  #endRow(): void {
    const isFaulty = this.plain !== undefined && this.#faults.size > 0;
    if (this.#cells.length === 0 && !isFaulty) return;
    if (this.#isHidden) this.hidden += 1;
    this.#rows.push({ number: this.#number, cells: this.#cells, faults: [...this.#faults] });
  }

  #show(): string {
    const { strings, formats, isFrom1904 } = this.book;
    if (this.#kind === 's') return strings[Number(this.#value)] ?? '';
    if (this.#kind === 'b') return this.#value === '1' ? 'VERDADERO' : 'FALSO';
    if (this.#kind !== 'n') return this.#value;
    return (this.plain ? plainCell : formatCell)(this.#value, formats[this.#style], isFrom1904);
  }
}

/** `BC12` → 54, counted from 0; null when the reference names no column. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '';
  if (letters === '') return null;
  return [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64, 0) - 1;
}
