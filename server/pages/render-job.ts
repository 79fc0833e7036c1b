import type { DocumentContent, PageWidth } from '../domain/document-content.ts';

/** What the script render-jobs.ts performs. `location` is a file on this machine that nobody changes meanwhile. */
export type RenderJob =
  | {
      verb: 'describe';
      location: string;
      /** As it is stored: a claim. */
      contentType: string;
      /** False: the file on this machine is only the beginning. */
      isWhole: boolean;
    }
  | { verb: 'page'; location: string; contentType: string; page: number; width: PageWidth }
  | { verb: 'text'; location: string; page: number }
  /** The rows of a spreadsheet, written beside it. */
  | { verb: 'rows'; location: string };

/** A sheet of a spreadsheet whose rows were read: '' is the name of the only one of a CSV. */
export interface ReadSheet {
  name: string;
  /** Areas that are one cell: `A2:B4`. */
  merged: readonly string[];
}

/** A row as a line of JSON: which sheet, its number, the cells, and the columns of those that hold a formula without a result or an error. */
export type RowLine = readonly [
  sheet: number,
  row: number,
  cells: readonly string[],
  faults: readonly (readonly [column: number, fault: 'error' | 'formula'])[],
];

export interface Described {
  content: DocumentContent;
  /** Where each part of a text or table ends in the file `<location>.parts`, bytes; empty for what has none. */
  ends: readonly number[];
  /** The first page at the full width, WEBP: drawn to know whether the file can be. */
  firstPage: Buffer | null;
}

export type Rendered = { described: Described } | { picture: Buffer } | { text: string } | { sheets: readonly ReadSheet[] };

/** Beside the file itself. */
export function partsLocation(location: string): string {
  return `${location}.parts`;
}
