import type { Random } from '../random.ts';

type Pdf = PDFKit.PDFDocument;

/** Colour of pens. */
export const INK = '#22357a';

/** A signature: a few loops and a stroke below. */
export function drawSignature(pdf: Pdf, { left, top, width, random }: { left: number; top: number; width: number; random: Random }): void {
  const strokes = random.between(2, 5);
  const step = width / strokes;
  pdf.moveTo(left, top);
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    const x = left + stroke * step;
    const up = random.between(4, 30);
    const down = random.between(0, 14);
    const lean = random.between(-3, 8) / 10;
    pdf.bezierCurveTo(x + step * lean, top - up, x + step * 0.8, top - up, x + step * (0.3 + random.next() * 0.4), top + down);
    pdf.bezierCurveTo(x + step * lean, top + down + 6, x + step * 0.95, top + 4, x + step, top - random.between(0, 9));
  }
  const tail = random.between(2, 12);
  pdf.moveTo(left - 6, top + tail).bezierCurveTo(left + width * 0.4, top - 4, left + width * 0.8, top + tail, left + width * 1.1, top - 2);
  pdf.lineWidth(1.1).stroke(INK);
}

/** Two circles and a word, a little turned. */
export function drawStamp(
  pdf: Pdf,
  { word, x, y, colour, angle }: { word: string; x: number; y: number; colour: string; angle: number },
): void {
  pdf
    .save()
    .rotate(angle, { origin: [x, y] })
    .opacity(0.75);
  pdf.circle(x, y, 44).lineWidth(2.2).stroke(colour);
  pdf.circle(x, y, 33).lineWidth(0.9).stroke(colour);
  const [left, top] = [pdf.x, pdf.y];
  pdf.font('Helvetica-Bold').fontSize(10).fillColor(colour);
  pdf.text(word, x - pdf.widthOfString(word) / 2, y - 9, { lineBreak: false });
  pdf
    .moveTo(x - 26, y + 5)
    .lineTo(x + 26, y + 5)
    .lineWidth(0.9)
    .stroke(colour);
  pdf.opacity(1).restore();
  [pdf.x, pdf.y] = [left, top];
}
