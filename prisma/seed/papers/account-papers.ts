import { formatQuetzales } from '#server/domain/money.ts';
import { amountInWords } from './amount-words.ts';
import { COOPERATIVE, longDate, monthsLater, MONTHS, shortDate, type Facts } from './facts.ts';
import type { Paper } from './paper.ts';

export function accountContract(paper: Paper, { member, guarantor, account, memberNumber, manager, date }: Facts): void {
  paper.letterhead('Captaciones').title('Contrato de cuenta de ahorro', { after: 2 });
  paper.text(`Cuenta ${account}`, { align: 'center', size: 10, after: 10 });
  paper.prose(
    `Entre ${COOPERATIVE}, en adelante «la cooperativa», y ${member.name}, en adelante «el asociado», número ${memberNumber}, con DPI ${member.dpi} y domicilio en ${member.address}, ${member.town}, se celebra el presente contrato, sujeto a las cláusulas siguientes:`,
  );
  const clauses = [
    'PRIMERA. Objeto. La cooperativa abre a nombre del asociado una cuenta de ahorro corriente en quetzales, en la que recibirá los depósitos que él o terceros efectúen.',
    'SEGUNDA. Intereses. Los saldos devengarán la tasa que fije el Consejo de Administración, publicada en las agencias, y se capitalizarán cada mes.',
    'TERCERA. Retiros. El asociado podrá disponer de su saldo en las cajas, cajeros y medios electrónicos que la cooperativa habilite, con los límites que estos tengan.',
    'CUARTA. Saldo mínimo. La cuenta se abre y se mantiene con cien quetzales como mínimo.',
    'QUINTA. Estados de cuenta. La cooperativa pondrá a disposición del asociado los movimientos de su cuenta cada mes.',
    'SEXTA. Beneficiario. En caso de fallecimiento, el saldo se entregará a la persona designada en este contrato.',
  ];
  for (const clause of clauses) paper.prose(clause, { size: 11, after: 7 });
  paper
    .page()
    .letterhead('Captaciones')
    .heading('Beneficiarios')
    .table(
      [
        { title: 'Nombre', share: 3 },
        { title: 'DPI', share: 2 },
        { title: 'Porcentaje', share: 1, align: 'right' },
      ],
      [[guarantor.name, guarantor.dpi, '100 %']],
    );
  for (const clause of [
    'SÉPTIMA. Bloqueos. La cooperativa podrá inmovilizar fondos por orden de juez competente o por sospecha fundada de fraude.',
    'OCTAVA. Terminación. Cualquiera de las partes puede dar por terminado este contrato con aviso de treinta días.',
    'NOVENA. Aceptación. El asociado declara haber leído y comprendido este contrato y recibir copia de él.',
  ])
    paper.prose(clause, { size: 11, after: 7 });
  paper.text(`${member.town}, ${longDate(date)}.`);
  paper.signatures([
    [member.name, 'Asociado'],
    [manager, 'Por la cooperativa'],
  ]);
  paper
    .page()
    .letterhead('Captaciones')
    .title('Anexo: tarifas vigentes')
    .table(
      [
        { title: 'Servicio', share: 3 },
        { title: 'Tarifa', share: 1, align: 'right' },
      ],
      [
        ['Apertura de cuenta', 'Sin costo'],
        ['Reposición de libreta', formatQuetzales(15)],
        ['Reposición de tarjeta de débito', formatQuetzales(35)],
        ['Retiro en cajero de otra red', formatQuetzales(8)],
        ['Constancia de saldo', formatQuetzales(20)],
      ],
    );
  paper.signatures([[member.name, 'Enterado']]);
}

