import { formatQuetzales } from '#server/domain/money.ts';
import { amountInWords } from './amount-words.ts';
import { COOPERATIVE, longDate, monthsLater, shortDate, type Facts } from './facts.ts';
import type { Paper } from './paper.ts';

export function creditRules(paper: Paper, { manager, date }: Facts): void {
  paper.letterhead('Consejo de Administración').title('Reglamento de crédito', { after: 2 });
  paper.text(`Vigente desde el ${longDate(date)}`, { size: 9.5, align: 'center' });
  const chapters: readonly (readonly [string, readonly string[]])[] = [
    [
      'Capítulo I. Disposiciones generales',
      [
        'Artículo 1. Este reglamento norma el análisis, la aprobación, el desembolso y la recuperación de los créditos que la cooperativa otorga a sus asociados.',
        'Artículo 2. Puede solicitar crédito todo asociado activo, mayor de edad, con un mínimo de seis meses de antigüedad y sus aportaciones al día.',
        'Artículo 3. La suma de los créditos de un asociado y de su grupo familiar no pasará del diez por ciento del patrimonio de la cooperativa.',
      ],
    ],
    [
      'Capítulo II. De las garantías',
      [
        'Artículo 4. Las garantías son fiduciaria, hipotecaria, prendaria o mixta, según el monto y el destino del crédito.',
        'Artículo 5. Ningún fiador podrá garantizar más de dos créditos vigentes.',
        'Artículo 6. Los inmuebles se reciben hasta por el setenta por ciento del valor de avalúo, con seguro endosado a favor de la cooperativa.',
      ],
    ],
    [
      'Capítulo III. De la aprobación',
      [
        'Artículo 7. La gerencia de agencia resuelve hasta cincuenta mil quetzales; el Comité de Créditos, hasta trescientos mil; y el Consejo, los mayores.',
        'Artículo 8. Toda resolución consta por escrito y se notifica al asociado en un plazo de cinco días hábiles.',
      ],
    ],
  ];
  for (const [chapter, articles] of chapters) {
    paper.heading(chapter);
    for (const article of articles) paper.text(article, { align: 'justify' });
  }
  paper.signatures([[manager, 'Presidencia del Consejo']]);
}

export function loanContract(paper: Paper, facts: Facts): void {
  const { member, guarantor, amount, months, rate, instalment, creditNumber, date, manager } = facts;
  paper.letterhead('Créditos').title('Contrato de mutuo', { after: 2 }).text(`Crédito ${creditNumber}`, { size: 9.5, align: 'center' });
  paper.prose(
    `En ${member.town}, el ${longDate(date)}, ${COOPERATIVE}, representada por ${manager}, y ${member.name}, con DPI ${member.dpi}, celebran contrato de mutuo con garantía fiduciaria, conforme a las cláusulas siguientes:`,
  );
  for (const clause of [
    `PRIMERA. Monto. La cooperativa entrega en mutuo ${amountInWords(amount)} (${formatQuetzales(amount)}), que el deudor declara recibir.`,
    `SEGUNDA. Plazo y forma de pago. ${months} cuotas mensuales niveladas de ${formatQuetzales(instalment)}, la primera el ${longDate(monthsLater(date, 1))}.`,
    `TERCERA. Intereses. El ${rate} % anual sobre saldos, variable por resolución del Consejo de Administración.`,
    'CUARTA. Mora. Dos por ciento mensual sobre la cuota atrasada.',
    `QUINTA. Garantía. ${guarantor.name}, con DPI ${guarantor.dpi}, se constituye fiador solidario.`,
    'SEXTA. Seguro. El saldo queda cubierto por el seguro de deuda que la cooperativa tiene contratado.',
    'SÉPTIMA. Vencimiento anticipado. La falta de pago de dos cuotas da por vencido el plazo.',
  ])
    paper.prose(clause, { size: 11 });
  paper.signatures([
    [member.name, 'Deudor'],
    [guarantor.name, 'Fiador'],
    [manager, 'Por la cooperativa'],
  ]);
}

