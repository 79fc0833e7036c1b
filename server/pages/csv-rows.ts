import { READ_COLUMNS_MAX, READ_LETTERS_MAX } from './table-cutter.ts';

/** Excel writes semicolons where the comma is the decimal separator. */
const SEPARATORS = [',', ';', '\t', '|'] as const;
const JUDGED_LINES = 20;
const JUDGED_LETTERS = 16_384;
const QUOTE = '"';

/** The separator of a text's cells: the one that occurs equally often in most of its first lines. */
export function findSeparator(start: string): string {
  // Excel's own declaration of the separator.
  const named = /^\ufeff?sep=(.)\r?\n/.exec(start.slice(0, 16))?.[1];
  if (named !== undefined) return named;
  const lines = start.slice(0, JUDGED_LETTERS).split('\n', JUDGED_LINES);
  const score = (separator: string) => {
    const counts = lines.map((line) => countOutsideQuotes(line, separator));
    const first = counts[0] ?? 0;
    return first === 0 ? 0 : counts.filter((count) => count === first).length + first / 1_000;
  };
  const scored = SEPARATORS.map((separator) => ({ separator, score: score(separator) }));
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).separator;
}

function countOutsideQuotes(line: string, separator: string): number {
  let [count, isQuoted] = [0, false];
  for (const letter of line) {
    if (letter === QUOTE) isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) count += 1;
  }
  return count;
}

/** Rows of separated values (RFC 4180) from a text in chunks; quoted cells may contain line breaks. Linear in the length of the text. */
export class CsvRows {
  #cells: string[] = [];
  #cell = '';
  #isQuoted = false;
  /** A quote inside quotes: the next letter tells whether it was the end. */
  #hadQuote = false;
  #hadReturn = false;
  #isEmpty = true;

  constructor(
    private readonly separator: string,
    private readonly letters = READ_LETTERS_MAX,
  ) {}

  /** The rows completed by this chunk. */
  *read(piece: string): Generator<string[]> {
    for (const letter of piece) {
      if (this.#hadReturn && letter === '\n') {
        this.#hadReturn = false;
        continue;
      }
      this.#hadReturn = false;
      if (this.#endsRow(letter)) yield this.#takeRow();
      else this.#take(letter);
    }
  }

  /** The last row, if the text does not end with a line end. */
  *end(): Generator<string[]> {
    if (!this.#isEmpty) yield this.#takeRow();
  }

  #endsRow(letter: string): boolean {
    if (this.#isQuoted && !this.#hadQuote) return false;
    this.#hadReturn = letter === '\r';
    return letter === '\n' || letter === '\r';
  }

  #take(letter: string): void {
    this.#isEmpty = false;
    if (this.#isQuoted && !this.#hadQuote) {
      if (letter === QUOTE) this.#hadQuote = true;
      else this.#keep(letter);
    } else if (letter === QUOTE && this.#hadQuote) {
      this.#hadQuote = false;
      this.#keep(letter);
    } else if (letter === this.separator) this.#takeCell();
    else if (letter === QUOTE && this.#cell === '') this.#isQuoted = true;
    else this.#keep(letter);
  }

  #keep(letter: string): void {
    if (this.#cell.length < this.letters) this.#cell += letter;
  }

  #takeCell(): void {
    if (this.#cells.length < READ_COLUMNS_MAX) this.#cells.push(this.#cell);
    this.#cell = '';
    this.#isQuoted = false;
    this.#hadQuote = false;
  }

  #takeRow(): string[] {
    this.#takeCell();
    const row = this.#cells;
    this.#cells = [];
    this.#isEmpty = true;
    return row;
  }
}
