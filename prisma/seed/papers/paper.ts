import PDFDocument from 'pdfkit';
import type { Random } from '../random.ts';
import { CELL_PADDING, drawField, drawRow, type FormField, type RowLook, type TableColumn } from './cells.ts';
import { COOPERATIVE, MADE_AT } from './facts.ts';
import { drawSignature, drawStamp, INK } from './ink.ts';

type Pdf = PDFKit.PDFDocument;

/** Letter paper, in points. */
const [SHORT_SIDE, LONG_SIDE] = [612, 792];
const MARGIN = 54;
const GREEN = '#1b5e4a';
const GREY = '#5f6b66';

export interface PaperOptions {
  title: string;
  random: Random;
  landscape?: boolean;
}

interface TextOptions {
  size?: number;
  bold?: boolean;
  align?: 'center' | 'justify' | 'left' | 'right';
  /** Points of space below. */
  after?: number;
  colour?: string;
}

/**
 * A PDF of the demo with one or several papers: elements of letters, forms and contracts, drawn one below the other.
 * The standard typefaces of PDF need no font on the machine; the same random numbers draw the same bytes.
 */
export class Paper {
  readonly pdf: Pdf;
  readonly width: number;
  readonly #random: Random;
  #tilt = 0;
  #pages = 0;
  readonly #parts: Buffer[] = [];
  readonly #ended: Promise<void>;

