import PDFDocument from 'pdfkit';
import { cutText } from '../../domain/bounded-text.ts';
import { formatDateTime } from '../../domain/dates.ts';
import { drawableText } from '../../domain/drawable-text.ts';
import { qrCodeOf } from '../../platform/qr-code.ts';
import { packageContentText } from '../../domain/package-states.ts';
import type { PackageRecord, ShownLine } from './get-package.ts';

type Page = PDFKit.PDFDocument;

export interface Manifest {
  record: PackageRecord;
  /** The receiver's page of the package, which the QR holds. */
  address: string;
  cooperativeName: string;
  printedBy: string;
  printedAt: Date;
}

/** In points, for letter paper, which agencies use. */
const MARGIN = 42;
const WIDTH = 612 - 2 * MARGIN;
const BOTTOM = 792 - MARGIN - 20;
const QR_SIZE = 110;
const SIGNATURES_HEIGHT = 112;
const PADDING = 4;
const GREY = '#555555';
const RULE = '#999999';

const COLUMNS = [
  { title: 'N.º', width: 30, text: (_line: ShownLine, number: number) => String(number) },
  { title: 'Documento', width: 220, text: ({ document, digitalizationId }: ShownLine) => document || digitalizationId },
  { title: 'Tipo', width: 158, text: ({ categoryName, typeName }: ShownLine) => [categoryName, typeName].filter(Boolean).join(' › ') },
  { title: 'Recibido', width: 50, text: () => '' },
  { title: 'Nota', width: 70, text: () => '' },
] as const;
const CHECK_COLUMN = 3;

/**
 * The paper that travels with a package: its code as text and as QR, its content, and where both sides sign. Starts streaming as soon as
 * somebody reads it.
 */
export function drawManifest(manifest: Manifest): NodeJS.ReadableStream {
  const { code } = manifest.record;
  const page = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    lang: 'es-GT',
    displayTitle: true,
    info: { Title: `Manifiesto ${code}`, Author: printable(manifest.cooperativeName), CreationDate: manifest.printedAt },
  });
  drawHead(page, manifest);
  drawTable(page, manifest.record.lines);
  drawSignatures(page, manifest.record);
  numberPages(page, manifest);
  page.end();
  return page;
}

function drawHead(page: Page, { record, address, cooperativeName }: Manifest): void {
  const { code, names, note, stateName, isActive, sendedAt } = record;
  const left = WIDTH - QR_SIZE - 16;
  page.font('Helvetica').fontSize(10).fillColor(GREY).text(printable(cooperativeName), MARGIN, MARGIN, { width: left });
  page.font('Helvetica-Bold').fontSize(15).fillColor('black').text('Manifiesto de paquete', { width: left });
  page.fontSize(24).text(code, { width: left, characterSpacing: 1.5 });
  page.moveDown(0.4);
  const facts = [
    ['De', [names.fromAgency, names.sender].filter(Boolean).join(' · ')],
    ['Para', [names.agency, names.person || 'quien lo acepte'].filter(Boolean).join(' · ')],
    ['Contenido', packageContentText(record)],
    ['Estado', isActive ? stateName : 'Anulado'],
    ['Enviado', sendedAt === null ? 'Todavía no.' : formatDateTime(sendedAt)],
    ...(note === '' ? [] : [['Nota', note]]),
  ] as const;
  for (const [label, value] of facts) {
    page.font('Helvetica-Bold').fontSize(10).fillColor(GREY).text(`${label}: `, { width: left, continued: true });
    page.font('Helvetica').fillColor('black').text(printable(value));
  }
  drawQr(page, address, MARGIN + WIDTH - QR_SIZE, MARGIN);
  page.x = MARGIN;
  page.y = Math.max(page.y, MARGIN + QR_SIZE) + 16;
}

function drawQr(page: Page, text: string, left: number, top: number): void {
  const qr = qrCodeOf(text);
  const module = QR_SIZE / qr.size;
  for (const [column, row] of qr.dark) page.rect(left + column * module, top + row * module, module, module);
  page.fill('black');
}

