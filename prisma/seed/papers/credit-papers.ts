import { formatQuetzales } from '#server/domain/money.ts';
import { amountInWords } from './amount-words.ts';
import { COOPERATIVE, longDate, monthsLater, shortDate, type Facts } from './facts.ts';
import type { Paper } from './paper.ts';

const GUARANTEES = ['Fiduciaria', 'Hipotecaria', 'Prendaria'] as const;

export function creditRequest(paper: Paper, facts: Facts): void {
  const { member, guarantor, amount, months, purpose, income, memberNumber, creditNumber, instalment, date, random } = facts;
  paper
    .letterhead('Créditos')
    .title('Solicitud de crédito', { after: 2 })
    .text(`No. ${creditNumber}`, { size: 9, align: 'center', after: 6 });
  paper.heading('1. Datos del asociado').form([
    [
      ['Apellidos', member.surnames],
      ['Nombres', member.firstNames],
    ],
    [
      ['DPI (CUI)', member.dpi],
      ['NIT', member.nit],
      ['No. de asociado', memberNumber],
    ],
    [
      ['Dirección', `${member.address}, ${member.town}`],
      ['Teléfono', member.phone],
    ],
    [
      ['Ocupación', member.trade],
      ['Lugar de trabajo', facts.employer],
      ['Ingreso mensual', formatQuetzales(income)],
    ],
  ]);
  paper.heading('2. Crédito que solicita').form([
    [
      ['Monto', formatQuetzales(amount)],
      ['Plazo en meses', String(months)],
      ['Cuota aproximada', formatQuetzales(instalment)],
    ],
    [
      ['Destino', purpose],
      ['Monto en letras', amountInWords(amount)],
    ],
  ]);
  paper
    .choices('Garantía', GUARANTEES, random.pick(GUARANTEES))
    .choices('Forma de pago', ['Nivelada', 'Sobre saldos', 'Al vencimiento'], 'Nivelada');
  paper.heading('3. Fiador').form([
    [
      ['Nombre completo', guarantor.name],
      ['DPI (CUI)', guarantor.dpi],
    ],
    [
      ['Dirección', `${guarantor.address}, ${guarantor.town}`],
      ['Teléfono', guarantor.phone],
      ['Ocupación', guarantor.trade],
    ],
  ]);
  paper.note(
    'Declaro que los datos de esta solicitud son ciertos y autorizo a la cooperativa a comprobarlos. La presentación de esta solicitud no obliga a su aprobación.',
  );
  paper.signatures([
    [member.name, 'Solicitante'],
    [guarantor.name, 'Fiador'],
  ]);
  paper.stamp('RECIBIDO', { x: 500, y: paper.pdf.y - 30 }).text(`${member.town}, ${longDate(date)}`, { size: 9 });
}

export function promissoryNote(paper: Paper, facts: Facts): void {
  const { member, guarantor, amount, months, rate, instalment, creditNumber, date } = facts;
  const day = date.getUTCDate();
  paper.letterhead('Créditos').title('PAGARÉ LIBRE DE PROTESTO', { size: 16, after: 4 });
  paper.facts(
    [
      ['Número', creditNumber],
      ['Por', formatQuetzales(amount)],
      ['Lugar y fecha', `${member.town}, ${longDate(date)}`],
    ],
    { after: 4 },
  );
  paper.prose(
    `Yo, ${member.name.toUpperCase()}, de ${member.age} años de edad, ${member.trade.toLowerCase()}, de este domicilio, con Documento Personal de Identificación (DPI) con Código Único de Identificación (CUI) ${member.dpi}, por este PAGARÉ prometo pagar incondicionalmente a la orden de ${COOPERATIVE} la cantidad de ${amountInWords(amount).toUpperCase()} (${formatQuetzales(amount)}), que he recibido a mi entera satisfacción.`,
  );
  paper.prose(
    `La cantidad adeudada devengará intereses del ${rate} % anual sobre saldos y se pagará en ${months} cuotas mensuales, iguales y consecutivas de ${amountInWords(instalment).toUpperCase()} (${formatQuetzales(instalment)}) cada una, el día ${day} de cada mes, a partir del ${longDate(monthsLater(date, 1))} y hasta el ${longDate(monthsLater(date, months))}.`,
  );
  paper.prose(
    'La falta de pago de una sola de las cuotas en la fecha convenida dará derecho a la cooperativa a dar por vencido el plazo y a exigir el pago total del saldo, más un recargo por mora del dos por ciento mensual sobre la cuota atrasada. Acepto desde ahora como buenas y exactas las cuentas que se me presenten y renuncio al fuero de mi domicilio.',
  );
  paper.prose(
    `El fiador, ${guarantor.name.toUpperCase()}, con CUI ${guarantor.dpi}, se constituye solidario y mancomunado de esta obligación, con las mismas condiciones y renuncias, hasta su total cancelación.`,
  );
  paper.signatures([
    [member.name, `Deudor · CUI ${member.dpi}`],
    [guarantor.name, `Fiador · CUI ${guarantor.dpi}`],
  ]);
  paper.stamp('ORIGINAL', { x: 500, y: 142, colour: '#2c4f9c' });
}