export function termCertificate(paper: Paper, { member, amount, rate, memberNumber, date, random, manager }: Facts): void {
  const { pdf } = paper;
  pdf
    .rect(30, 30, pdf.page.width - 60, 420)
    .lineWidth(4)
    .stroke('#1b5e4a');
  pdf
    .rect(38, 38, pdf.page.width - 76, 404)
    .lineWidth(0.8)
    .stroke('#b08d3c');
  pdf.y = 66;
  paper.title(COOPERATIVE, { size: 18, after: 2 }).title('Certificado de depósito a plazo fijo', { size: 13, after: 12 });
  const months = random.pick([3, 6, 12, 24]);
  const savings = rate / 2;
  paper.facts([
    ['Certificado', `PF-${random.between(10_000, 99_999)}`],
    ['A favor de', member.name],
    ['Asociado', memberNumber],
    ['Monto', formatQuetzales(amount)],
    ['En letras', amountInWords(amount)],
    ['Tasa anual', `${savings.toFixed(2)} %`],
    ['Plazo', `${months} meses`],
    ['Fecha de emisión', shortDate(date)],
    ['Vence el', shortDate(monthsLater(date, months))],
    ['Interés al vencimiento', formatQuetzales((amount * savings * months) / 1_200)],
  ]);
  paper.signatures([
    [manager, 'Gerencia'],
    [member.name, 'Asociado'],
  ]);
  paper.stamp('EMITIDO', { x: 500, y: 130, colour: '#b08d3c' });
}

export function signatureCard(paper: Paper, { member, guarantor, account, memberNumber, date }: Facts): void {
  paper
    .letterhead('Captaciones')
    .title('Registro de firmas')
    .form([
      [
        ['Cuenta', account],
        ['No. de asociado', memberNumber],
        ['Fecha', shortDate(date)],
      ],
      [
        ['Titular', member.name],
        ['DPI', member.dpi],
      ],
      [
        ['Firma autorizada', guarantor.name],
        ['DPI', guarantor.dpi],
      ],
    ]);
  paper.choices('Manejo', ['Individual', 'Conjunto', 'Indistinto'], 'Indistinto').gap(8);
  const { pdf, left, width } = paper;
  for (const person of [member, guarantor]) {
    const top = pdf.y;
    pdf
      .rect(left, top, width / 2 - 8, 120)
      .rect(left + width / 2 + 8, top, width / 2 - 8, 120)
      .lineWidth(0.8)
      .stroke('#8a938f');
    paper.scribble(left + 40, top + 66, 140).scribble(left + width / 2 + 50, top + 64, 150);
    pdf
      .font('Helvetica')
      .fontSize(8)
      .fillColor('#5f6b66')
      .text(`Primera firma de ${person.name}`, left + 8, top + 104, { lineBreak: false });
    pdf.text('Segunda firma', left + width / 2 + 16, top + 104, { lineBreak: false });
    pdf.y = top + 136;
  }
  paper.note('Las firmas de este registro sustituyen a las anteriores.');
}

export function debitAuthorization(paper: Paper, { member, account, creditNumber, instalment, memberNumber, date }: Facts): void {
  paper
    .letterhead('Captaciones')
    .title('Autorización de débito automático')
    .form([
      [
        ['Nombre del asociado', member.name],
        ['No. de asociado', memberNumber],
      ],
      [
        ['DPI', member.dpi],
        ['Teléfono', member.phone],
      ],
      [
        ['Cuenta de ahorro', account],
        ['Crédito que se paga', creditNumber],
      ],
      [
        ['Monto de la cuota', formatQuetzales(instalment)],
        ['Día de cada mes', String(date.getUTCDate())],
      ],
    ]);
  paper
    .gap(6)
    .text(
      `Autorizo a ${COOPERATIVE} para que debite de mi cuenta de ahorro, en la fecha indicada y mientras esta autorización no se revoque por escrito, la cuota del crédito mencionado: ${amountInWords(instalment)}.`,
      { align: 'justify' },
    );
  paper.text(
    'Me comprometo a mantener fondos suficientes. Si no los hubiera, la cooperativa queda liberada de toda responsabilidad por el atraso.',
    {
      align: 'justify',
    },
  );
  paper.text(`${member.town}, ${longDate(date)}.`).signatures([[member.name, 'Firma del asociado']]);
  paper.stamp('RECIBIDO', { x: 480, y: paper.pdf.y - 30 });
}

