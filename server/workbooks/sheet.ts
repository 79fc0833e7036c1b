/**
 * Description of an export, independent of its rows and format. The XLSX, the CSV and the printed page are made from it. Values are
 * whatever the rows hold: each is reduced to a primitive of its column's kind (cells.ts).
 */
export type ColumnKind =
  | 'text'
  | 'integer'
  | 'decimal'
  /** Quetzales: number or decimal text, shown `Q1,234.50`. */
  | 'money'
  /** A calendar day: `YYYY-MM-DD` or a Date (its day in Guatemala). */
  | 'date'
  /** An instant: Date or ISO text, shown as Guatemala wall time. */
  | 'datetime'
  /** Text as in `marzo de 2026`; in workbooks a date, so that they sort it and group it by year. */
  | 'month'
  /** Sí / No. */
  | 'boolean'
  /** Bytes, shown in MB. */
  | 'bytes'
  /** A fraction (0.25), shown `25.0 %`. */
  | 'percent';

export interface SheetColumn {
  title: string;
  kind: ColumnKind;
  /** Decimal places of a `decimal` column. Default: two. */
  decimals?: number;
  /** In characters. Default: by kind. */
  width?: number;
  /** The totals row of the XLSX shows the column's sum. */
  total?: boolean;
  /** Its cells never wrap on paper: codes, phones, states. Default: true for all kinds but text. */
  isUnbroken?: boolean;
  /**
   * Identifies a row, picture, screen or content for programs: an id, an address of the portal, a digest.
   * In a CSV, but not for people.
   */
  isId?: boolean;
  /** An import of the list finds its record by this id, which is therefore in workbooks, too. */
  isImported?: boolean;
  /** Left out first where paper is too narrow: the screen hides it by default. */
  isExtra?: boolean;
}

/** Indexes of the columns on paper; all if there are only ids. */
export const onPaper = (columns: readonly SheetColumn[]) => placesOf(columns, ({ isId }) => !isId);

/** Indexes of the columns in workbooks; all if there are only ids. */
export const inWorkbooks = (columns: readonly SheetColumn[]) => placesOf(columns, ({ isId, isImported }) => !isId || isImported === true);

function placesOf(columns: readonly SheetColumn[], isShown: (column: SheetColumn) => boolean): number[] {
  const places = columns.flatMap((column, place) => (isShown(column) ? [place] : []));
  return places.length > 0 ? places : [...columns.keys()];
}

/** The first cell of a row of totals. */
export const TOTALS_LABEL = /^Total(?: de esta hoja| de las \d+ hojas)?$/;

export interface Sheet {
  /** First row, and title of the document. */
  title: string;
  /** Name of the tab; cut to what Excel allows. */
  name: string;
  /** Block under the title: the person's choices, e.g. `['Desde', '01/11/2026']`. */
  parameters: readonly Line[];
  /** What the person's permissions leave of the rows, in words; '' or missing: everything. */
  scope?: string;
  columns: readonly SheetColumn[];
  generatedAt: Date;
  /** Name of the requesting person. */
  generatedBy: string;
  /** Shown under the title and in the file's properties. */
  organisation?: string;
  /** The rows include all changes up to this time; null before the first sync. Not shown if absent. */
  asOf?: Date | null;
  /** Somebody chose the order of the rows: the file names no digest of them, which would be another for the same rows. */
  isReordered?: boolean;
  /** Content of a first page with the main figures; also adds a last page on how the rows were produced. */
  summary?: SheetSummary;
  /** Further tabs of a workbook; a CSV has none. */
  further?: readonly FurtherSheet[];
}

type Line = readonly [label: string, value: string];

/** What people must know to read the rows: what was chosen, and what is left of it. */
export function headLines({ parameters, scope = '' }: Pick<Sheet, 'parameters' | 'scope'>): Line[] {
  return [...parameters, ...scopeLines(scope)];
}

/** The scope as a line; none for everything. */
export const scopeLines = (scope: string): Line[] => (scope === '' ? [] : [['Alcance', scope]]);

/** A further tab with its own rows and no totals; shares the rest of the first one's description. */
export interface FurtherSheet extends Pick<Sheet, 'columns' | 'name' | 'title'> {
  rows: () => RowBatches;
  /** Number of records behind its rows, counted up to `most`. */
  countRows?: (most: number) => Promise<number | null>;
}

export interface SheetSummary {
  figures: readonly SheetFigure[];
  /** Drawn when the file is written, so that a CSV needs none. */
  pictures: () => Promise<readonly SheetPicture[]>;
  /** As `pictures`, for paper. */
  drawings?: () => Promise<readonly SheetDrawing[]>;
}

export interface SheetFigure {
  label: string;
  /** Formatted as on screens. */
  value: string;
  note: string;
  /** Typed value for a workbook; text if absent. */
  cell?: Pick<SheetColumn, 'decimals' | 'kind'> & { value: number };
}

export interface SheetDrawing {
  /** Also read by screen readers. */
  title: string;
  /** A self-contained image: with colours for paper, and without fonts. */
  svg: string;
}

export interface SheetPicture {
  /** Shown above it, and read by screen readers. */
  title: string;
  png: Uint8Array;
  /** Displayed size, in pixels of 96 per inch. */
  width: number;
  height: number;
}

/** One value per column, in the columns' order. */
export type Row = readonly unknown[];

/** Batches of some hundred rows keep both event loop delays and memory small. */
export type RowBatches = AsyncIterable<readonly Row[]>;

/** A file to be written from a list or a report. */
export interface SheetExport {
  /** Start of the file name: `agencias` gives `agencias-20261119-223004.xlsx`. */
  prefix: string;
  sheet: Sheet;
  /** Every row, read only as fast as they are consumed; `signal` ends the reading. */
  rows: (signal: AbortSignal) => RowBatches;
  /** Number of rows of the file, counted up to `most`; null when that took too long. */
  countRows: (most: number, format: ExportFormat) => Promise<number | null>;
}

export type ExportFormat = 'xlsx' | 'csv';

/** A file, or the printable page. */
export type AnswerFormat = ExportFormat | 'print';

/** A row of a file with the key of its record, for comparing two files of the same export. */
export interface SheetLine {
  key: string;
  cells: Row;
}

export interface KeyedExport extends SheetExport {
  /** The same rows, with keys. */
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
  /** Rows per worksheet, including header and totals. Default: Excel's limit. */
  maxSheetRows?: number;
}

export interface ExportSummary {
  rows: number;
}