export function resolution(paper: Paper, facts: Facts): void {
  const { member, amount, months, rate, instalment, creditNumber, memberNumber, manager, date } = facts;
  paper.letterhead('Comité de Créditos').title('Resolución de crédito');
  paper.text(
    `El Comité de Créditos, en sesión del ${longDate(date)}, conoció la solicitud ${creditNumber} de ${member.name}, asociado número ${memberNumber}, y RESUELVE:`,
    { align: 'justify' },
  );
  paper.facts([
    ['Resolución', 'APROBADO'],
    ['Monto aprobado', formatQuetzales(amount)],
    ['Plazo', `${months} meses`],
    ['Tasa de interés', `${rate} % anual sobre saldos`],
    ['Cuota nivelada', formatQuetzales(instalment)],
    ['Garantía', 'Fiduciaria'],
    ['Destino', facts.purpose],
  ]);
  paper.text('Condiciones previas al desembolso', { bold: true, after: 4 });
  for (const condition of [
    '1. Firma del pagaré por el deudor y su fiador.',
    '2. Constancia de ingresos del fiador con menos de treinta días de emitida.',
    '3. Saldo mínimo de aportaciones del diez por ciento del crédito.',
  ])
    paper.text(condition, { after: 3 });
  paper.signatures([
    [manager, 'Presidencia del Comité'],
    [facts.notary.replace(/^\S+ /, ''), 'Secretaría'],
  ]);
}

export function balanceSheet(paper: Paper, facts: Facts): void {
  const { member, date } = facts;
  const { assets, debts } = patrimony(facts);
  const totalAssets = sum(assets);
  const totalDebts = sum(debts);
  paper
    .letterhead('Créditos')
    .title('Estado patrimonial', { after: 2 })
    .text(`Al ${longDate(date)}`, { align: 'center', size: 9.5 });
  paper.facts([
    ['Asociado', member.name],
    ['DPI', member.dpi],
    ['Ocupación', member.trade],
  ]);
  const columns = [
    { title: 'Activo', share: 3 },
    { title: 'Valor', share: 1, align: 'right' },
  ] as const;
  const rowsOf = (items: readonly Valued[]) => items.map(([name, value]) => [name, formatQuetzales(value)]);
  paper.table(columns, rowsOf(assets), ['Total del activo', formatQuetzales(totalAssets)]);
  paper.table([{ title: 'Pasivo', share: 3 }, columns[1]], rowsOf(debts), ['Total del pasivo', formatQuetzales(totalDebts)]);
  paper.facts([['Patrimonio neto', formatQuetzales(totalAssets - totalDebts)]]);
  paper.note('Declaro bajo juramento que la información de este estado es verdadera.').signatures([[member.name, 'Declarante']]);
}

type Valued = readonly [name: string, value: number];

/** What somebody owns and owes. */
export function patrimony({ random, income, amount }: Facts): { assets: Valued[]; debts: Valued[] } {
  return {
    assets: [
      ['Ahorros y aportaciones', random.between(20, 90) * 250],
      ['Mercadería y herramienta', random.between(8, 60) * 1_000],
      ['Vehículo', random.between(25, 90) * 1_000],
      ['Casa de habitación', random.between(180, 620) * 1_000],
      ['Menaje de casa', income * 3],
    ],
    debts: [
      ['Préstamo vigente', Math.round(amount * 0.4)],
      ['Tarjetas de crédito', random.between(4, 30) * 250],
      ['Proveedores', random.between(2, 18) * 500],
    ],
  };
}

function sum(items: readonly Valued[]): number {
  return items.reduce((total, [, value]) => total + value, 0);
}

export function appraisal(paper: Paper, facts: Facts): void {
  const { member, amount, creditNumber, date, random, manager } = facts;
  const [land, built] = [random.between(120, 380), random.between(70, 210)];
  const [perLand, perBuilt] = [random.between(6, 14) * 100, random.between(22, 38) * 100];
  const value = land * perLand + built * perBuilt;
  paper.letterhead('Créditos').title('Informe de avalúo de bien inmueble');
  paper.facts([
    ['Solicitante', member.name],
    ['Crédito', `${creditNumber} por ${formatQuetzales(amount)}`],
    ['Ubicación', `${member.address}, ${member.town}, ${member.region}`],
    ['Finca, folio y libro', `${random.between(1_000, 9_999)}, ${random.between(1, 300)}, ${random.between(1, 99)} de ${member.region}`],
    ['Fecha de inspección', longDate(date)],
  ]);
  drawPlan(paper);
  const columns = [
    { title: 'Concepto', share: 3 },
    { title: 'Área (m²)', share: 1, align: 'right' },
    { title: 'Q por m²', share: 1, align: 'right' },
    { title: 'Valor', share: 1.4, align: 'right' },
  ] as const;
  paper.table(
    columns,
    [
      ['Terreno', land.toFixed(2), formatQuetzales(perLand), formatQuetzales(land * perLand)],
      ['Construcción de un nivel', built.toFixed(2), formatQuetzales(perBuilt), formatQuetzales(built * perBuilt)],
    ],
    ['Valor del avalúo', '', '', formatQuetzales(value)],
  );
  paper
    .text(`Son: ${amountInWords(value)}.`)
    .text('El inmueble cuenta con agua, drenaje y energía eléctrica, y su acceso es por calle adoquinada.', {
      align: 'justify',
    });
  paper.signatures([[manager, `Valuador autorizado · registro ${random.between(100, 999)}`]]);
}

