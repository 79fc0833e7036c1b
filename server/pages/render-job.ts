import type { DocumentContent, PageWidth } from '../domain/document-content.ts';

/** A job of the script render-jobs.ts. `location` is a local file that nobody changes meanwhile. */
export type RenderJob =
  | {
      verb: 'describe';
      location: string;
      /** As stored: only a claim. */
      contentType: string;
      /** False: the local file is only the beginning. */
      isWhole: boolean;
    }
  | { verb: 'page'; location: string; contentType: string; page: number; width: PageWidth }
  | { verb: 'text'; location: string; page: number }
  /** Writes the rows of a spreadsheet to a file beside it. */
  | { verb: 'rows'; location: string };

/** A sheet of a spreadsheet whose rows were read; a CSV has one, named ''. */
export interface ReadSheet {
  name: string;
  /** Merged cell areas: `A2:B4`. */
  merged: readonly string[];
  /** Number of rows with data that the workbook hides. */
  hidden: number;
}

/** A row as a JSON line; `faults` are columns with an error or a formula without a result. */
export type RowLine = readonly [
  sheet: number,
  row: number,
  cells: readonly string[],
  faults: readonly (readonly [column: number, fault: 'error' | 'formula'])[],
];

export interface Described {
  content: DocumentContent;
  /** Where each part of a text or table ends in the file `<location>.parts`, in bytes; empty without parts. */
  ends: readonly number[];
  /** The first page at full width, WEBP: rendered to find out whether the file can be. */
  firstPage: Buffer | null;
}

export type Rendered = { described: Described } | { picture: Buffer } | { text: string } | { sheets: readonly ReadSheet[] };

/** The parts lie beside the file itself. */
export function partsLocation(location: string): string {
  return `${location}.parts`;
}
