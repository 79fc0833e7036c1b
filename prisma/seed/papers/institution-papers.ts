import { formatQuetzales } from '#server/domain/money.ts';
import { amountInWords, numberInWords } from './amount-words.ts';
import { COOPERATIVE, longDate, monthsLater, MONTHS, shortDate, type Facts } from './facts.ts';
import type { Paper } from './paper.ts';

/** What a body of the cooperative met about; `motions` become its resolutions. */
export interface Meeting {
  body: string;
  kind: string;
  number: number;
  opening: string;
  points: readonly string[];
  motions: readonly string[];
  closing: string;
}

/** The minutes of a session, as paragraphs: the same words in a PDF and in a Word file. */
export function meetingOf(body: string, kind: string, { member, guarantor, manager, date, random, amount }: Facts): Meeting {
  const number = random.between(3, 46);
  return {
    body,
    kind,
    number,
    opening: `En ${member.town}, siendo las ${random.pick(['nueve', 'catorce', 'dieciséis'])} horas del ${longDate(date)}, reunidos en el salón de sesiones de ${COOPERATIVE} los integrantes ${body.startsWith('Consejo') ? 'del' : 'de la'} ${body}, con la presencia de ${manager}, ${member.name} y ${guarantor.name}, se procedió de la manera siguiente:`,
    points: [
      'PRIMERO: Se comprobó el quórum y se declaró abierta la sesión.',
      `SEGUNDO: Se leyó y aprobó sin enmiendas el acta ${numberInWords(number - 1)}.`,
      `TERCERO: La gerencia presentó el informe del mes: captaciones por ${formatQuetzales(amount * 214)} y colocaciones por ${formatQuetzales(amount * 187)}, con una mora del ${(2 + random.next() * 2).toFixed(2)} %.`,
      'CUARTO: Se conoció el avance del plan de trabajo y el seguimiento de las recomendaciones de auditoría.',
    ],
    motions: [
      `Aprobar ${random.between(8, 40)} solicitudes de crédito por un monto de ${formatQuetzales(amount * 12)}.`,
      `Autorizar la compra de mobiliario para la agencia ${guarantor.town} hasta por ${amountInWords(amount)}.`,
      'Trasladar a la Comisión de Educación la propuesta de capacitación para nuevos asociados.',
    ],
    closing: `No habiendo más que hacer constar, se da por terminada la presente en el mismo lugar y fecha de su inicio, la que leída se ratifica, acepta y firma.`,
  };
}

export function minutes(paper: Paper, meeting: Meeting, { manager, member, guarantor }: Facts): void {
  const { body, kind, number, opening, points, motions, closing } = meeting;
  paper.letterhead(body).title(`ACTA No. ${number}-2026`, { size: 15, after: 2 }).title(kind, { size: 11, after: 10 });
  paper.prose(opening);
  for (const point of points) paper.prose(point);
  paper.prose('QUINTO: Después de deliberar, por unanimidad, se ACUERDA:');
  motions.forEach((motion, index) => paper.prose(`${index + 1}. ${motion}`));
  paper.prose(closing);
  paper.signatures(
    [
      [manager, 'Presidencia'],
      [member.name, 'Secretaría'],
      [guarantor.name, 'Vocal'],
    ],
    { after: 4 },
  );
}

