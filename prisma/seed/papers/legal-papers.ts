import { formatQuetzales } from '#server/domain/money.ts';
import { amountInWords, numberInWords } from './amount-words.ts';
import { COOPERATIVE, longDate, type Facts, type PaperPerson } from './facts.ts';
import type { Paper } from './paper.ts';

/** Paper of a notary's protocol: numbered lines at the left of the text. */
function protocol(paper: Paper, sheet: number): Paper {
  const { pdf, left, width } = paper;
  pdf
    .rect(left - 12, 40, width + 24, pdf.page.height - 88)
    .lineWidth(0.6)
    .stroke('#9c8f6b');
  pdf
    .moveTo(left - 3, 40)
    .lineTo(left - 3, pdf.page.height - 48)
    .lineWidth(0.6)
    .stroke('#b35c5c');
  pdf.font('Times-Bold').fontSize(10).fillColor('#6b5d33').text('PROTOCOLO', left, 48, { width, align: 'center', lineBreak: false });
  pdf
    .font('Times-Roman')
    .fontSize(9)
    .text(`Hoja No. A-${7_340_118 + sheet}`, left + width - 110, 48, { lineBreak: false });
  for (let line = 1; line <= 25; line += 1)
    pdf
      .font('Times-Roman')
      .fontSize(7)
      .fillColor('#8a8470')
      .text(String(line), left - 12, 74 + line * 25, { width: 8, align: 'right' });
  pdf.x = left;
  pdf.y = 80;
  return paper;
}

function appearing({ name, age, trade, dpi, town, isWoman }: PaperPerson): string {
  return `${name.toUpperCase()}, de ${numberInWords(age)} años de edad, ${trade.toLowerCase()}, ${isWoman ? 'guatemalteca' : 'guatemalteco'}, con domicilio en ${town}, quien se identifica con el Documento Personal de Identificación con Código Único de Identificación número ${dpi}`;
}

export function publicDeed(paper: Paper, { member, guarantor, notary, amount, date, random }: Facts): void {
  const number = random.between(12, 240);
  protocol(paper, 0);
  paper.prose(
    `${numberInWords(number).toUpperCase()} (${number}). En la ciudad de ${member.town}, el ${longDate(date)}, ANTE MÍ: ${notary.toUpperCase()}, Notario, comparecen por una parte ${appearing(member)}; y por la otra, ${appearing(guarantor)}. Los comparecientes me aseguran ser de los datos de identificación consignados, hallarse en el libre ejercicio de sus derechos civiles, y que por el presente instrumento otorgan CONTRATO DE COMPRAVENTA DE BIEN INMUEBLE, contenido en las cláusulas siguientes:`,
  );
  paper.prose(
    `PRIMERA: Declara la parte vendedora que es propietaria de la finca inscrita en el Registro de la Propiedad con el número ${random.between(1_000, 9_999)}, folio ${random.between(1, 300)} del libro ${random.between(1, 99)} de ${member.region}, que consiste en terreno con casa de habitación ubicado en ${member.address}, ${member.town}.`,
  );
  paper.prose(
    `SEGUNDA: Por el precio de ${amountInWords(amount * 2).toUpperCase()} (${formatQuetzales(amount * 2)}), que la parte vendedora declara recibir en este acto a su entera satisfacción, vende a la parte compradora la finca descrita, con todo cuanto de hecho y por derecho le corresponde.`,
  );
  paper.page();
  protocol(paper, 1);
  paper.prose(
    'TERCERA: La parte vendedora declara que sobre la finca no pesan gravámenes, anotaciones ni limitaciones que puedan afectar los derechos de la parte compradora, y queda sujeta al saneamiento de ley.',
  );
  paper.prose(
    'CUARTA: La parte compradora acepta la venta que se le hace y manifiesta que conoce el estado del inmueble, sus medidas y colindancias, y que lo recibe en este acto.',
  );
  paper.prose(
    'QUINTA: Los comparecientes aceptan el contenido íntegro de este instrumento. Yo, el Notario, DOY FE: a) de todo lo expuesto; b) de haber tenido a la vista los documentos de identificación y el título de propiedad; c) de advertir a los otorgantes de los efectos legales de este contrato y de la obligación de registrar el testimonio; d) leí lo escrito a los otorgantes, quienes, enterados de su contenido, objeto, validez y efectos, lo aceptan, ratifican y firman.',
  );
  paper.signatures([
    [member.name, 'Vendedor'],
    [guarantor.name, 'Comprador'],
  ]);
  paper.signatures([[notary, 'Ante mí: Notario']]);
  paper.stamp('NOTARIO', { x: 440, y: paper.pdf.y - 60, colour: '#2c4f9c' });
}

