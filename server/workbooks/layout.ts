import type ExcelJS from 'exceljs';
import { formatDateTimeSeconds } from '../domain/dates.ts';
import { toCellText } from './cells.ts';
import { inWorkbooks, headLines, type ColumnKind, type Sheet, type SheetColumn } from './sheet.ts';

/** Layout of a workbook: formats, widths, header, totals and print set-up. Numbers stay numbers; the format shows them. */
const KINDS: Readonly<Record<ColumnKind, { format: string; width: number }>> = {
  // Text format: text that looks like a formula stays text even when edited.
  text: { format: '@', width: 28 },
  boolean: { format: '@', width: 10 },
  integer: { format: '#,##0', width: 12 },
  decimal: { format: '#,##0.00', width: 14 },
  money: { format: '"Q"#,##0.00', width: 16 },
  date: { format: 'dd/mm/yyyy', width: 12 },
  datetime: { format: 'dd/mm/yyyy hh:mm', width: 17 },
  // In the Spanish of Guatemala whatever the computer's language: without it, `March de 2026`.
  month: { format: '[$-100A]mmmm" de "yyyy', width: 20 },
  // Four decimals below 0.01 MB, so that a small file does not show 0.00.
  bytes: { format: '[<0.01]0.0000" MB";#,##0.00" MB"', width: 14 },
  percent: { format: '0.0%', width: 11 },
};

export type CellStyle = Partial<ExcelJS.Style>;

/** One typeface in the whole file, whatever the program's default. */
const FACE = { name: 'Calibri', family: 2, size: 11 } as const;

const TITLE: CellStyle = { font: { ...FACE, bold: true, size: 14 }, numFmt: '@' };
const PLAIN: CellStyle = { font: FACE, numFmt: '@' };
const LABEL: CellStyle = { font: { ...FACE, bold: true }, numFmt: '@' };
const NOTE: CellStyle = { font: { ...FACE, italic: true, color: { argb: 'FF5F6B66' } }, numFmt: '@' };
const HEADER: CellStyle = {
  font: { ...FACE, bold: true, color: { argb: 'FFFFFFFF' } },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF1B5E4A' } },
  alignment: { vertical: 'middle', wrapText: true },
  numFmt: '@',
};

const LEFT_KINDS: ReadonlySet<ColumnKind> = new Set(['boolean', 'date', 'datetime', 'month', 'text']);

/** Whether values of a kind are aligned right: numbers are. */
export function isRightAligned(kind: ColumnKind): boolean {
  return !LEFT_KINDS.has(kind);
}

/** A column of a tab, with its context. */
export interface TabColumn extends SheetColumn {
  /** Index among the values of a row. */
  place: number;
  /** Left-aligned after a right-aligned column: without an indent both would read as one. */
  isIndented: boolean;
}

/** The columns of a workbook. */
export function tabColumns(columns: readonly SheetColumn[]): TabColumn[] {
  const shown = inWorkbooks(columns).flatMap((place) => (columns[place] ? [{ ...columns[place], place }] : []));
  return shown.map((column, at) => {
    const before = shown[at - 1];
    return { ...column, isIndented: before !== undefined && isRightAligned(before.kind) && !isRightAligned(column.kind) };
  });
}

const INDENT = { horizontal: 'left', indent: 1 } as const;

/** Headings of numbers are right-aligned like them. */
export function headerStyle({ kind, isIndented }: TabColumn): CellStyle {
  if (isIndented) return { ...HEADER, alignment: { ...HEADER.alignment, ...INDENT } };
  return isRightAligned(kind) ? { ...HEADER, alignment: { ...HEADER.alignment, horizontal: 'right' } } : HEADER;
}

export function columnStyle({ kind, decimals, isIndented = false }: Pick<TabColumn, 'decimals' | 'kind'> & Partial<TabColumn>): CellStyle {
  const places = kind === 'decimal' ? decimals : undefined;
  const numFmt = places === undefined ? KINDS[kind].format : `#,##0.${'0'.repeat(places)}`;
  if (isIndented) return { numFmt, alignment: INDENT };
  // Dates and times are left-aligned like their headings.
  const isTime = kind === 'date' || kind === 'datetime' || kind === 'month';
  return isTime ? { numFmt, alignment: { horizontal: 'left' } } : { numFmt };
}

