import PDFDocument from 'pdfkit';
import { MADE_AT } from './facts.ts';

/** A PDF whose pages are pictures, as scanners make it. */
export async function picturesPdf(title: string, pictures: readonly Buffer[]): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'LETTER', margin: 0, autoFirstPage: false, info: { Title: title, CreationDate: MADE_AT } });
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  for (const picture of pictures) pdf.addPage().image(picture, 0, 0, { width: pdf.page.width, height: pdf.page.height });
  pdf.end();
  await ended;
  return Buffer.concat(parts);
}
