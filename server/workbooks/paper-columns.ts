import { onPaper, type SheetColumn } from './sheet.ts';

/** The columns of a printed page and their layout. */
export interface PaperColumns {
  /** Indexes of the columns that fit, in their order. */
  shown: number[];
  /** Titles of the columns that do not fit. */
  left: string[];
  size: 'landscape' | 'portrait';
  /** Font size. */
  points: number;
  /** Width of each shown column, in em. */
  widths: number[];
  /** For each shown column, whether its cells never wrap. */
  unbroken: boolean[];
}

/** Points between the margins, on the narrower of A4 and Letter: A4 in portrait, Letter in landscape. */
const ROOM = { portrait: 532, landscape: 728 } as const;
/** Tried in order; the first with room for all wanted widths is used. */
const FITS = [
  { size: 'portrait', points: 9 },
  { size: 'portrait', points: 8 },
  { size: 'landscape', points: 9 },
  { size: 'landscape', points: 8 },
] as const;
/** Smallest readable font: columns are left out rather than going below it. */
const LEAST = { size: 'landscape', points: 7 } as const;
/** Horizontal padding per cell, both sides together. */
const PADDING_POINTS = 8;

/** Longer texts wrap: about 36 letters, in em. */
const LINE_MAX = 20;
/** One cell in ten may need more lines than the others. */
const USUAL_PART = 0.9;
/** Longer texts wrap even in unbroken columns, in em. */
const UNBROKEN_MAX = 18;

interface Width {
  /** Any narrower, and a word or a number would be broken. */
  least: number;
  wanted: number;
  isUnbroken: boolean;
}

/**
 * Takes rows one by one, as displayed text, and then computes how the columns fit. The server does not know the printing computer's fonts:
 * widths are estimates, and the page's style breaks no number in any case (paper-style.ts).
 */
export class PaperFit {
  readonly #columns: readonly SheetColumn[];
  readonly #lengths: number[][];
  readonly #widest: number[];

  constructor(columns: readonly SheetColumn[]) {
    this.#columns = columns;
    this.#lengths = columns.map(() => []);
    // Headings are bold.
    this.#widest = columns.map(({ title }) => 1.08 * (isShortHeading(title) ? widthOf(title) : widestPiece(title)));
  }

  add(row: readonly string[]): void {
    row.forEach((text, place) => {
      this.#lengths[place]?.push(widthOf(text));
      this.#widest[place] = Math.max(this.#widest[place] ?? 0, widestPiece(text));
    });
  }

  /** Leaves out columns that do not fit, from the end: first those that the screen hides by default. The first column always stays. */
  fit(): PaperColumns {
    const widths = this.#columns.map((column, place) => this.#widthOf(column, place));
    const shown = onPaper(this.#columns);
    const needed = (points: number, part: 'least' | 'wanted') =>
      shown.reduce((sum, place) => sum + PADDING_POINTS + points * (widths[place]?.[part] ?? 0), 0);
    const omitted: number[] = [];
    while (shown.length > 1 && needed(LEAST.points, 'least') > ROOM.landscape) {
      const extra = shown.findLastIndex((place) => this.#columns[place]?.isExtra);
      omitted.push(...shown.splice(extra > 0 ? extra : -1, 1));
    }
    return {
      ...(FITS.find(({ size, points }) => needed(points, 'wanted') <= ROOM[size]) ?? LEAST),
      shown,
      left: omitted.sort((a, b) => a - b).map((place) => this.#columns[place]?.title ?? ''),
      widths: shown.map((place) => widths[place]?.wanted ?? 0),
      unbroken: shown.map((place) => widths[place]?.isUnbroken ?? false),
    };
  }

  #widthOf({ kind, isUnbroken = kind !== 'text' }: SheetColumn, place: number): Width {
    const lengths = (this.#lengths[place] ?? []).sort((a, b) => a - b);
    const longest = lengths.at(-1) ?? 0;
    const staysUnbroken = isUnbroken && longest <= UNBROKEN_MAX;
    const least = Math.max(this.#widest[place] ?? 0, staysUnbroken ? longest : 0);
    const usual = lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * USUAL_PART))] ?? 0;
    return { least, wanted: Math.max(least, Math.min(usual, LINE_MAX)), isUnbroken: staysUnbroken };
  }
}

/** Widths of characters in em, a little wider than in Arial and Inter. */
const DEFAULT_WIDTH = 0.59;
const WIDTHS = new Map(
  Object.entries({ ' .,:;\'"|!()[]ijltfrI-/·\u00A0': 0.32, 'mwMW@%—': 0.92, ABCDEFGHJKLNOPQRSTUVXYZÁÉÍÓÚÑ: 0.7 }).flatMap(
    ([letters, width]) => Array.from(letters, (letter) => [letter, width] as const),
  ),
);

function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += WIDTHS.get(letter) ?? DEFAULT_WIDTH;
  return width;
}

/** In letters: «% del total» would take three lines. */
const SHORT_HEADING = 12;

/** Stays on one line. */
export const isShortHeading = (title: string) => title.length <= SHORT_HEADING;

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
  /** Never wraps: an amount, a phone number, a day with its time, a code. */
  isKept: boolean;
}

/** Longer words are broken: web and e-mail addresses, file names. */
const WORD_MAX = 24;
const DIGITS = /^\+?\d[\d-]*$/;
const MORE_DIGITS = /^\d{3}[\d-]*[.,;)]?$/;
const DAY = /^\d\d\/\d\d\/\d{4}$/;
const TIME = /^\d\d:\d\d/;

/** Splits a text where it may wrap: between words, and within long ones. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const word of text.match(/[^ \t\r\n]+|[ \t\r\n]+/g) ?? []) {
    const space = pieces.at(-1);
    const before = pieces.at(-2);
    if (word.trim() === '' || word.length > WORD_MAX || word.includes('@') || !/\d/.test(word))
      pieces.push(...partsOf(word).map((part) => ({ text: part, isKept: false })));
    // `+502 2345-6789` and `19/11/2026 22:30` are one piece.
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

/** Splits a long word after punctuation, and after 16 characters without any. */
function partsOf(word: string): string[] {
  if (word.length <= WORD_MAX) return [word];
  return word.match(/[^@._\-/\\]{1,16}[@._\-/\\]?|[@._\-/\\]/gu) ?? [word];
}
