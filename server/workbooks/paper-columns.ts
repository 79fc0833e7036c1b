import { forPeople, type SheetColumn } from './sheet.ts';

/** Which columns a page for the printer shows, and how. */
export interface PaperColumns {
  /** Places of the columns that fit, in their order. */
  shown: number[];
  /** Titles of those that do not. */
  left: string[];
  size: 'landscape' | 'portrait';
  /** Of its letters. */
  points: number;
  /** Of each shown column, in em. */
  widths: number[];
  /** Which of the shown ones never go on in a second line. */
  unbroken: boolean[];
}

/** Points that columns have between the margins, on the narrower sheet: A4 upright, Letter across. */
const ROOM = { portrait: 532, landscape: 728 } as const;
/** The first in which everything has the room that it wants. */
const FITS = [
  { size: 'portrait', points: 9 },
  { size: 'portrait', points: 8 },
  { size: 'landscape', points: 9 },
  { size: 'landscape', points: 8 },
] as const;
/** Smaller letters nobody reads: before that, columns are left out. */
const LEAST = { size: 'landscape', points: 7 } as const;
/** Left and right of each cell. */
const PADDING_POINTS = 8;

/** A longer text goes on in a second line: about 36 letters, in em. */
const LINE_MAX = 20;
/** One cell in ten may take more lines than the others. */
const USUAL_PART = 0.9;
/** A longer text goes on in a second line also where its column says that none does, in em. */
const UNBROKEN_MAX = 18;

interface Width {
  /** With less, a word or a number would be broken. */
  least: number;
  wanted: number;
  isUnbroken: boolean;
}

/**
 * Takes the rows one by one, as people read them, and then says how their columns fit. The server does not know the letters of who
 * prints: widths are estimates, and the style of the page breaks no number whatever they are (paper-style.ts).
 */
export class PaperFit {
  readonly #columns: readonly SheetColumn[];
  readonly #lengths: number[][];
  readonly #widest: number[];

  constructor(columns: readonly SheetColumn[]) {
    this.#columns = columns;
    this.#lengths = columns.map(() => []);
    // Heads stand in bold letters.
    this.#widest = columns.map(({ title }) => 1.08 * widestPiece(title));
  }

  add(row: readonly string[]): void {
    row.forEach((text, place) => {
      this.#lengths[place]?.push(widthOf(text));
      this.#widest[place] = Math.max(this.#widest[place] ?? 0, widestPiece(text));
    });
  }

  /** Leaves out what does not fit, from the end: first what the screen does not show by itself. The first column always stays. */
  fit(): PaperColumns {
    const widths = this.#columns.map((column, place) => this.#widthOf(column, place));
    const shown = forPeople(this.#columns);
    const needed = (points: number, part: 'least' | 'wanted') =>
      shown.reduce((sum, place) => sum + PADDING_POINTS + points * (widths[place]?.[part] ?? 0), 0);
    const left: number[] = [];
    while (shown.length > 1 && needed(LEAST.points, 'least') > ROOM.landscape) {
      const extra = shown.findLastIndex((place) => this.#columns[place]?.isExtra);
      left.push(...shown.splice(extra > 0 ? extra : -1, 1));
    }
    return {
      ...(FITS.find(({ size, points }) => needed(points, 'wanted') <= ROOM[size]) ?? LEAST),
      shown,
      left: left.sort((a, b) => a - b).map((place) => this.#columns[place]?.title ?? ''),
      widths: shown.map((place) => widths[place]?.wanted ?? 0),
      unbroken: shown.map((place) => widths[place]?.isUnbroken ?? false),
    };
  }

  #widthOf({ kind, isUnbroken = kind !== 'text' }: SheetColumn, place: number): Width {
    const lengths = (this.#lengths[place] ?? []).sort((a, b) => a - b);
    const longest = lengths.at(-1) ?? 0;
    const keeps = isUnbroken && longest <= UNBROKEN_MAX;
    const least = Math.max(this.#widest[place] ?? 0, keeps ? longest : 0);
    const usual = lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * USUAL_PART))] ?? 0;
    return { least, wanted: Math.max(least, Math.min(usual, LINE_MAX)), isUnbroken: keeps };
  }
}

/** Letters and signs in em, a little wider than in Arial and Inter. */
const USUAL_WIDTH = 0.59;
const WIDTHS = new Map(
  Object.entries({ ' .,:;\'"|!()[]ijltfrI-/·\u00A0': 0.32, 'mwMW@%—': 0.92, ABCDEFGHJKLNOPQRSTUVXYZÁÉÍÓÚÑ: 0.7 }).flatMap(
    ([letters, width]) => Array.from(letters, (letter) => [letter, width] as const),
  ),
);

function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += WIDTHS.get(letter) ?? USUAL_WIDTH;
  return width;
}

function widestPiece(text: string): number {
  let widest = 0;
  for (const { text: piece, isKept } of piecesOf(text)) {
    if (isKept) widest = Math.max(widest, widthOf(piece));
    else for (const part of piece.split(/[\s\u00AD-]/)) widest = Math.max(widest, widthOf(part));
  }
  return widest;
}

export interface Piece {
  text: string;
  /** Stands in one line: an amount, a phone, a day with its time, a code. */
  isKept: boolean;
}

/** Longer words are broken: addresses of pages and e-mail, names of files. */
const WORD_MAX = 24;
const DIGITS = /^\+?\d[\d-]*$/;
const MORE_DIGITS = /^\d{3}[\d-]*[.,;)]?$/;
const DAY = /^\d\d\/\d\d\/\d{4}$/;
const TIME = /^\d\d:\d\d/;

/** A text cut where it may go on in a second line: between words, and within long ones. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const word of text.match(/[^ \t\r\n]+|[ \t\r\n]+/g) ?? []) {
    const space = pieces.at(-1);
    const before = pieces.at(-2);
    if (word.trim() === '' || word.length > WORD_MAX || word.includes('@') || !/\d/.test(word))
      pieces.push(...partsOf(word).map((part) => ({ text: part, isKept: false })));
    // `+502 2345-6789` and `19/11/2026 22:30` are one.
    else if (space?.text === ' ' && before?.isKept && goesOn(before.text, word))
      pieces.splice(-2, 2, { text: `${before.text} ${word}`, isKept: true });
    else pieces.push({ text: word, isKept: true });
  }
  return pieces;
}

function goesOn(before: string, word: string): boolean {
  if (before.length + word.length >= WORD_MAX) return false;
  const last = before.slice(before.lastIndexOf(' ') + 1);
  return DAY.test(last) ? TIME.test(word) : DIGITS.test(last) && MORE_DIGITS.test(word);
}

/** A long word after its signs, and where it has none for long. */
function partsOf(word: string): string[] {
  if (word.length <= WORD_MAX) return [word];
  return word.match(/[^@._\-/\\]{1,16}[@._\-/\\]?|[@._\-/\\]/gu) ?? [word];
}
