import ExcelJS from 'exceljs';
import type { FieldDescription } from '../domain/fields.ts';
import { ID_TITLE, NOTE_TITLE, VALUES_SHEET } from './map-rows.ts';
import { exampleOf, offeredTexts } from './read-cell.ts';

const EXAMPLE = 'Fila de ejemplo: no se importa mientras no la cambie. Puede borrarla.';
/** Rows with a drop-down: more than people fill in by hand. */
const CHECKED_ROWS = 2_000;
const SEVERAL_KINDS: readonly FieldDescription['kind'][] = ['extra-fields', 'ids', 'words'];
const HEAD = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE7EEF3' } } as const;

/** Whether a new record needs a value; a flag has an initial one. */
export const isRequiredForNew = ({ required, kind }: Pick<FieldDescription, 'kind' | 'required'>) => required && kind !== 'flag';

/** Missing from exceljs' types: a validation for a whole area, without creating its cells. */
interface WorksheetInternals {
  dataValidations: { add(area: string, validation: ExcelJS.DataValidation): void };
}

/** The workbook that people fill in: a header with the form's labels, an example row, and the options on their own sheet. */
export async function writeTemplate(title: string, fields: readonly FieldDescription[]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  workbook.title = title;
  const sheet = workbook.addWorksheet('Datos', { views: [{ state: 'frozen', ySplit: 1 }] });
  const values = workbook.addWorksheet(VALUES_SHEET);
  sheet.addRow([...fields.map((field) => (isRequiredForNew(field) ? `${field.label} *` : field.label)), ID_TITLE, NOTE_TITLE]);
  sheet.addRow([...fields.map(exampleOf), '', EXAMPLE]).font = { italic: true, color: { argb: 'FF6B7280' } };
  sheet.getRow(1).eachCell((cell) => Object.assign(cell, { font: { bold: true }, fill: HEAD }));
  for (const [place, field] of fields.entries()) {
    const column = sheet.getColumn(place + 1);
    column.width = Math.min(40, Math.max(14, field.label.length + 4));
    // As text, a code keeps its leading zeros, and a day stays as typed.
    column.numFmt = '@';
    if (field.help !== '') sheet.getCell(1, place + 1).note = field.help;
    const offered = offeredTexts(field);
    if (offered.length === 0) continue;
    const list = values.getColumn(values.columnCount + 1);
    list.values = [field.kind === 'extra-fields' ? `${field.label}: validadores` : field.label, ...offered];
    list.width = 30;
    // A validation would refuse several values in a cell.
    if (SEVERAL_KINDS.includes(field.kind)) continue;
    const formulae = [`${VALUES_SHEET}!$${list.letter}$2:$${list.letter}$${offered.length + 1}`];
    const validation: ExcelJS.DataValidation = { type: 'list', allowBlank: !isRequiredForNew(field), formulae, showErrorMessage: true };
    const error = { errorTitle: field.label, error: 'Elija uno de los valores de la hoja «Valores».' };
    (sheet as unknown as WorksheetInternals).dataValidations.add(`${column.letter}2:${column.letter}${CHECKED_ROWS}`, {
      ...validation,
      ...error,
    });
  }
  sheet.getColumn(fields.length + 1).width = 14;
  sheet.getColumn(fields.length + 2).width = 60;
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