  constructor({ title, random, landscape = false }: PaperOptions) {
    this.#random = random;
    this.pdf = new PDFDocument({
      size: 'LETTER',
      layout: landscape ? 'landscape' : 'portrait',
      margin: MARGIN,
      lang: 'es-GT',
      info: { Title: title, Author: COOPERATIVE, CreationDate: MADE_AT },
      autoFirstPage: false,
    });
    this.pdf.on('data', (part: Buffer) => this.#parts.push(part));
    this.#ended = new Promise((resolve) => this.pdf.on('end', resolve));
    this.pdf.on('pageAdded', () => {
      const { width, height } = this.pdf.page;
      if (this.#tilt !== 0) this.pdf.rotate(this.#tilt, { origin: [width / 2, height / 2] });
      this.#pages += 1;
    });
    this.width = (landscape ? LONG_SIDE : SHORT_SIDE) - 2 * MARGIN;
  }

  /** Number of sheets so far. */
  get pages(): number {
    return this.#pages;
  }

  /** Begins the first sheet of the next paper. @param tilt degrees by which it lies askew on the scanner */
  begin(tilt = 0): this {
    this.#tilt = tilt;
    return this.page();
  }

  get left(): number {
    return MARGIN;
  }

  page(): this {
    this.pdf.addPage();
    return this;
  }

  /** The head of a letter: logo and name of the cooperative, and the office that writes. */
  letterhead(office = 'Oficinas centrales'): this {
    const { pdf } = this;
    const top = MARGIN - 14;
    pdf.circle(MARGIN + 17, top + 17, 17).fill(GREEN);
    pdf
      .circle(MARGIN + 17, top + 17, 9)
      .lineWidth(2.4)
      .stroke('#ffffff');
    pdf.circle(MARGIN + 17, top + 17, 3).fill('#f4c95d');
    pdf
      .font('Helvetica-Bold')
      .fontSize(13)
      .fillColor(GREEN)
      .text(COOPERATIVE, MARGIN + 44, top + 4);
    pdf
      .font('Helvetica')
      .fontSize(8.5)
      .fillColor(GREY)
      .text(`Ahorro y crédito · ${office}`, MARGIN + 44, top + 21);
    this.#rule(top + 42, GREEN, 1.2);
    pdf.x = MARGIN;
    pdf.y = top + 56;
    return this;
  }

  title(text: string, { size = 15, after = 10 }: TextOptions = {}): this {
    return this.text(text, { size, bold: true, align: 'center', after });
  }

  heading(text: string): this {
    const { pdf } = this;
    const top = pdf.y + 4;
    pdf.rect(MARGIN, top, this.width, 16).fill('#e3ebe7');
    pdf
      .font('Helvetica-Bold')
      .fontSize(9)
      .fillColor(GREEN)
      .text(text.toUpperCase(), MARGIN + CELL_PADDING, top + 4.5);
    pdf.x = MARGIN;
    pdf.y = top + 20;
    return this;
  }

  text(text: string, { size = 10.5, bold = false, align = 'left', after = 8, colour = '#1c1c1a' }: TextOptions = {}): this {
    this.pdf
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .fillColor(colour)
      .text(text, MARGIN, this.pdf.y, { width: this.width, align, lineGap: size * 0.22 });
    this.pdf.y += after;
    return this;
  }

  /** Prose as notaries type it. */
  prose(text: string, { size = 11.5, after = 9 }: TextOptions = {}): this {
    this.pdf
      .font('Times-Roman')
      .fontSize(size)
      .fillColor('#111111')
      .text(text, MARGIN, this.pdf.y, { width: this.width, align: 'justify', lineGap: size * 0.35 });
    this.pdf.y += after;
    return this;
  }

  /** Boxes of a form, row by row, filled in by hand. */
  form(rows: readonly (readonly FormField[])[]): this {
    const { pdf } = this;
    for (const row of rows) {
      const top = pdf.y;
      const width = this.width / row.length;
      row.forEach((field, index) => drawField(pdf, field, { left: MARGIN + index * width, top, width }));
      pdf.x = MARGIN;
      pdf.y = top + 30;
    }
    pdf.y += 6;
    return this;
  }

  /** A question with boxes, one of them crossed. */
  choices(label: string, options: readonly string[], chosen: string): this {
    const { pdf } = this;
    const top = pdf.y;
    pdf
      .font('Helvetica-Bold')
      .fontSize(8.5)
      .fillColor('#1c1c1a')
      .text(label, MARGIN, top + 2, { lineBreak: false });
    let left = MARGIN + 110;
    for (const option of options) {
      pdf.rect(left, top, 10, 10).lineWidth(0.8).stroke('#1c1c1a');
      if (option === chosen) {
        pdf
          .moveTo(left - 1, top + 1)
          .lineTo(left + 11, top + 11)
          .lineWidth(1.6)
          .stroke(INK);
        pdf
          .moveTo(left + 11, top - 1)
          .lineTo(left, top + 11)
          .lineWidth(1.6)
          .stroke(INK);
      }
      pdf
        .font('Helvetica')
        .fontSize(8.5)
        .fillColor('#1c1c1a')
        .text(option, left + 14, top + 2, { lineBreak: false });
      left += 32 + pdf.widthOfString(option);
    }
    pdf.x = MARGIN;
    pdf.y = top + 20;
    return this;
  }

  /** Facts one below the other, label and value on a line. */
  facts(rows: readonly FormField[], { size = 10.5, after = 10 }: TextOptions = {}): this {
    const { pdf } = this;
    for (const [label, value] of rows) {
      const top = pdf.y;
      pdf.font('Helvetica-Bold').fontSize(size).fillColor(GREY).text(label, MARGIN, top, { width: 170 });
      pdf
        .font('Helvetica')
        .fillColor('#1c1c1a')
        .text(value, MARGIN + 180, top, { width: this.width - 180 });
      pdf.y += 4;
    }
    pdf.x = MARGIN;
    pdf.y += after;
    return this;
  }

  /** @param total a last row in bold */
  table(columns: readonly TableColumn[], rows: readonly (readonly string[])[], total?: readonly string[]): this {
    this.#row(
      columns,
      columns.map(({ title }) => title),
      { fill: GREEN, colour: '#ffffff', bold: true },
    );
    rows.forEach((row, index) =>
      this.#row(columns, row, { fill: index % 2 === 1 ? '#f1f4f2' : '#ffffff', colour: '#1c1c1a', bold: false }),
    );
    if (total) this.#row(columns, total, { fill: '#e3ebe7', colour: '#1c1c1a', bold: true });
    this.pdf.x = MARGIN;
    this.pdf.y += 10;
    return this;
  }

  /** Lines with a name below, each signed. */
  signatures(people: readonly FormField[], { after = 16 }: TextOptions = {}): this {
    const { pdf } = this;
    const width = this.width / people.length;
    const top = pdf.y + 52;
    people.forEach(([name, role], index) => {
      const left = MARGIN + index * width + 12;
      const long = Math.min(190, width - 24);
      this.scribble(left + 20, top - 12, long * 0.62);
      pdf
        .moveTo(left, top)
        .lineTo(left + long, top)
        .lineWidth(0.7)
        .stroke('#1c1c1a');
      pdf
        .font('Helvetica')
        .fontSize(8.5)
        .fillColor('#1c1c1a')
        .text(name, left, top + 4, { width: long, align: 'center' });
      pdf.fillColor(GREY).text(role, left, pdf.y, { width: long, align: 'center' });
    });
    pdf.x = MARGIN;
    pdf.y = top + 28 + after;
    return this;
  }

  /** A signature of that width. */
  scribble(left: number, top: number, width: number): this {
    drawSignature(this.pdf, { left, top, width, random: this.#random });
    return this;
  }

  /** A round rubber stamp. */
  stamp(word: string, { x, y, colour = '#9c2f2f' }: { x: number; y: number; colour?: string }): this {
    drawStamp(this.pdf, { word, x, y, colour, angle: this.#random.between(-16, 8) });
    return this;
  }

  note(text: string): this {
    return this.text(text, { size: 8, colour: GREY, after: 6 });
  }

  gap(points: number): this {
    this.pdf.y += points;
    return this;
  }

  async finish(): Promise<Buffer> {
    this.pdf.end();
    await this.#ended;
    return Buffer.concat(this.#parts);
  }

  #row(columns: readonly TableColumn[], cells: readonly string[], look: RowLook): void {
    drawRow(this.pdf, { columns, cells, left: MARGIN, width: this.width, ...look });
    this.#rule(this.pdf.y, '#d5dbd8', 0.5);
  }

  #rule(y: number, colour: string, thickness: number): void {
    this.pdf
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + this.width, y)
      .lineWidth(thickness)
      .stroke(colour);
  }
}