/** The year in figures, with a chart, as presented to the assembly. */
export function annualReport(paper: Paper, { random, manager, amount }: Facts): void {
  const { pdf, left, width } = paper;
  pdf.rect(0, 0, pdf.page.width, 330).fill('#1b5e4a');
  pdf
    .circle(pdf.page.width - 70, 70, 120)
    .fillOpacity(0.14)
    .fill('#f4c95d')
    .fillOpacity(1);
  pdf.font('Helvetica-Bold').fontSize(34).fillColor('#ffffff').text('Memoria de labores', left, 150, { lineBreak: false });
  pdf.font('Helvetica').fontSize(16).text('Ejercicio 2025', left, 196, { lineBreak: false });
  pdf.fontSize(11).text(COOPERATIVE, left, 286, { lineBreak: false });
  pdf.y = 366;
  paper
    .heading('Mensaje de la gerencia')
    .text(
      `Cerramos el año con más asociados, más ahorro y una cartera sana. Las agencias atendieron ${random.between(310, 480)} mil operaciones, y la aplicación móvil ya es la primera forma de consulta de saldos. Agradecemos a cada asociado la confianza con que hace crecer a su cooperativa.`,
      { align: 'justify' },
    );
  paper.text(manager, { bold: true, after: 2 }).note('Gerencia General');
  paper.heading('Cifras del año').facts([
    ['Asociados', `${random.between(42, 68)},${random.between(100, 999)}`],
    ['Captaciones', formatQuetzales(amount * 4_210)],
    ['Cartera de créditos', formatQuetzales(amount * 3_780)],
    ['Excedentes', formatQuetzales(amount * 96)],
  ]);
  paper.page().letterhead('Memoria de labores').heading('Captaciones por trimestre, en millones de quetzales');
  const base = pdf.y + 190;
  for (let quarter = 0; quarter < 8; quarter += 1) {
    const height = 70 + quarter * 11 + random.between(0, 26);
    const x = left + 24 + quarter * 58;
    pdf.rect(x, base - height, 36, height).fill(quarter < 4 ? '#9dbfae' : '#1b5e4a');
    pdf
      .font('Helvetica')
      .fontSize(8)
      .fillColor('#5f6b66')
      .text(`T${(quarter % 4) + 1}`, x + 12, base + 5, { lineBreak: false });
    pdf.fillColor('#1c1c1a').text(String(height), x + 10, base - height - 11, { lineBreak: false });
  }
  pdf
    .moveTo(left, base)
    .lineTo(left + width, base)
    .lineWidth(0.8)
    .stroke('#8a938f');
  pdf.y = base + 24;
  paper.note('Claro: 2024. Oscuro: 2025.');
  paper.heading('Cartera por destino').table(
    [
      { title: 'Destino', share: 2 },
      { title: 'Créditos', share: 1, align: 'right' },
      { title: 'Saldo', share: 1.4, align: 'right' },
    ],
    ['Vivienda', 'Comercio', 'Agricultura', 'Vehículos', 'Consumo'].map((purpose) => [
      purpose,
      String(random.between(380, 2_900)),
      formatQuetzales(random.between(12, 96) * 250_000),
    ]),
  );
  paper
    .heading('Educación cooperativa')
    .text(
      `Se impartieron ${random.between(60, 140)} talleres de ahorro y presupuesto familiar, con ${random.between(2, 6)} mil participantes, y se entregaron ${random.between(40, 90)} becas.`,
      { align: 'justify' },
    );
}

export function employmentContract(paper: Paper, { member, manager, income, date, random }: Facts): void {
  const position = random.pick(['Receptor pagador', 'Asesora de créditos', 'Auxiliar de contabilidad', 'Ejecutivo de servicio']);
  paper.letterhead('Recursos Humanos').title('Contrato individual de trabajo');
  paper.prose(
    `Entre ${COOPERATIVE}, representada por ${manager}, en adelante «el empleador», y ${member.name}, de ${member.age} años, con DPI ${member.dpi} y residencia en ${member.address}, ${member.town}, en adelante «el trabajador», se celebra este contrato:`,
  );
  for (const clause of [
    `PRIMERA. La relación de trabajo inicia el ${longDate(date)}, por tiempo indefinido, con período de prueba de dos meses.`,
    `SEGUNDA. El trabajador prestará sus servicios como ${position.toLowerCase()}, en la agencia ${member.town}.`,
    'TERCERA. La jornada será diurna, de lunes a viernes de 8:00 a 17:00 y sábado de 8:00 a 12:00, con una hora de almuerzo.',
    `CUARTA. El salario será de ${amountInWords(income)} (${formatQuetzales(income)}) al mes, más la bonificación incentivo de ley, pagaderos en dos quincenas.`,
    'QUINTA. El trabajador gozará de quince días hábiles de vacaciones por cada año de servicio, y de los días de asueto que señala la ley.',
    'SEXTA. El trabajador guardará reserva de la información de los asociados, también después de terminada la relación.',
  ])
    paper.prose(clause);
  paper.signatures([
    [member.name, 'Trabajador'],
    [manager, 'Empleador'],
  ]);
}

/** Somebody's career: the same words in a PDF and in a Word file. */
export function careerOf({
  member,
  random,
  employer,
  guarantor,
}: Facts): readonly (readonly [heading: string, lines: readonly string[]])[] {
  const begun = 2_026 - random.between(3, 12);
  return [
    ['Datos personales', [`DPI ${member.dpi}`, `${member.address}, ${member.town}`, `Teléfono ${member.phone}`, `${member.age} años`]],
    [
      'Experiencia',
      [
        `${begun} a la fecha. ${employer}. Atención al cliente y manejo de efectivo.`,
        `${begun - 3} a ${begun}. Comercial Duralba. Auxiliar de contabilidad: conciliaciones y planillas.`,
      ],
    ],
    ['Estudios', ['Perito contador', `Cursos de ${random.pick(['servicio al cliente', 'hojas de cálculo', 'microfinanzas'])}, 40 horas`]],
    ['Idiomas', ['Español, materno', `${random.pick(["K'iche'", 'Kaqchikel', 'Mam', "Q'eqchi'"])}, conversación`]],
    ['Referencias', [`${guarantor.name}, ${guarantor.trade.toLowerCase()}, teléfono ${guarantor.phone}`]],
  ];
}