function drawTable(page: Page, lines: readonly ShownLine[]): void {
  drawTableHead(page);
  lines.forEach((line, index) => {
    const texts = COLUMNS.map(({ text }) => printable(text(line, index + 1)));
    page.font('Helvetica').fontSize(9);
    const height = Math.max(
      22,
      ...texts.map((text, place) => page.heightOfString(text, { width: (COLUMNS[place]?.width ?? 0) - 2 * PADDING }) + 2 * PADDING),
    );
    if (page.y + height > BOTTOM) {
      page.addPage();
      drawTableHead(page);
    }
    drawRow(page, texts, height);
  });
}

function drawTableHead(page: Page): void {
  page.font('Helvetica-Bold').fontSize(9).fillColor('black');
  drawRow(
    page,
    COLUMNS.map(({ title }) => title),
    20,
    { isHead: true },
  );
  page.font('Helvetica');
}

function drawRow(page: Page, texts: readonly string[], height: number, { isHead = false } = {}): void {
  const top = page.y;
  let left = MARGIN;
  texts.forEach((text, place) => {
    const width = COLUMNS[place]?.width ?? 0;
    page.text(text, left + PADDING, top + PADDING + 1, { width: width - 2 * PADDING });
    if (place === CHECK_COLUMN && !isHead) page.rect(left + width / 2 - 6, top + height / 2 - 6, 12, 12).stroke('black');
    left += width;
  });
  page
    .moveTo(MARGIN, top + height)
    .lineTo(MARGIN + WIDTH, top + height)
    .lineWidth(isHead ? 1 : 0.5)
    .stroke(RULE);
  page.x = MARGIN;
  page.y = top + height;
}

/** Kept on one page. */
function drawSignatures(page: Page, { names }: PackageRecord): void {
  if (page.y + 20 + SIGNATURES_HEIGHT > BOTTOM) page.addPage();
  const top = page.y + 20;
  const width = (WIDTH - 16) / 2;
  const boxes = [
    ['Entrega', [names.sender, names.fromAgency]],
    ['Recibe', [names.person, names.agency]],
  ] as const;
  boxes.forEach(([title, who], place) => {
    const left = MARGIN + place * (width + 16);
    const line = top + SIGNATURES_HEIGHT - 38;
    page.lineWidth(0.75).rect(left, top, width, SIGNATURES_HEIGHT).stroke(RULE);
    page
      .font('Helvetica-Bold')
      .fontSize(10)
      .fillColor('black')
      .text(title, left + 8, top + 8);
    page.font('Helvetica').fontSize(9).fillColor(GREY);
    page.text(printable(who.filter(Boolean).join(' · ')), left + 8, top + 22, { width: width - 16, height: 12, ellipsis: true });
    page
      .moveTo(left + 8, line)
      .lineTo(left + width - 8, line)
      .stroke('black');
    page.text('Nombre y firma', left + 8, line + 4);
    page.text('Fecha y hora: ____________________', left + 8, line + 18);
  });
  page.fillColor('black');
}

/** Comes last, when the number of pages is known. */
function numberPages(page: Page, { record: { code }, printedBy, printedAt }: Manifest): void {
  const { start, count } = page.bufferedPageRange();
  for (let at = start; at < start + count; at += 1) {
    page.switchToPage(at);
    // Text below the margin would start a new page.
    page.page.margins.bottom = 0;
    const top = 792 - MARGIN;
    page.font('Helvetica').fontSize(8).fillColor(GREY);
    page.text(printable(`${code} · Impreso el ${formatDateTime(printedAt)} por ${printedBy}`), MARGIN, top, {
      width: WIDTH - 90,
      height: 10,
      ellipsis: true,
    });
    page.text(`Página ${at - start + 1} de ${count}`, MARGIN + WIDTH - 90, top, { width: 90, align: 'right' });
  }
}

/** Characters beyond Latin-1 in Windows-1252, the encoding of the fonts that every PDF reader has. */
const BEYOND_LATIN_1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
const LONGEST = 1_000;

/** A text as those fonts can draw it. */
export function printable(text: string): string {
  return drawableText(cutText(text, LONGEST), hasGlyph);
}

function hasGlyph(sign: string): boolean {
  return /^[ -~\u00a0-\u00ac\u00ae-\u00ff]$/.test(sign) || BEYOND_LATIN_1.has(sign);
}
