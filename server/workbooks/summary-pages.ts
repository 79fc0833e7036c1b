import type ExcelJS from 'exceljs';
import { parseDayMonthYear } from '../domain/dates.ts';
import { toCellText, toPrimitive, type Primitive } from './cells.ts';
import { drawPictures } from './draw-picture.ts';
import { columnStyle, headRows, pageSetup, sheetName, SUMMARY_STYLES, type CellStyle } from './layout.ts';
import { headLines, type Sheet, type SheetPicture } from './sheet.ts';

type Book = ExcelJS.stream.xlsx.WorkbookWriter;

const PIXELS_PER_ROW = 20;

/**
 * Page one: title, parameters, when and by whom it was generated; for a report also headline numbers
 * and pictures. As wide as one portrait page.
 */
export async function addSummary(workbook: Book, sheet: Sheet): Promise<void> {
  const page = workbook.addWorksheet(sheetName('Resumen', 1), { pageSetup: pageSetup('portrait'), views: [{ showGridLines: false }] });
  page.columns = [{ width: 34 }, { width: 22 }, { width: 44 }];
  let rows = 0;
  const add = (cells: readonly Primitive[], styles: readonly CellStyle[]) => {
    addStyledRow(page, cells, styles);
    rows += 1;
  };
  for (const { cells, styles } of headRows(sheet)) add(cells, styles);
  for (const { label, value, note, cell } of sheet.summary?.figures ?? []) {
    const { numFmt } = cell ? columnStyle(cell) : SUMMARY_STYLES.value;
    add(
      [toCellText(label), cell ? toPrimitive(cell.value, cell.kind) : toCellText(value), toCellText(note)],
      [SUMMARY_STYLES.label, { ...SUMMARY_STYLES.value, numFmt }, SUMMARY_STYLES.note],
    );
  }
  const placed: { picture: SheetPicture; top: number }[] = [];
  for (const picture of (await sheet.summary?.pictures()) ?? []) {
    add([], []);
    add([toCellText(picture.title)], [SUMMARY_STYLES.label]);
    placed.push({ picture, top: rows });
    for (let under = 0; under < picture.height / PIXELS_PER_ROW; under += 1) add([], []);
  }
  drawPictures(workbook, page, placed);
  page.commit();
}

/** The last page: the parameters as typed values, and a digest that identifies the rows. */
export function addParameters(workbook: Book, sheet: Sheet, { rows, dataSha256 }: { rows: number; dataSha256: string }): void {
  const page = workbook.addWorksheet(sheetName('Parámetros', 1), { pageSetup: pageSetup('portrait') });
  page.columns = [{ width: 30 }, { width: 70 }];
  const add = (label: string, value: Primitive, style: CellStyle) =>
    addStyledRow(page, [toCellText(label), value], [SUMMARY_STYLES.label, style]);
  const { text, date, moment, count } = SUMMARY_STYLES;
  add('Reporte', toCellText(sheet.title), text);
  for (const [label, value] of headLines(sheet)) {
    const day = parseDayMonthYear(value);
    if (day === null) add(label, toCellText(value), text);
    else add(label, toPrimitive(day, 'date'), date);
  }
  if (sheet.asOf) add('Datos al', toPrimitive(sheet.asOf, 'datetime'), moment);
  add('Generado el', toPrimitive(sheet.generatedAt, 'datetime'), moment);
  add('Generado por', toCellText(sheet.generatedBy), text);
  add('Filas', rows, count);
  if (!sheet.isReordered) add('dataSha256', dataSha256, text);
  page.commit();
}

/** Adds empty rows too, so that the rows below keep their numbers. */
export function addStyledRow(sheet: ExcelJS.Worksheet, cells: readonly ExcelJS.CellValue[], styles: readonly CellStyle[]): void {
  const row = sheet.addRow(cells);
  styles.forEach((style, index) => {
    row.getCell(index + 1).style = style;
  });
  row.commit();
}