export function curriculum(paper: Paper, facts: Facts): void {
  const { pdf, left, width } = paper;
  pdf.rect(left, 46, width, 74).fill('#2f4858');
  pdf
    .font('Helvetica-Bold')
    .fontSize(21)
    .fillColor('#ffffff')
    .text(facts.member.name, left + 16, 62, { lineBreak: false });
  pdf
    .font('Helvetica')
    .fontSize(11)
    .text(facts.member.trade, left + 16, 92, { lineBreak: false });
  pdf.y = 140;
  for (const [heading, lines] of careerOf(facts)) {
    paper.heading(heading);
    for (const line of lines) paper.text(line, { after: 4 });
    paper.gap(8);
  }
}

export function vacationProof(paper: Paper, { member, manager, date, random }: Facts): void {
  const days = 15;
  const until = new Date(date.getTime() + 20 * 86_400_000);
  paper.letterhead('Recursos Humanos').title('Constancia de vacaciones').gap(6);
  paper.text(
    `Se hace constar que ${member.name}, con DPI ${member.dpi}, gozó de ${numberInWords(days)} días hábiles de vacaciones, correspondientes al período laboral ${date.getUTCFullYear() - 1}-${date.getUTCFullYear()}.`,
    { align: 'justify' },
  );
  paper.facts([
    ['Del', shortDate(date)],
    ['Al', shortDate(until)],
    ['Días hábiles', String(days)],
    ['Días pendientes', String(random.between(0, 6))],
    ['Se presenta a labores', shortDate(new Date(until.getTime() + 86_400_000))],
  ]);
  paper.signatures([
    [member.name, 'Colaborador'],
    [manager, 'Recursos Humanos'],
  ]);
}

export function employmentRelease(paper: Paper, { member, manager, income, date, random }: Facts): void {
  const years = random.between(2, 9);
  const rows: (readonly [string, number])[] = [
    ['Salario pendiente', income / 2],
    ['Aguinaldo proporcional', (income * 7) / 12],
    ['Bono 14 proporcional', (income * 4) / 12],
    ['Vacaciones no gozadas', income / 3],
    [`Indemnización, ${years} años`, income * years],
  ];
  const total = rows.reduce((sum, [, value]) => sum + value, 0);
  paper.letterhead('Recursos Humanos').title('Finiquito laboral');
  paper.text(
    `Yo, ${member.name}, con DPI ${member.dpi}, declaro que recibí de ${COOPERATIVE} la liquidación de mis prestaciones por la terminación de la relación de trabajo, con fecha ${longDate(date)}, integrada así:`,
    { align: 'justify' },
  );
  paper.table(
    [
      { title: 'Concepto', share: 3 },
      { title: 'Monto', share: 1, align: 'right' },
    ],
    rows.map(([name, value]) => [name, formatQuetzales(value)]),
    ['Total recibido', formatQuetzales(total)],
  );
  paper.text(`Son: ${amountInWords(Math.round(total * 100) / 100)}.`);
  paper.text('Por lo anterior otorgo a la cooperativa el más amplio finiquito, sin reclamo presente ni futuro.', { align: 'justify' });
  paper.signatures([
    [member.name, 'Recibí conforme'],
    [manager, 'Recursos Humanos'],
  ]);
}

/** Income and cost of a month with the one before. */
export function incomeStatement(paper: Paper, { date, amount, manager, random }: Facts): void {
  const rows: (readonly [string, number, number])[] = [
    ['Intereses de préstamos', amount * 62, 1],
    ['Comisiones y servicios', amount * 9, 1],
    ['Otros ingresos', amount * 3, 1],
    ['Intereses de ahorros', amount * 24, -1],
    ['Gastos de administración', amount * 26, -1],
    ['Reserva para préstamos dudosos', amount * 5, -1],
  ];
  const change = () => 0.9 + random.next() * 0.18;
  const shown = rows.map(([name, value, sign]) => ({ name, now: value * sign, before: value * sign * change() }));
  const sum = (of: 'before' | 'now') => shown.reduce((total, row) => total + row[of], 0);
  const written = (value: number) => (value < 0 ? `(${formatQuetzales(-value)})` : formatQuetzales(value));
  paper.letterhead('Contabilidad').title('Estado de resultados', { after: 2 });
  paper.text(
    `Del 1 al ${new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()} de ${MONTHS[date.getUTCMonth()]} de ${date.getUTCFullYear()}`,
    {
      align: 'center',
      size: 9.5,
    },
  );
  paper.table(
    [
      { title: 'Cuenta', share: 2.4 },
      { title: 'Mes', share: 1.2, align: 'right' },
      { title: MONTHS[monthsLater(date, -1).getUTCMonth()] ?? '', share: 1.2, align: 'right' },
    ],
    shown.map(({ name, now, before }) => [name, written(now), written(before)]),
    ['Excedente del período', written(sum('now')), written(sum('before'))],
  );
  paper.note('Cifras en quetzales. Preparado según el manual de instrucciones contables.').signatures([
    [manager, 'Contador general'],
    ['Gerencia', 'Vo. Bo.'],
  ]);
}
