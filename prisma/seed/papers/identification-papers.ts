import { formatQuetzales } from '#server/domain/money.ts';
import { amountInWords } from './amount-words.ts';
import { longDate, monthsLater, MONTHS, shortDate, type Facts } from './facts.ts';
import type { Paper } from './paper.ts';

/** Both sides of an identity card, copied on one sheet; nothing on it could pass for a real one. */
export function identityCard(paper: Paper, { member, date }: Facts): void {
  const { pdf } = paper;
  const [width, height] = [330, 208];
  const left = (pdf.page.width - width) / 2;
  paper.text('Copia de documento de identificación', { size: 9, align: 'center', colour: '#5f6b66' });
  const card = (top: number) => {
    const shade = pdf
      .linearGradient(left, top, left + width, top + height)
      .stop(0, '#dcebf3')
      .stop(0.5, '#f5f3e6')
      .stop(1, '#d9ece2');
    pdf.roundedRect(left, top, width, height, 12).fillAndStroke(shade, '#6b7f8c');
    for (let wave = 0; wave < 7; wave += 1) {
      const y = top + 44 + wave * 22;
      pdf
        .moveTo(left + 8, y)
        .bezierCurveTo(left + 110, y - 22, left + 220, y + 22, left + width - 8, y)
        .lineWidth(0.4)
        .stroke('#a9c3cf');
    }
  };
  const label = (name: string, value: string, x: number, y: number, size = 10) => {
    pdf.font('Helvetica').fontSize(5.6).fillColor('#4d6472').text(name, x, y, { lineBreak: false });
    pdf
      .font('Helvetica-Bold')
      .fontSize(size)
      .fillColor('#16232b')
      .text(value, x, y + 7, { lineBreak: false });
  };
  const front = 130;
  card(front);
  pdf
    .font('Helvetica-Bold')
    .fontSize(9)
    .fillColor('#1e4c6b')
    .text('REPÚBLICA DE GUATEMALA', left + 16, front + 12, { lineBreak: false });
  pdf
    .font('Helvetica')
    .fontSize(7.4)
    .text('Documento personal de identificación · DPI', left + 16, front + 24, { lineBreak: false });
  pdf.fillColor('#9c2f2f').text('MUESTRA SIN VALIDEZ', left + width - 100, front + 13, { lineBreak: false });
  drawFace(paper, left + 16, front + 42);
  label('CUI', member.dpi, left + 122, front + 42, 12);
  label('NOMBRES', member.firstNames.toUpperCase(), left + 122, front + 66);
  label('APELLIDOS', member.surnames.toUpperCase(), left + 122, front + 90);
  label('NACIONALIDAD', 'GTM', left + 122, front + 114);
  label('SEXO', member.isWoman ? 'F' : 'M', left + 200, front + 114);
  label('FECHA DE NACIMIENTO', shortDate(monthsLater(date, -12 * member.age)), left + 122, front + 138);
  paper.scribble(left + 130, front + 182, 90);
  label('FIRMA', '', left + 230, front + 168);
  const back = front + height + 46;
  card(back);
  label('LUGAR DE NACIMIENTO', `${member.town.toUpperCase()}, ${member.region.toUpperCase()}`, left + 16, back + 18);
  label('VECINDAD', member.town.toUpperCase(), left + 16, back + 44);
  label('EMITIDO', shortDate(monthsLater(date, -40)), left + 16, back + 70);
  label('VENCE', shortDate(monthsLater(date, 80)), left + 110, back + 70);
  label('OFICINA DE REGISTRO', member.region.toUpperCase(), left + 190, back + 70);
  pdf.rect(left + 16, back + 104, 44, 34).fillAndStroke('#e5c46b', '#a58636');
  pdf
    .moveTo(left + 31, back + 104)
    .lineTo(left + 31, back + 138)
    .moveTo(left + 45, back + 104)
    .lineTo(left + 45, back + 138)
    .stroke('#a58636');
  pdf.font('Courier').fontSize(11.2).fillColor('#16232b');
  const digits = member.dpi.replaceAll(' ', '');
  for (const [row, text] of [
    `IDGTM${digits}`,
    `${plainOf(member.surnames)}<<${plainOf(member.firstNames)}`,
    `MUESTRA<SIN<VALIDEZ`,
  ].entries())
    pdf.text(text.padEnd(MACHINE_SIGNS, '<').slice(0, MACHINE_SIGNS), left + 16, back + 152 + row * 14, { lineBreak: false });
}

/** Longest machine-readable line that fits on the card. */
const MACHINE_SIGNS = 44;

function plainOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toUpperCase()
    .replaceAll(' ', '<');
}

