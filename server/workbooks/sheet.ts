/**
 * What an export looks like, apart from its rows and its format. The same description gives the XLSX, the CSV and the page for
 * the printer.
 * Values are whatever the rows hold: each is reduced to a primitive of its column's kind (cells.ts).
 */
export type ColumnKind =
  | 'text'
  | 'integer'
  | 'decimal'
  /** Quetzales: number or decimal text, shown `Q1,234.50`. */
  | 'money'
  /** A calendar day: `YYYY-MM-DD` or a Date (its day in Guatemala). */
  | 'date'
  /** A moment: Date or ISO text, shown as Guatemala wall time. */
  | 'datetime'
  /** Sí / No. */
  | 'boolean'
  /** Bytes, shown in MB. */
  | 'bytes'
  /** A fraction (0.25), shown `25.0 %`. */
  | 'percent';

export interface SheetColumn {
  title: string;
  kind: ColumnKind;
  /** Places that a `decimal` column shows; two when missing. */
  decimals?: number;
  /** Characters; a sensible one for the kind when missing. */
  width?: number;
  /** The totals row of the XLSX shows the column's sum. */
  total?: boolean;
  /** Its cells never go on in a second line on paper: codes, phones, states. So it is for all but texts unless said. */
  isUnbroken?: boolean;
  /** Tells programs which row, picture, screen or content it is: an id, an address of the portal, a digest. In a CSV, and not for people (forPeople). */
  isId?: boolean;
  /** The first to go where paper is too narrow: the screen does not show it by itself. */
  isExtra?: boolean;
}

/** Places of the columns that workbooks and paper have; all where nothing else was asked for. */
export function forPeople(columns: readonly SheetColumn[]): number[] {
  const places = columns.flatMap(({ isId }, place) => (isId ? [] : [place]));
  return places.length > 0 ? places : [...columns.keys()];
}

export interface Sheet {
  /** First row, and the document's title. */
  title: string;
  /** Name of the tab; cut to what Excel allows. */
  name: string;
  /** Block under the title: what the person asked for, e.g. `['Desde', '01/11/2026']`. */
  parameters: readonly (readonly [label: string, value: string])[];
  columns: readonly SheetColumn[];
  generatedAt: Date;
  /** Name of the person who asked. */
  generatedBy: string;
  /** Shown under the title and in the file's properties. */
  organisation?: string;
  /** All changes up to this moment are in the rows; null before the first. Not said when missing. */
  asOf?: Date | null;
  /** A first page with what matters, and a last one that tells how the rows came about. */
  summary?: SheetSummary;
  /** Further tabs of a workbook; a CSV has none. */
  further?: readonly FurtherSheet[];
}

/** Under the head of the first, with rows of its own and no totals. */
export interface FurtherSheet extends Pick<Sheet, 'columns' | 'name' | 'title'> {
  rows: () => RowBatches;
  /** How many of what its rows come from, counted no further than `most`. */
  countRows?: (most: number) => Promise<number | null>;
}

export interface SheetSummary {
  figures: readonly SheetFigure[];
  /** Drawn when the file is written, so that a CSV costs none. */
  pictures: () => Promise<readonly SheetPicture[]>;
  /** The same for paper. */
  drawings?: () => Promise<readonly SheetDrawing[]>;
}

export interface SheetFigure {
  label: string;
  /** As screens show it. */
  value: string;
  note: string;
  /** As a workbook holds it; a text when left out. */
  cell?: Pick<SheetColumn, 'decimals' | 'kind'> & { value: number };
}

export interface SheetDrawing {
  /** Read out by screen readers. */
  title: string;
  /** An image by itself: in colours for paper, and no typeface needed. */
  svg: string;
}

export interface SheetPicture {
  /** Stands above it, and is read out by screen readers. */
  title: string;
  png: Uint8Array;
  /** As it is shown, in pixels of 96 per inch. */
  width: number;
  height: number;
}

/** One value per column, in the columns' order. */
export type Row = readonly unknown[];

/** Rows in batches: some hundreds at a time keep both the loop and the memory small. */
export type RowBatches = AsyncIterable<readonly Row[]>;

/** A file to be made of a list or a report. */
export interface SheetExport {
  /** Begins the file's name: `agencias` gives `agencias-20261119-223004.xlsx`. */
  prefix: string;
  sheet: Sheet;
  /** Every row, read only as fast as they are taken; `signal` ends the reading. */
  rows: (signal: AbortSignal) => RowBatches;
  /** How many rows the file will have, counted no further than `most`; null when even that took too long. */
  countRows: (most: number, format: ExportFormat) => Promise<number | null>;
}

/** A file. */
export type ExportFormat = 'xlsx' | 'csv';

/** A row of a file with what it is about, by which two files that were asked alike are compared. */
export interface SheetLine {
  key: string;
  cells: Row;
}

export interface KeyedExport extends SheetExport {
  /** The same rows with their keys. */
  lines: (signal: AbortSignal) => AsyncIterable<readonly SheetLine[]>;
}

export function isExportFormat(value: unknown): value is ExportFormat {
  return value === 'xlsx' || value === 'csv';
}

export const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

export interface StreamOptions {
  /** Stops the export: the promise rejects and the destination is destroyed. */
  signal?: AbortSignal;
  /** Rows per worksheet, head and totals counted; Excel's limit when missing. */
  maxSheetRows?: number;
}

export interface ExportSummary {
  rows: number;
}