export function mortgage(paper: Paper, facts: Facts): void {
  const { member, notary, amount, months, rate, creditNumber, date, random, manager } = facts;
  const number = random.between(12, 240);
  protocol(paper, 2);
  paper.prose(
    `${numberInWords(number).toUpperCase()} (${number}). En la ciudad de ${member.town}, el ${longDate(date)}, ante mí, ${notary.toUpperCase()}, Notario, comparecen ${appearing(member)}, en adelante «la parte deudora»; y ${manager.toUpperCase()}, en representación de ${COOPERATIVE.toUpperCase()}, en adelante «la acreedora», para otorgar MUTUO CON GARANTÍA HIPOTECARIA, de conformidad con las cláusulas siguientes:`,
  );
  paper.prose(
    `PRIMERA: La parte deudora reconoce haber recibido en mutuo la suma de ${amountInWords(amount).toUpperCase()} (${formatQuetzales(amount)}), crédito ${creditNumber}, que pagará en ${months} cuotas mensuales con intereses del ${rate} % anual.`,
  );
  paper.prose(
    `SEGUNDA: En garantía del cumplimiento de esta obligación, la parte deudora constituye PRIMERA HIPOTECA a favor de la acreedora sobre la finca ${random.between(1_000, 9_999)}, folio ${random.between(1, 300)}, libro ${random.between(1, 99)} de ${member.region}, con las medidas y colindancias que constan en el Registro.`,
  );
  paper.prose('TERCERA: La hipoteca comprende las construcciones presentes y futuras, sus rentas y las indemnizaciones de los seguros.');
  paper.signatures([
    [member.name, 'Parte deudora'],
    [manager, 'Por la acreedora'],
    [notary, 'Notario'],
  ]);
  paper.stamp('INSCRITO', { x: 500, y: paper.pdf.y - 84, colour: '#2c4f9c' });
}

export function powerOfAttorney(paper: Paper, { member, guarantor, notary, date }: Facts): void {
  protocol(paper, 3);
  paper.title('MANDATO ESPECIAL CON REPRESENTACIÓN', { size: 13 });
  paper.prose(
    `En la ciudad de ${member.town}, el ${longDate(date)}, ante mí, ${notary.toUpperCase()}, Notario, comparece ${appearing(member)}, quien por este acto confiere MANDATO ESPECIAL CON REPRESENTACIÓN a ${guarantor.name.toUpperCase()}, con CUI ${guarantor.dpi}.`,
  );
  paper.prose(
    `El mandatario queda facultado para que, en nombre y por cuenta del mandante, solicite, firme y reciba en ${COOPERATIVE} cuanto se relacione con sus cuentas de ahorro, aportaciones y créditos; cobre cheques, gire instrucciones y otorgue finiquitos.`,
  );
  paper.prose(
    'El mandato tendrá vigencia de un año a partir de su inscripción y no podrá sustituirse. Leído lo escrito, lo ratifica, acepta y firma.',
  );
  paper.signatures([
    [member.name, 'Otorgante'],
    [notary, 'Notario'],
  ]);
}

export function lawsuit(paper: Paper, facts: Facts): void {
  const { member, notary, amount, creditNumber, date, random, instalment } = facts;
  paper.text(`JUICIO EJECUTIVO No. ${random.between(1_000, 9_999)}-2026-${random.between(100, 999)}`, { bold: true, align: 'right' });
  paper.text(`SEÑOR JUEZ DE PRIMERA INSTANCIA CIVIL DEL DEPARTAMENTO DE ${member.region.toUpperCase()}:`, { bold: true, after: 14 });
  paper.prose(
    `${notary.toUpperCase()}, en calidad de Mandatario Judicial de ${COOPERATIVE.toUpperCase()}, comparezco a promover DEMANDA EN JUICIO EJECUTIVO en contra de ${member.name.toUpperCase()}, quien puede ser notificado en ${member.address}, ${member.town}, y para el efecto EXPONGO:`,
  );
  paper.text('HECHOS', { bold: true });
  paper.prose(
    `I. Con pagaré del crédito ${creditNumber}, la parte demandada se obligó a pagar la cantidad de ${formatQuetzales(amount)} en cuotas mensuales de ${formatQuetzales(instalment)}.`,
  );
  paper.prose(
    `II. La parte demandada dejó de pagar desde hace ${numberInWords(random.between(4, 11))} meses, no obstante los requerimientos de cobro.`,
  );
  paper.text('PETICIÓN', { bold: true });
  paper.prose(
    `Que se admita para su trámite la presente demanda; que se libre mandamiento de ejecución por la suma de ${amountInWords(amount * 0.8).toUpperCase()}, más intereses y costas; y que se decrete embargo sobre bienes suficientes.`,
  );
  paper.text(`${member.town}, ${longDate(date)}.`).signatures([[notary, 'Abogado director y auxiliante']]);
  paper.stamp('RECIBIDO', { x: 480, y: paper.pdf.y - 40, colour: '#2c4f9c' });
}

export function paymentAgreement(paper: Paper, facts: Facts): void {
  const { member, amount, creditNumber, date, manager } = facts;
  const owed = Math.round(amount * 0.36);
  const parts = 12;
  paper.letterhead('Cobros').title('Convenio de pago');
  paper.prose(
    `${COOPERATIVE} y ${member.name}, con DPI ${member.dpi}, convienen el pago del saldo atrasado del crédito ${creditNumber}, que a esta fecha asciende a ${amountInWords(owed)} (${formatQuetzales(owed)}), en la forma siguiente:`,
  );
  const due = (part: number) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + part, 15, 18));
  paper.table(
    [
      { title: 'Cuota', share: 1 },
      { title: 'Fecha', share: 2 },
      { title: 'Monto', share: 2, align: 'right' },
    ],
    Array.from({ length: parts }, (_none, part) => [String(part + 1), longDate(due(part + 1)), formatQuetzales(owed / parts)]),
    ['', 'Total', formatQuetzales(owed)],
  );
  paper.prose(
    'El incumplimiento de dos cuotas deja sin efecto este convenio y faculta a la cooperativa a continuar el cobro por la vía judicial.',
  );
  paper.signatures([
    [member.name, 'Asociado'],
    [manager, 'Jefatura de Cobros'],
  ]);
}
