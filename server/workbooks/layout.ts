import type ExcelJS from 'exceljs';
import { formatDateTimeSeconds } from '../domain/dates.ts';
import { toCellText } from './cells.ts';
import type { ColumnKind, Sheet, SheetColumn } from './sheet.ts';

/** How a workbook looks: formats, widths, head, totals and print set-up. Numbers stay numbers, the format shows them. */
const KINDS: Readonly<Record<ColumnKind, { format: string; width: number }>> = {
  // Text format: what looks like a formula stays text also when a person edits the cell.
  text: { format: '@', width: 28 },
  boolean: { format: '@', width: 10 },
  integer: { format: '#,##0', width: 12 },
  decimal: { format: '#,##0.00', width: 14 },
  money: { format: '"Q"#,##0.00', width: 16 },
  date: { format: 'dd/mm/yyyy', width: 12 },
  datetime: { format: 'dd/mm/yyyy hh:mm', width: 17 },
  // Four decimals under 0.01 MB, so that a small file does not read 0.00.
  bytes: { format: '[<0.01]0.0000" MB";#,##0.00" MB"', width: 14 },
  percent: { format: '0.0%', width: 11 },
};

type CellStyle = Partial<ExcelJS.Style>;

const TITLE: CellStyle = { font: { bold: true, size: 14 }, numFmt: '@' };
const PLAIN: CellStyle = { numFmt: '@' };
const LABEL: CellStyle = { font: { bold: true }, numFmt: '@' };
const NOTE: CellStyle = { font: { italic: true, color: { argb: 'FF5F6B66' } }, numFmt: '@' };
export const HEADER_STYLE: CellStyle = {
  font: { bold: true, color: { argb: 'FFFFFFFF' } },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF1B5E4A' } },
  alignment: { vertical: 'middle', wrapText: true },
  numFmt: '@',
};

export function columnStyle(column: SheetColumn): CellStyle {
  const places = column.kind === 'decimal' ? column.decimals : undefined;
  return { numFmt: places === undefined ? KINDS[column.kind].format : `#,##0.${'0'.repeat(places)}` };
}

export function columnWidth(column: SheetColumn): number {
  // Room for the filter's arrow beside the title.
  return column.width ?? Math.max(KINDS[column.kind].width, Math.min(column.title.length + 4, 40));
}

export function totalStyle(column: SheetColumn): CellStyle {
  const line = { style: 'thin', color: { argb: 'FF1B5E4A' } } as const;
  return { ...columnStyle(column), font: { bold: true }, border: { top: line, bottom: { ...line, style: 'double' } } };
}

export interface HeadRow {
  cells: readonly string[];
  styles: readonly CellStyle[];
}

/** Rows above the table: title, organisation, what was asked for, when and by whom; then one empty row. */
export function headRows(sheet: Sheet): HeadRow[] {
  const rows: HeadRow[] = [{ cells: [sheet.title], styles: [TITLE] }];
  if (sheet.organisation) rows.push({ cells: [sheet.organisation], styles: [PLAIN] });
  for (const [label, value] of sheet.parameters) rows.push({ cells: [label, value], styles: [LABEL, PLAIN] });
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

/** Options of one tab: head frozen and repeated on every page; landscape Letter, as wide as the page. */
export function worksheetOptions(sheet: Sheet, headerRow: number): Partial<ExcelJS.AddWorksheetOptions> {
  const firstCell = `A${headerRow + 1}`;
  return {
    views: [{ state: 'frozen', ySplit: headerRow, topLeftCell: firstCell, activeCell: firstCell }],
    pageSetup: {
      orientation: 'landscape',
      // 1 is Letter, the size in Guatemalan offices; the type's enumeration leaves it out.
      paperSize: 1 as ExcelJS.PaperSize,
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: `${headerRow}:${headerRow}`,
      margins: { left: 0.4, right: 0.4, top: 0.6, bottom: 0.6, header: 0.3, footer: 0.3 },
    },
    // '&' begins a code in headers and footers.
    headerFooter: { oddFooter: `&L${toCellText(sheet.title).slice(0, 100).replaceAll('&', '&&')}&RPágina &P de &N` },
  };
}
