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
  | { verb: 'text'; location: string; page: number };

export interface Described {
  content: DocumentContent;
  /** Where each part of a text or table ends in the file `<location>.parts`, bytes; empty for what has none. */
  ends: readonly number[];
  /** The first page at the full width, WEBP: drawn to know whether the file can be. */
  firstPage: Buffer | null;
}

export type Rendered = { described: Described } | { picture: Buffer } | { text: string };

/** Beside the file itself. */
export function partsLocation(location: string): string {
  return `${location}.parts`;
}
