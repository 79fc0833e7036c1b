/** What a stored file is shown as. Only words and numbers: what it shows lies behind the addresses of its pages and texts. */
export type DocumentContent = PagedContent | TableContent | TextContent | MediaContent | HiddenContent;

/** Pictures of pages at `/pages/:n`, and for `hasText` what they say at `/text/:n`; `n` from 1. */
export interface PagedContent {
  form: 'pages';
  pages: number;
  /** A photo or drawing rather than a document. */
  isPicture: boolean;
  hasText: boolean;
  /** Of the first page at the greatest width, so that a screen keeps its place; null when it cannot be drawn. */
  firstPage: { width: number; height: number } | null;
}

/** Rows at `/text/:n`, in parts; `n` is the place in `parts`, from 1. */
export interface TableContent {
  form: 'table';
  parts: readonly TablePart[];
  /** False: the file goes on after the last part. */
  isComplete: boolean;
}

export interface TablePart {
  /** The sheet; '' where there is but one. */
  sheet: string;
  /** As a spreadsheet numbers them. */
  firstRow: number;
  lastRow: number;
  columns: number;
}

export interface TableRow {
  number: number;
  cells: readonly string[];
}

/** Text at `/text/:n`, in parts that end with a line where lines allow it; `n` from 1. */
export interface TextContent {
  form: 'text';
  parts: number;
  isComplete: boolean;
}

/** What is at `/text/:n?format=json`: what a page says, or a part of a text or table. */
export type DocumentPart = { form: 'text'; text: string } | { form: 'table'; sheet: string; rows: readonly TableRow[] };

/** Sound or film at `/view`. */
interface MediaContent {
  form: 'media';
  kind: 'audio' | 'video';
}

interface HiddenContent {
  form: 'none';
  /** A Spanish sentence for people. */
  reason: string;
}

/** Widths at which pages are drawn, pixels: for thumbnails, for telephones and slow links, for reading. */
export const PAGE_WIDTHS = [160, 800, 1600] as const;
export type PageWidth = (typeof PAGE_WIDTHS)[number];
export const FULL_WIDTH: PageWidth = 1600;

export function asPageWidth(value: number): PageWidth | null {
  return PAGE_WIDTHS.find((width) => width === value) ?? null;
}
