import { COOPERATIVE, type Facts } from './facts.ts';
import type { Paper } from './paper.ts';

/** A poster of a campaign. */
export function campaignPoster({ pdf, left }: Paper): void {
  const { width, height } = pdf.page;
  pdf.rect(0, 0, width, height).fill(pdf.linearGradient(0, 0, 0, height).stop(0, '#1b5e4a').stop(1, '#0f3a2e'));
  pdf.circle(width - 90, 130, 170).fill('#f4c95d');
  pdf.circle(width - 60, 90, 100).fill('#f7dc92');
  pdf.font('Helvetica-Bold').fontSize(58).fillColor('#ffffff').text('Ahorre hoy,', left, 300, { lineBreak: false });
  pdf.text('estrene en', left, 362, { lineBreak: false }).text('diciembre', left, 424, { lineBreak: false });
  pdf.font('Helvetica').fontSize(19).text('Ahorro navideño desde Q50 al mes, con el 5 % anual.', left, 504, { lineBreak: false });
  for (const [index, size] of [26, 34, 42].entries())
    for (let coin = 0; coin < 2 + index * 2; coin += 1)
      pdf
        .ellipse(left + 40 + index * 110, 690 - coin * 15, size, 12)
        .lineWidth(1.5)
        .fillAndStroke('#f4c95d', '#b08d3c');
  pdf.font('Helvetica-Bold').fontSize(15).fillColor('#ffffff').text(COOPERATIVE, left, 738, { lineBreak: false });
}

/** Mark and name of the cooperative. */
export function logo({ pdf }: Paper): void {
  const [x, y] = [pdf.page.width / 2, pdf.page.height / 2 - 60];
  pdf.circle(x, y, 130).fill('#1b5e4a');
  pdf.circle(x, y, 74).lineWidth(20).stroke('#ffffff');
  pdf.circle(x, y, 26).fill('#f4c95d');
  pdf.font('Helvetica-Bold').fontSize(30).fillColor('#1b5e4a');
  pdf.text(COOPERATIVE, x - pdf.widthOfString(COOPERATIVE) / 2, y + 160, { lineBreak: false });
  const line = 'Ahorro y crédito';
  pdf
    .font('Helvetica')
    .fontSize(19)
    .fillColor('#5f6b66')
    .text(line, x - pdf.widthOfString(line) / 2, y + 202, { lineBreak: false });
}

/** How to get to a plot: streets, blocks and a cross. */
export function sketchMap({ pdf, left, width }: Paper): void {
  pdf.font('Helvetica-Bold').fontSize(20).fillColor('#1c1c1a').text('Croquis de ubicación', left, 60, { lineBreak: false });
  pdf.rect(left, 100, width, 560).lineWidth(1.2).stroke('#5f6b66');
  for (const [x, y, wide, high, name] of [
    [20, 20, 130, 150, ''],
    [190, 20, 130, 150, 'Escuela'],
    [360, 20, 124, 150, ''],
    [20, 210, 130, 150, 'Mercado'],
    [190, 210, 130, 150, 'Parque'],
    [360, 210, 124, 150, 'Inmueble'],
    [20, 400, 130, 140, ''],
    [190, 400, 130, 140, 'Agencia'],
    [360, 400, 124, 140, ''],
  ] as const) {
    const fill = name === 'Parque' ? '#cfe0c3' : name === 'Inmueble' ? '#f2cfc4' : '#eceae2';
    pdf
      .rect(left + x, 100 + y, wide, high)
      .lineWidth(0.8)
      .fillAndStroke(fill, '#a7a89f');
    pdf
      .font('Helvetica')
      .fontSize(12)
      .fillColor('#1c1c1a')
      .text(name, left + x + 12, 100 + y + high - 24, { lineBreak: false });
  }
  pdf
    .moveTo(left + 255, 555)
    .lineTo(left + 255, 480)
    .lineTo(left + 340, 480)
    .lineTo(left + 340, 390)
    .lineTo(left + 400, 390)
    .lineWidth(3)
    .dash(9, { space: 6 })
    .stroke('#b3402f');
  pdf.undash();
  pdf
    .moveTo(left + 410, 380)
    .lineTo(left + 430, 400)
    .moveTo(left + 430, 380)
    .lineTo(left + 410, 400)
    .lineWidth(4)
    .stroke('#b3402f');
  pdf
    .font('Helvetica-Oblique')
    .fontSize(11)
    .fillColor('#5f6b66')
    .text('4a. calle', left + 60, 286, { lineBreak: false })
    .text('5a. calle', left + 60, 478, { lineBreak: false });
}

/** Goal and result of each month. */
export function goalsChart({ pdf, left, width }: Paper, { random }: Facts): void {
  const base = 520;
  pdf.font('Helvetica-Bold').fontSize(22).fillColor('#1c1c1a').text('Metas de captación por mes', left, 60, { lineBreak: false });
  pdf
    .font('Helvetica')
    .fontSize(12)
    .fillColor('#5f6b66')
    .text('Millones de quetzales. Línea: meta. Barra: captado.', left, 92, { lineBreak: false });
  for (let mark = 0; mark <= 4; mark += 1) {
    const y = base - mark * 90;
    pdf
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.5)
      .stroke('#d5dbd8');
    pdf
      .font('Helvetica')
      .fontSize(10)
      .fillColor('#5f6b66')
      .text(String(mark * 5), left - 18, y - 5, { lineBreak: false });
  }
  [...'EFMAMJJASOND'].forEach((month, index) => {
    const x = left + 12 + index * 41;
    const goal = 150 + index * 14;
    const reached = goal * (0.82 + random.next() * 0.32);
    pdf.rect(x, base - reached, 26, reached).fill(reached >= goal ? '#1b5e4a' : '#9dbfae');
    pdf
      .moveTo(x - 5, base - goal)
      .lineTo(x + 31, base - goal)
      .lineWidth(2.4)
      .stroke('#c9872c');
    pdf
      .font('Helvetica')
      .fontSize(11)
      .fillColor('#1c1c1a')
      .text(month, x + 9, base + 8, { lineBreak: false });
  });
}
