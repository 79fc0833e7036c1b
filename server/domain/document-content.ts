/** How a stored file is shown. Only words and numbers: its pages and texts have addresses of their own. */
export type DocumentContent = PagedContent | TableContent | TextContent | MediaContent | HiddenContent;

/** Images of pages at `/pages/:n`, and their text at `/text/:n` if `hasText`; `n` counts from 1. */
export interface PagedContent {
  form: 'pages';
  pages: number;
  /** A photo or drawing rather than a document. */
  isPicture: boolean;
  hasText: boolean;
  /** Size of the first page at the greatest width, so that a screen can reserve its space; null when it cannot be drawn. */
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
  /** The sheet's name; '' when there is only one. */
  sheet: string;
  /** Row number as in the spreadsheet. */
  firstRow: number;
  lastRow: number;
  columns: number;
}

export interface TableRow {
  number: number;
  cells: readonly string[];
}

/** Text at `/text/:n`, in parts that end at a line break where possible; `n` counts from 1. */
export interface TextContent {
  form: 'text';
  parts: number;
  isComplete: boolean;
}

/** The response of `/text/:n?format=json`: the text of a page, or a part of a text or table. */
export type DocumentPart = { form: 'text'; text: string } | { form: 'table'; sheet: string; rows: readonly TableRow[] };

/** Audio or video at `/view`. */
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