export function depositSlip(paper: Paper, { member, account, random, date, purpose }: Facts): void {
  const cash = random.between(2, 40) * 50;
  const cheque = random.between(0, 8) * 125;
  const { pdf, left, width } = paper;
  pdf
    .rect(left - 8, 46, width + 16, 330)
    .lineWidth(1.2)
    .stroke('#1b5e4a');
  pdf.y = 62;
  paper
    .title('Boleta de depósito', { after: 2 })
    .text(`${COOPERATIVE} · No. ${random.between(100_000, 999_999)}`, { align: 'center', size: 9, after: 8 });
  paper.form([
    [
      ['Cuenta', account],
      ['Fecha', shortDate(date)],
    ],
    [['Nombre del titular', member.name]],
    [
      ['Efectivo', formatQuetzales(cash)],
      ['Cheques', formatQuetzales(cheque)],
      ['Total', formatQuetzales(cash + cheque)],
    ],
    [['Total en letras', amountInWords(cash + cheque)]],
    [
      ['Depositado por', member.name],
      ['Concepto', purpose],
    ],
  ]);
  paper.signatures([[member.name, 'Firma del depositante']]);
  pdf.font('Courier-Bold').fontSize(9).fillColor('#3b3b6d');
  pdf.text(`CAJA 0${random.between(1, 6)}  ${shortDate(date)}  ${random.between(8, 16)}:${random.between(10, 59)}`, left + 260, 330, {
    lineBreak: false,
  });
  pdf.text(`DEP EFE ${formatQuetzales(cash + cheque)}`, left + 260, 343, { lineBreak: false });
}

/** The movements of an account in a month, as a table with its balance. */
export function accountStatement(paper: Paper, { member, account, memberNumber, random, date }: Facts): void {
  let balance = random.between(20, 90) * 100;
  const opening = balance;
  const rows: string[][] = [];
  for (let day = 2; day <= 28; day += random.between(1, 3)) {
    const isDeposit = random.next() < 0.42 || balance < 900;
    const amount = isDeposit ? random.between(4, 40) * 50 : Math.min(balance - 200, random.between(2, 18) * 50);
    balance += isDeposit ? amount : -amount;
    const what = isDeposit
      ? random.pick(['Depósito en caja', 'Depósito de planilla', 'Remesa recibida'])
      : random.pick(['Retiro en cajero', 'Pago de cuota', 'Compra con tarjeta']);
    const on = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day, 18));
    rows.push([
      shortDate(on),
      what,
      isDeposit ? '' : formatQuetzales(amount),
      isDeposit ? formatQuetzales(amount) : '',
      formatQuetzales(balance),
    ]);
  }
  paper.letterhead('Captaciones').title('Estado de cuenta', { after: 6 });
  paper.facts(
    [
      ['Asociado', `${member.name} · ${memberNumber}`],
      ['Cuenta', account],
      ['Período', `${MONTHS[date.getUTCMonth()]} de ${date.getUTCFullYear()}`],
      ['Saldo anterior', formatQuetzales(opening)],
    ],
    { size: 9.5 },
  );
  paper.table(
    [
      { title: 'Fecha', share: 1.1 },
      { title: 'Descripción', share: 2.2 },
      { title: 'Débito', share: 1.1, align: 'right' },
      { title: 'Crédito', share: 1.1, align: 'right' },
      { title: 'Saldo', share: 1.2, align: 'right' },
    ],
    rows,
    ['', 'Saldo final', '', '', formatQuetzales(balance)],
  );
  paper.note('Revise sus movimientos. Si algo no es correcto, avise a su agencia dentro de los treinta días siguientes.');
}