export function auditReport(paper: Paper, { manager, date, guarantor, random }: Facts): void {
  paper
    .letterhead('Auditoría Interna')
    .title('Informe de auditoría')
    .facts([
      ['Informe', `AI-${random.between(10, 60)}-2026`],
      ['Unidad auditada', `Agencia ${guarantor.town}`],
      ['Período revisado', 'Primer semestre de 2026'],
      ['Fecha', longDate(date)],
    ]);
  paper
    .heading('Objetivo y alcance')
    .text(
      'Verificar que los expedientes de crédito y las operaciones de caja cumplan las políticas vigentes. Se revisó una muestra de expedientes, arqueos y cuadres.',
      { align: 'justify' },
    );
  paper.heading('Hallazgos').table(
    [
      { title: 'No.', share: 0.4 },
      { title: 'Hallazgo', share: 4 },
      { title: 'Riesgo', share: 0.9 },
      { title: 'Casos', share: 0.7, align: 'right' },
    ],
    [
      ['1', 'Expedientes sin constancia de ingresos reciente', 'Medio', String(random.between(3, 14))],
      ['2', 'Pagarés sin firma del fiador', 'Alto', String(random.between(1, 4))],
      ['3', 'Arqueos sorpresivos no documentados', 'Medio', String(random.between(1, 5))],
      ['4', 'Formularios de inicio de relaciones incompletos', 'Alto', String(random.between(2, 9))],
    ],
  );
  paper.heading('Recomendaciones');
  for (const advice of [
    '1. Completar los expedientes señalados en un plazo de treinta días.',
    '2. Bloquear el desembolso mientras falte la firma de deudor o fiador.',
    '3. Calendarizar los arqueos y archivarlos en el Maletín el mismo día.',
  ])
    paper.text(advice, { after: 4 });
  paper.heading('Conclusión').text('El control interno de la agencia es satisfactorio, con oportunidades de mejora.');
  paper.signatures([[manager, 'Auditoría Interna']]);
}

export function circular(paper: Paper, { manager, date, random }: Facts): void {
  paper
    .letterhead('Gerencia General')
    .title(`CIRCULAR No. ${random.between(4, 58)}-2026`)
    .facts([
      ['Para', 'Todo el personal'],
      ['De', manager],
      ['Fecha', longDate(date)],
      ['Asunto', 'Horario de agencias en la semana de feria'],
    ]);
  for (const text of [
    'Por motivo de las fiestas patronales, las agencias atenderán de lunes a jueves de 8:00 a 13:00. El viernes permanecerán cerradas.',
    'Los cajeros automáticos y la aplicación móvil funcionarán como siempre. Cada jefatura debe verificar que los cajeros queden abastecidos el jueves antes de las 12:00.',
    'Los cuadres de caja del jueves se cargarán al Maletín antes de las 15:00. El cierre mensual no cambia de fecha.',
    'Se solicita publicar este aviso en un lugar visible y comunicarlo a los asociados desde hoy.',
  ])
    paper.text(text, { align: 'justify' });
  paper.signatures([[manager, 'Gerencia General']]);
}

export function insurancePolicy(paper: Paper, { member, guarantor, amount, date, random }: Facts): void {
  paper
    .letterhead('Seguros')
    .title('Póliza de seguro de vida')
    .form([
      [
        ['Póliza', `SV-${random.between(10_000, 99_999)}`],
        ['Vigencia desde', shortDate(date)],
        ['Hasta', shortDate(monthsLater(date, 12))],
      ],
      [
        ['Asegurado', member.name],
        ['DPI', member.dpi],
        ['Edad', `${member.age} años`],
      ],
      [
        ['Beneficiario', guarantor.name],
        ['Parentesco', guarantor.isWoman ? 'Hermana' : 'Hermano'],
        ['Porcentaje', '100 %'],
      ],
    ]);
  paper.heading('Coberturas').table(
    [
      { title: 'Cobertura', share: 2.4 },
      { title: 'Suma asegurada', share: 1.3, align: 'right' },
      { title: 'Prima anual', share: 1, align: 'right' },
    ],
    [
      ['Muerte por cualquier causa', formatQuetzales(amount), formatQuetzales(amount * 0.004)],
      ['Muerte accidental', formatQuetzales(amount * 2), formatQuetzales(amount * 0.0015)],
      ['Gastos funerarios', formatQuetzales(8_000), formatQuetzales(96)],
    ],
    ['Total', '', formatQuetzales(amount * 0.0055 + 96)],
  );
  for (const condition of [
    'El beneficiario debe avisar del siniestro dentro de los treinta días siguientes y presentar certificado de defunción y DPI.',
    'La cobertura cesa por falta de pago de la prima, pasados treinta días de gracia.',
    'No se cubren los siniestros que provengan de enfermedades no declaradas en la solicitud.',
  ])
    paper.text(`• ${condition}`, { align: 'justify', after: 4 });
  paper.signatures([
    [member.name, 'Asegurado'],
    [guarantor.name, 'Ejecutivo de seguros'],
  ]);
}