/** Styles of the first and last page of a report. */
export const SUMMARY_STYLES = {
  label: LABEL,
  value: { font: { ...FACE, bold: true, size: 13 }, numFmt: '@', alignment: { horizontal: 'right' } },
  note: { ...NOTE, alignment: { indent: 1 } },
  text: { ...PLAIN, alignment: { horizontal: 'left', wrapText: true } },
  date: { font: FACE, numFmt: KINDS.date.format, alignment: { horizontal: 'left' } },
  moment: { font: FACE, numFmt: KINDS.datetime.format, alignment: { horizontal: 'left' } },
  count: { font: FACE, numFmt: KINDS.integer.format, alignment: { horizontal: 'left' } },
} as const satisfies Readonly<Record<string, CellStyle>>;

export function columnWidth(column: SheetColumn): number {
  // Room for the filter arrow beside the title.
  return column.width ?? Math.max(KINDS[column.kind].width, Math.min(column.title.length + 4, 40));
}

export function totalStyle(column: TabColumn): CellStyle {
  const line = { style: 'thin', color: { argb: 'FF1B5E4A' } } as const;
  return { ...columnStyle(column), font: { ...FACE, bold: true }, border: { top: line, bottom: { ...line, style: 'double' } } };
}

export interface HeadRow {
  cells: readonly string[];
  styles: readonly CellStyle[];
}

/** Rows of the first page: title, organisation, parameters, when and by whom it was generated; then an empty row. */
export function headRows(sheet: Sheet): HeadRow[] {
  const rows: HeadRow[] = [{ cells: [sheet.title], styles: [TITLE] }];
  if (sheet.organisation) rows.push({ cells: [sheet.organisation], styles: [PLAIN] });
  for (const [label, value] of headLines(sheet)) rows.push({ cells: [label, value], styles: [LABEL, PLAIN] });
  if (sheet.asOf) rows.push({ cells: ['Datos al', formatDateTimeSeconds(sheet.asOf)], styles: [LABEL, PLAIN] });
  rows.push({ cells: [`Generado el ${formatDateTimeSeconds(sheet.generatedAt)} por ${sheet.generatedBy}`], styles: [NOTE] });
  rows.push({ cells: [], styles: [] });
  return rows.map((row) => ({ ...row, cells: row.cells.map(toCellText) }));
}

/** Name of a tab: Excel refuses these characters, more than 31 of them, and an empty name. */
export function sheetName(name: string, number: number): string {
  const suffix = number === 1 ? '' : ` (${number})`;
  const clean =
    toCellText(name)
      .replace(/[[\]:*?/\\'\r\n\t]/g, ' ')
      .trim() || 'Hoja';
  return `${clean.slice(0, 31 - suffix.length).trim()}${suffix}`;
}

/** Characters of 11 points across a portrait page. */
const UPRIGHT_CHARACTERS = 95;

function orientationOf(columns: readonly SheetColumn[]): 'landscape' | 'portrait' {
  const width = columns.reduce((sum, column) => sum + columnWidth(column), 0);
  return width <= UPRIGHT_CHARACTERS ? 'portrait' : 'landscape';
}

/** Letter, fitted to the page width. */
export function pageSetup(orientation: 'landscape' | 'portrait'): Partial<ExcelJS.PageSetup> {
  return {
    orientation,
    // 1 is Letter, the size in Guatemalan offices; the type's enumeration leaves it out.
    paperSize: 1 as ExcelJS.PaperSize,
    fitToPage: true,
    fitToWidth: 1,
    fitToHeight: 0,
    margins: { left: 0.4, right: 0.4, top: 0.6, bottom: 0.6, header: 0.3, footer: 0.3 },
  };
}

/** Header row of every tab with rows: programs and pivot tables expect it first. */
export const HEADER_ROW = 1;

/** Options of one tab: header frozen and repeated on every page. */
export function worksheetOptions({ title }: Sheet, columns: readonly TabColumn[]): Partial<ExcelJS.AddWorksheetOptions> {
  const firstCell = `A${HEADER_ROW + 1}`;
  return {
    views: [{ state: 'frozen', ySplit: HEADER_ROW, topLeftCell: firstCell, activeCell: firstCell }],
    pageSetup: { ...pageSetup(orientationOf(columns)), printTitlesRow: `${HEADER_ROW}:${HEADER_ROW}` },
    // '&' begins a code in headers and footers.
    headerFooter: { oddFooter: `&L${toCellText(title).slice(0, 100).replaceAll('&', '&&')}&RPágina &P de &N` },
  };
}
