import { cannotShow } from './cannot-show.ts';
import { readMarkup, type MarkupReader } from './read-markup.ts';
import { READ_LETTERS_MAX } from './table-cutter.ts';
import type { ZipArchive } from './zip-archive.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_SHEETS = 200;
const MAX_STRINGS = 1_000_000;
/** Limit for all texts together, which the process holds in memory. */
const MAX_LETTERS = 30_000_000;

interface Sheet {
  name: string;
  /** Path of its entry in the archive. */
  entry: string;
}

export interface Workbook {
  /** Visible sheets, in order. */
  sheets: readonly Sheet[];
  isFrom1904: boolean;
}

/** The sheets of a workbook. Errors: `unsupported-type`. */
export async function readWorkbook(archive: ZipArchive): Promise<Workbook> {
  const targets = new Targets();
  for await (const read of readMarkup(archive.readText('xl/_rels/workbook.xml.rels', MAX_BYTES), targets)) void read;
  const parts = new Parts();
  for await (const read of readMarkup(archive.readText('xl/workbook.xml', MAX_BYTES), parts)) if (read.found.length > MAX_SHEETS) break;
  const sheets = parts.found.slice(0, MAX_SHEETS).flatMap(({ name, relation }) => {
    const entry = targets.byId.get(relation);
    return entry === undefined ? [] : [{ name, entry }];
  });
  return { sheets, isFrom1904: parts.isFrom1904 };
}

class Targets implements MarkupReader {
  readonly byId = new Map<string, string>();

  open(name: string, { Id, Target }: Readonly<Record<string, string>>): void {
    if (name !== 'Relationship' || Id === undefined || Target === undefined || this.byId.size > MAX_SHEETS * 2) return;
    this.byId.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
  }
}

class Parts implements MarkupReader {
  readonly found: { name: string; relation: string }[] = [];
  isFrom1904 = false;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'workbookPr') this.isFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
    const isHidden = (attributes['state'] ?? 'visible') !== 'visible';
    if (name !== 'sheet' || isHidden) return;
    const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
    this.found.push({ name: (attributes['name'] ?? '').slice(0, READ_LETTERS_MAX), relation });
  }
}

/**
 * The texts that cells refer to by number, each cut to `letters` (default: what is displayed). Errors: `unsupported-type`,
 * also for too much text when all of it is needed.
 */
export async function readSharedStrings(archive: ZipArchive, { letters = READ_LETTERS_MAX, needsAll = false } = {}): Promise<string[]> {
  const strings = new SharedStrings(letters);
  for await (const read of readMarkup(archive.readText('xl/sharedStrings.xml', MAX_BYTES), strings)) if (read.isTooMuch) break;
  if (needsAll && strings.isTooMuch) throw cannotShow('El libro tiene demasiado texto. Divídalo en varios archivos.');
  return strings.found;
}

/** The text of a cell, which may be split into several runs; phonetic hints (`rPh`) are left out. */
export class RichText {
  #text = '';
  #isLetters = false;
  #aids = 0;

  constructor(private readonly letters = READ_LETTERS_MAX) {}

  open(name: string): void {
    if (name === 'rPh') this.#aids += 1;
    if (name === 't') this.#isLetters = true;
  }

  text(text: string): void {
    if (this.#isLetters && this.#aids === 0 && this.#text.length < this.letters) this.#text += text.slice(0, this.letters);
  }

  close(name: string): void {
    if (name === 'rPh') this.#aids -= 1;
    if (name === 't') this.#isLetters = false;
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

class SharedStrings implements MarkupReader {
  readonly found: string[] = [];
  readonly #current: RichText;
  #letters = 0;

  constructor(letters: number) {
    this.#current = new RichText(letters);
  }

  get isTooMuch(): boolean {
    return this.found.length > MAX_STRINGS || this.#letters > MAX_LETTERS;
  }

  open(name: string): void {
    this.#current.open(name);
  }

  text(text: string): void {
    this.#current.text(text);
  }

  close(name: string): void {
    this.#current.close(name);
    if (name !== 'si') return;
    const text = this.#current.take();
    this.#letters += text.length;
    this.found.push(text);
  }
}