/** The plot from above: house, yard, street. */
function drawPlan({ pdf, left, width }: Paper): void {
  const top = pdf.y;
  pdf.rect(left, top, width, 150).lineWidth(0.8).fillAndStroke('#f4f6ef', '#8a938f');
  pdf.rect(left, top + 122, width, 28).fill('#d9d9d2');
  pdf
    .rect(left + 60, top + 18, 250, 92)
    .lineWidth(1.4)
    .stroke('#1b5e4a');
  pdf.rect(left + 74, top + 30, 130, 68).fillAndStroke('#e8d8bd', '#7c5f35');
  pdf
    .moveTo(left + 139, top + 30)
    .lineTo(left + 139, top + 98)
    .moveTo(left + 74, top + 64)
    .lineTo(left + 204, top + 64)
    .lineWidth(0.8)
    .stroke('#7c5f35');
  for (const [x, y] of [
    [234, 44],
    [272, 52],
    [250, 84],
  ] as const)
    pdf.circle(left + x, top + y, 11).fill('#8fb08a');
  pdf.font('Helvetica').fontSize(8).fillColor('#1c1c1a');
  pdf.text('Casa', left + 84, top + 40, { lineBreak: false }).text('Patio', left + 228, top + 98, { lineBreak: false });
  pdf.text('Calle de acceso', left + 150, top + 132, { lineBreak: false }).text('N', left + width - 32, top + 12, { lineBreak: false });
  pdf
    .moveTo(left + width - 29, top + 48)
    .lineTo(left + width - 29, top + 24)
    .lineWidth(1.2)
    .stroke('#1c1c1a');
  pdf
    .moveTo(left + width - 33, top + 31)
    .lineTo(left + width - 29, top + 23)
    .lineTo(left + width - 25, top + 31)
    .fill('#1c1c1a');
  pdf.x = left;
  pdf.y = top + 162;
}

export function balanceLetter(paper: Paper, facts: Facts): void {
  const { member, amount, creditNumber, memberNumber, date, manager, random } = facts;
  const balance = Math.round(amount * random.between(20, 80)) / 100;
  paper.letterhead('Cartera').text(`${member.town}, ${longDate(date)}`, { align: 'right', after: 22 });
  paper.text('A quien interese:', { bold: true, after: 12 });
  paper.text(
    `Por este medio se hace constar que ${member.name}, que se identifica con DPI ${member.dpi} y es asociado número ${memberNumber} de esta cooperativa, tiene vigente el crédito ${creditNumber}, otorgado por ${formatQuetzales(amount)}.`,
    { align: 'justify' },
  );
  paper.text('A la fecha de esta carta su situación es la siguiente:', { after: 6 }).facts([
    ['Saldo de capital', formatQuetzales(balance)],
    ['Intereses a la fecha', formatQuetzales(balance * 0.0123)],
    ['Cuotas atrasadas', 'Ninguna'],
    ['Próximo pago', shortDate(monthsLater(date, 1))],
  ]);
  paper.text(`El saldo de capital asciende a ${amountInWords(balance)}.`, { align: 'justify' });
  paper.text('Se extiende la presente, a solicitud del interesado, sin responsabilidad para la cooperativa.', { align: 'justify' });
  paper.signatures([[manager, 'Jefatura de Cartera']]);
}

export function creditRelease(paper: Paper, facts: Facts): void {
  const { member, amount, creditNumber, memberNumber, date, manager } = facts;
  paper.letterhead('Cartera').title('FINIQUITO').gap(8);
  paper.text(
    `${COOPERATIVE} hace constar que ${member.name}, asociado número ${memberNumber}, identificado con DPI ${member.dpi}, canceló en su totalidad el crédito ${creditNumber}, otorgado por ${formatQuetzales(amount)} (${amountInWords(amount)}).`,
    { align: 'justify' },
  );
  paper.text(
    'En consecuencia, se le extiende el más amplio y eficaz finiquito por capital, intereses, recargos y gastos, y se declara libre de toda obligación derivada del crédito mencionado. Las garantías constituidas quedan liberadas a partir de esta fecha.',
    { align: 'justify' },
  );
  paper.text(`${member.town}, ${longDate(date)}.`, { after: 20 });
  paper.signatures([
    [manager, 'Gerencia de Créditos'],
    [member.name, 'Recibí conforme'],
  ]);
  paper.stamp('CANCELADO', { x: 470, y: paper.pdf.y + 30 });
}