/** The photograph of the card: a drawn outline, no real person. */
function drawFace({ pdf }: Paper, left: number, top: number): void {
  pdf.save();
  pdf.rect(left, top, 92, 118).fill('#c9d6dc');
  pdf.rect(left, top, 92, 118).clip();
  pdf.ellipse(left + 46, top + 128, 46, 44).fill('#3d5a6b');
  pdf.rect(left + 37, top + 72, 18, 22).fill('#c69a78');
  pdf.ellipse(left + 46, top + 50, 23, 29).fill('#d9ad8a');
  pdf
    .path(
      `M ${left + 22} ${top + 52} C ${left + 18} ${top + 8}, ${left + 74} ${top + 8}, ${left + 70} ${top + 52} C ${left + 66} ${top + 30}, ${left + 30} ${top + 28}, ${left + 22} ${top + 52}`,
    )
    .fill('#2c2320');
  pdf
    .circle(left + 38, top + 50, 2.2)
    .circle(left + 54, top + 50, 2.2)
    .fill('#2c2320');
  pdf
    .moveTo(left + 38, top + 66)
    .quadraticCurveTo(left + 46, top + 70, left + 54, top + 66)
    .lineWidth(1.4)
    .stroke('#8a4b3f');
  pdf.restore();
}

export function utilityBill(paper: Paper, { member, random, date }: Facts): void {
  const used = random.between(60, 260);
  const energy = used * 1.42;
  const lighting = random.between(18, 45);
  const { pdf, left, width } = paper;
  pdf.rect(left, 46, width, 52).fill('#24577a');
  pdf
    .font('Helvetica-Bold')
    .fontSize(17)
    .fillColor('#ffffff')
    .text('Energía Municipal', left + 14, 58, { lineBreak: false });
  pdf
    .font('Helvetica')
    .fontSize(9)
    .text('Recibo de energía eléctrica', left + 14, 79, { lineBreak: false });
  pdf.y = 116;
  paper.facts([
    ['Cliente', member.name],
    ['Dirección del servicio', `${member.address}, ${member.town}, ${member.region}`],
    ['Contador', `M-${random.between(100_000, 999_999)}`],
    ['Período', `${MONTHS[(date.getUTCMonth() + 11) % 12]} de ${monthsLater(date, -1).getUTCFullYear()}`],
    ['Fecha de emisión', shortDate(date)],
    ['Pagar antes del', shortDate(monthsLater(date, 1))],
  ]);
  paper.table(
    [
      { title: 'Concepto', share: 3 },
      { title: 'Cantidad', share: 1, align: 'right' },
      { title: 'Monto', share: 1, align: 'right' },
    ],
    [
      ['Consumo de energía', `${used} kWh`, formatQuetzales(energy)],
      ['Cargo fijo', '1', formatQuetzales(14.5)],
      ['Alumbrado público', '1', formatQuetzales(lighting)],
    ],
    ['Total a pagar', '', formatQuetzales(energy + 14.5 + lighting)],
  );
  paper.text('Consumo de los últimos seis meses (kWh)', { bold: true, size: 9.5 });
  const base = pdf.y + 96;
  for (let month = 0; month < 6; month += 1) {
    const height = Math.min(84, used * 0.3 * (0.7 + random.next() * 0.5));
    const x = left + 10 + month * 60;
    pdf.rect(x, base - height, 34, height).fill(month === 5 ? '#24577a' : '#9dbbcd');
    const name = MONTHS[(date.getUTCMonth() + 6 + month) % 12] ?? '';
    pdf
      .font('Helvetica')
      .fontSize(8)
      .fillColor('#5f6b66')
      .text(name.slice(0, 3), x + 8, base + 4, { lineBreak: false });
  }
  pdf.y = base + 26;
  drawBars(paper, [...`7400${random.between(1_000_000, 9_999_999)}0${random.between(100_000, 999_999)}`].map(Number));
}

/** A bar code as pay desks read them; it encodes nothing. */
function drawBars({ pdf, left }: Paper, digits: readonly number[]): void {
  const top = pdf.y;
  let x = left;
  for (const digit of digits) {
    for (const wide of [1 + (digit % 3), 1 + ((digit >> 1) % 3)]) {
      pdf.rect(x, top, wide, 38);
      x += wide + 1.6 + (digit % 2);
    }
  }
  pdf.fill('#1c1c1a');
  pdf
    .font('Courier')
    .fontSize(8)
    .text(digits.join(''), left, top + 42, { lineBreak: false });
  pdf.y = top + 58;
}

