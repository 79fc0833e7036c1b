import { INK } from './ink.ts';

type Pdf = PDFKit.PDFDocument;

/** A label and the value written beside it. */
export type FormField = readonly [label: string, value: string];

export interface TableColumn {
  title: string;
  /** Share of the width. */
  share: number;
  align?: 'center' | 'left' | 'right';
}

export interface RowLook {
  fill: string;
  colour: string;
  bold: boolean;
}

interface Row extends RowLook {
  columns: readonly TableColumn[];
  cells: readonly string[];
  left: number;
  width: number;
}

export const CELL_PADDING = 5;
const ROW_HEIGHT = 18;
const FIELD_HEIGHT = 30;
const HAND_SIZE = 11.5;

/** A row of a table at the page's current position; text that is too long for its cell ends in dots. */
export function drawRow(pdf: Pdf, { columns, cells, left, width, fill, colour, bold }: Row): void {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const top = pdf.y;
  let cellLeft = left;
  pdf.rect(left, top, width, ROW_HEIGHT).fill(fill);
  columns.forEach(({ share, align = 'left' }, index) => {
    const cellWidth = (width * share) / shares;
    const place = { width: cellWidth - 2 * CELL_PADDING, height: 11, align, ellipsis: true };
    pdf
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(9)
      .fillColor(colour);
    pdf.text(cells[index] ?? '', cellLeft + CELL_PADDING, top + 5, place);
    cellLeft += cellWidth;
  });
  pdf.y = top + ROW_HEIGHT;
}

/** A box of a form: a small label, and the value as if written by hand, as small as it must be to fit. */
export function drawField(pdf: Pdf, [label, value]: FormField, { left, top, width }: { left: number; top: number; width: number }): void {
  const room = width - 8;
  pdf.rect(left, top, width, FIELD_HEIGHT).lineWidth(0.6).stroke('#8a938f');
  pdf.font('Helvetica').fontSize(7.2).fillColor('#5f6b66');
  pdf.text(label, left + CELL_PADDING, top + 4, { width: room, lineBreak: false });
  pdf.font('Times-Italic').fontSize(HAND_SIZE).fillColor(INK);
  const size = Math.min(HAND_SIZE, (HAND_SIZE * room) / Math.max(1, pdf.widthOfString(value)));
  pdf.fontSize(size).text(value, left + CELL_PADDING, top + 13 + (HAND_SIZE - size) / 2, { lineBreak: false });
}