export function tariffs(paper: Paper, { date, random }: Facts): void {
  const price = (low: number, high: number) => formatQuetzales(random.between(low, high));
  paper
    .letterhead('Operaciones')
    .title('Tarifario de servicios', { after: 2 })
    .text(`Vigente desde el ${longDate(date)}`, { size: 9.5, align: 'center' });
  const columns = [
    { title: 'Servicio', share: 3 },
    { title: 'Tarifa', share: 1, align: 'right' },
  ] as const;
  paper.heading('Cuentas y tarjetas').table(columns, [
    ['Reposición de libreta', price(10, 20)],
    ['Reposición de tarjeta de débito', price(30, 45)],
    ['Retiro en cajero de otra red', price(6, 12)],
    ['Constancia de saldo', price(15, 30)],
  ]);
  paper.heading('Créditos').table(columns, [
    ['Gastos administrativos', '1.50 %'],
    ['Consulta en buró de créditos', price(25, 40)],
    ['Inspección de garantía', price(150, 300)],
    ['Carta de saldo', price(20, 35)],
  ]);
  paper.heading('Remesas y transferencias').table(columns, [
    ['Cobro de remesa en agencia', 'Sin costo'],
    ['Transferencia a otra institución', price(8, 15)],
    ['Transferencia internacional', price(180, 260)],
  ]);
  paper.note('Las tarifas incluyen IVA. Cambian por resolución del Consejo de Administración.');
}

/** Slides of a presentation, in landscape. */
export function resultsPresentation(paper: Paper, { random }: Facts): void {
  const { pdf, left, width } = paper;
  const { width: wide, height: high } = pdf.page;
  pdf.rect(0, 0, wide, high).fill('#1b5e4a');
  pdf.font('Helvetica-Bold').fontSize(38).fillColor('#ffffff').text('Resultados del trimestre', left, 210, { lineBreak: false });
  pdf.font('Helvetica').fontSize(16).text(`${COOPERATIVE} · Reunión de gerentes de agencia`, left, 262, { lineBreak: false });
  pdf.rect(left, 300, 120, 5).fill('#f4c95d');
  const sheet = (title: string) => {
    paper.page();
    pdf.rect(0, 0, 14, high).fill('#1b5e4a');
    pdf.font('Helvetica-Bold').fontSize(26).fillColor('#1b5e4a').text(title, left, 60, { lineBreak: false });
  };
  sheet('Tres cifras');
  const figures = [
    [`+${random.between(4, 9)}.${random.between(1, 9)} %`, 'captaciones'],
    [`+${random.between(3, 8)}.${random.between(1, 9)} %`, 'colocaciones'],
    [`${random.between(2, 3)}.${random.between(10, 90)} %`, 'mora'],
  ] as const;
  figures.forEach(([figure, name], index) => {
    const x = left + (index * width) / 3;
    pdf.roundedRect(x, 170, width / 3 - 20, 170, 14).fill('#e3ebe7');
    pdf
      .font('Helvetica-Bold')
      .fontSize(32)
      .fillColor('#1b5e4a')
      .text(figure, x + 18, 220, { lineBreak: false });
    pdf
      .font('Helvetica')
      .fontSize(15)
      .fillColor('#1c1c1a')
      .text(name, x + 18, 270, { lineBreak: false });
  });
  sheet('Qué sigue');
  pdf.font('Helvetica').fontSize(18).fillColor('#1c1c1a');
  [
    'Campaña de ahorro escolar en las 28 agencias',
    'Expedientes completos antes de desembolsar',
    'Cobros: visita a los diez mayores atrasos',
  ].forEach((line, index) => pdf.text(`${index + 1}.  ${line}`, left, 150 + index * 52, { lineBreak: false }));
}