export function incomeProof(paper: Paper, { member, employer, income, date, manager, random }: Facts): void {
  const { pdf, left, width } = paper;
  pdf.font('Times-Bold').fontSize(17).fillColor('#233a52').text(employer, left, 58, { width, align: 'center' });
  pdf
    .font('Times-Roman')
    .fontSize(9.5)
    .fillColor('#5f6b66')
    .text(`${member.town}, ${member.region} · Teléfono ${member.phone}`, { width, align: 'center' });
  pdf
    .moveTo(left, 100)
    .lineTo(left + width, 100)
    .lineWidth(1)
    .stroke('#233a52');
  pdf.y = 130;
  paper.prose(`${member.town}, ${longDate(date)}`).gap(12);
  paper.title('CONSTANCIA DE INGRESOS', { size: 14 }).gap(6);
  paper.prose(
    `Por este medio hacemos constar que ${member.name}, quien se identifica con DPI ${member.dpi}, labora en esta empresa desde hace ${random.between(2, 14)} años en el puesto de ${member.trade.toLowerCase()}, con carácter permanente, y devenga un ingreso mensual de ${formatQuetzales(income)} (${amountInWords(income)}), integrado de la forma siguiente:`,
  );
  paper.table(
    [
      { title: 'Concepto', share: 3 },
      { title: 'Mensual', share: 1, align: 'right' },
    ],
    [
      ['Sueldo ordinario', formatQuetzales(income - 250 - income * 0.12)],
      ['Bonificación incentivo', formatQuetzales(250)],
      ['Comisiones (promedio)', formatQuetzales(income * 0.12)],
    ],
    ['Total', formatQuetzales(income)],
  );
  paper.prose('Para los usos que al interesado convengan, se extiende la presente en una hoja membretada de la empresa.');
  paper.signatures([[manager, 'Recursos Humanos']]);
}

export function taxRegistration(paper: Paper, { member, date, random }: Facts): void {
  paper.text('Registro Tributario Unificado', { size: 17, bold: true, colour: '#24577a', after: 2 });
  paper.text('Constancia de inscripción y actualización de datos', { size: 10.5, colour: '#5f6b66', after: 12 });
  paper.heading('Datos de identificación').facts([
    ['NIT', member.nit],
    ['Nombre', member.name],
    ['CUI', member.dpi],
    ['Tipo de contribuyente', 'Individual'],
    ['Estado', 'ACTIVO'],
  ]);
  paper.heading('Domicilio fiscal').facts([
    ['Dirección', member.address],
    ['Municipio', member.town],
    ['Departamento', member.region],
    ['Teléfono', member.phone],
  ]);
  paper.heading('Afiliaciones').table(
    [
      { title: 'Impuesto', share: 1 },
      { title: 'Régimen', share: 2 },
      { title: 'Desde', share: 1 },
    ],
    [
      ['IVA', 'Pequeño contribuyente', shortDate(monthsLater(date, -random.between(14, 90)))],
      ['ISR', 'Opcional simplificado', shortDate(monthsLater(date, -random.between(14, 90)))],
    ],
  );
  paper.heading('Actividad económica').facts([['Principal', member.trade]]);
  paper.note(`Constancia de demostración generada el ${longDate(date)}. No la emite ninguna autoridad.`);
}

export function relationshipForm(paper: Paper, { member, guarantor, income, employer, memberNumber, date, random }: Facts): void {
  paper.letterhead('Cumplimiento').title('Formulario de inicio de relaciones', { after: 2 });
  paper.text('Persona individual', { size: 9, align: 'center', after: 6 });
  paper.heading('Datos personales').form([
    [
      ['Apellidos', member.surnames],
      ['Nombres', member.firstNames],
    ],
    [
      ['DPI', member.dpi],
      ['NIT', member.nit],
      ['Fecha de nacimiento', shortDate(monthsLater(date, -12 * member.age))],
    ],
    [
      ['Dirección de residencia', `${member.address}, ${member.town}, ${member.region}`],
      ['Teléfono', member.phone],
    ],
  ]);
  paper.heading('Información económica').form([
    [
      ['Ocupación', member.trade],
      ['Patrono', employer],
    ],
    [
      ['Ingresos mensuales', formatQuetzales(income)],
      ['Egresos mensuales', formatQuetzales(income * 0.7)],
      ['Otros ingresos', formatQuetzales(random.between(0, 12) * 100)],
    ],
  ]);
  paper.choices('Producto', ['Ahorro', 'Aportaciones', 'Crédito', 'Plazo fijo'], 'Ahorro');
  paper.choices('Origen de fondos', ['Salario', 'Negocio', 'Remesas'], random.pick(['Salario', 'Negocio', 'Remesas']));
  paper.choices('¿Es PEP?', ['Sí', 'No'], 'No').gap(4);
  paper.heading('Beneficiario').form([
    [
      ['Nombre completo', guarantor.name],
      ['Parentesco', random.pick(guarantor.isWoman ? ['Hija', 'Hermana', 'Madre'] : ['Hijo', 'Hermano', 'Padre'])],
      ['DPI', guarantor.dpi],
    ],
  ]);
  paper.note('Declaro que los fondos que se manejarán en esta relación provienen de actividades lícitas.');
  paper.signatures([
    [member.name, `Asociado ${memberNumber}`],
    [guarantor.name, 'Ejecutivo de agencia'],
  ]);
}
