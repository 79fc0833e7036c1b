import { strToU8, zipSync } from 'fflate';
import { formatQuetzales } from '#server/domain/money.ts';
import { COOPERATIVE, longDate, MADE_AT, monthsLater, shortDate, type Facts } from './facts.ts';
import { careerOf, type Meeting } from './institution-papers.ts';

/** Paragraphs; `# ` begins a title, `## ` a heading. */
type Paragraphs = readonly string[];

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A Word file of titles, headings and paragraphs; the same bytes at every run. */
export function makeDocx(paragraphs: Paragraphs): Buffer {
  const xml = (body: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${body}`);
  const parts = {
    '[Content_Types].xml': xml(
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    'word/document.xml': xml(`<w:document xmlns:w="${WORD}"><w:body>${paragraphs.map(paragraphXml).join('')}</w:body></w:document>`),
  };
  return Buffer.from(zipSync(parts, { mtime: MADE_AT }));
}

/** Half points, as Word counts. */
const SIZES = { title: 32, heading: 26, plain: 22 } as const;

function paragraphXml(line: string): string {
  const [, marks = '', text = ''] = /^(#{0,2}) ?(.*)$/.exec(line) ?? [];
  const kind = (['plain', 'title', 'heading'] as const)[marks.length] ?? 'plain';
  const place = kind === 'title' ? '<w:jc w:val="center"/>' : '';
  const letters = `<w:rPr>${kind === 'plain' ? '' : '<w:b/>'}<w:sz w:val="${SIZES[kind]}"/></w:rPr>`;
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<w:p><w:pPr><w:spacing w:after="160"/>${place}</w:pPr><w:r>${letters}<w:t xml:space="preserve">${escaped}</w:t></w:r></w:p>`;
}

export function meetingParagraphs({ body, kind, number, opening, points, motions, closing }: Meeting): Paragraphs {
  const resolved = motions.map((motion, index) => `${index + 1}. ${motion}`);
  return [
    `# ${body}`,
    `## Acta No. ${number}-2026. ${kind}`,
    opening,
    ...points,
    'QUINTO: Por unanimidad, se ACUERDA:',
    ...resolved,
    closing,
  ];
}

export function curriculumParagraphs(facts: Facts): Paragraphs {
  return [`# ${facts.member.name}`, facts.member.trade, ...careerOf(facts).flatMap(([heading, lines]) => [`## ${heading}`, ...lines])];
}

export function instructionLetter({ member, guarantor, account, amount, date, manager }: Facts): Paragraphs {
  return [
    '# Carta de instrucción',
    `${member.town}, ${longDate(date)}`,
    `Señores ${COOPERATIVE}:`,
    `Por este medio instruyo que el desembolso de mi crédito, por ${formatQuetzales(amount)}, se acredite en la cuenta de ahorro ${account}, y que de él se cancele la deuda que mantengo con ${guarantor.name}.`,
    'Autorizo que los gastos administrativos y el seguro se descuenten del mismo desembolso.',
    'Atentamente,',
    `${member.name}. DPI ${member.dpi}`,
    `Recibido por: ${manager}`,
  ];
}

export function employmentProof({ member, income, date, manager, random }: Facts): Paragraphs {
  return [
    '# Constancia laboral',
    `${COOPERATIVE} hace constar que ${member.name}, con DPI ${member.dpi}, labora en esta institución desde hace ${random.between(2, 12)} años.`,
    `Desempeña el puesto de ejecutivo de servicio en la agencia ${member.town} y devenga un salario de ${formatQuetzales(income)} al mes.`,
    `Para los usos que al interesado convengan, se extiende la presente el ${longDate(date)}.`,
    manager,
    'Recursos Humanos',
  ];
}

export function jobManual({ manager }: Facts): Paragraphs {
  return [
    '# Manual de funciones',
    '## Puesto: Receptor pagador',
    'Reporta a: Jefatura de agencia.',
    '## Objetivo',
    'Atender las operaciones de caja de los asociados con exactitud, rapidez y buen trato.',
    '## Funciones',
    '1. Recibir depósitos, pagos de cuotas y aportaciones.',
    '2. Pagar retiros y remesas después de verificar la identidad.',
    '3. Cuadrar la caja al cierre y entregar el efectivo a la bóveda.',
    '4. Digitalizar las boletas del día antes de las 17:00.',
    '5. Reportar billetes falsos y operaciones inusuales.',
    '## Requisitos',
    'Perito contador, un año de experiencia en caja, manejo de hojas de cálculo.',
    `Aprobado por: ${manager}`,
  ];
}

export function contractTemplate(): Paragraphs {
  return [
    '# Plantilla de contrato de prestación de servicios',
    `Entre ${COOPERATIVE}, en adelante «la cooperativa», y [NOMBRE DEL PROVEEDOR], NIT [NIT], en adelante «el proveedor», se celebra este contrato:`,
    'PRIMERA. Objeto. El proveedor prestará el servicio de [DESCRIPCIÓN].',
    'SEGUNDA. Plazo. Del [FECHA DE INICIO] al [FECHA FINAL], prorrogable por escrito.',
    'TERCERA. Precio. [MONTO EN LETRAS] ([MONTO EN NÚMEROS]), contra factura y nota de conformidad.',
    'CUARTA. Confidencialidad. El proveedor guardará reserva de toda la información que conozca.',
    'QUINTA. Terminación. Cualquiera de las partes puede darlo por terminado con aviso de treinta días.',
    '[FIRMA DEL PROVEEDOR]',
    '[FIRMA DE LA COOPERATIVA]',
  ];
}

export function meetingNotes({ manager, member, guarantor, date }: Facts): Paragraphs {
  return [
    '# Minuta de reunión',
    `Fecha: ${longDate(date)}. Lugar: sala de sesiones.`,
    `Asistentes: ${manager}, ${member.name}, ${guarantor.name}.`,
    '## Temas',
    '1. Avance de la digitalización de expedientes por agencia.',
    '2. Calendario de la campaña de ahorro escolar.',
    '3. Horario de atención en la semana de feria.',
    '## Acuerdos',
    `${member.name} enviará el listado de expedientes pendientes el viernes.`,
    `${guarantor.name} coordinará las visitas a las escuelas.`,
    `Próxima reunión: ${longDate(monthsLater(date, 1))}.`,
  ];
}

export function savingsPolicy({ manager, date }: Facts): Paragraphs {
  return [
    '# Política de ahorro',
    `Aprobada el ${longDate(date)}.`,
    '## Propósito',
    'Fijar las condiciones de las cuentas de ahorro, los responsables de su apertura y la forma de establecer tasas.',
    '## Lineamientos',
    '1. Toda cuenta se abre con DPI vigente y recibo de servicios de los últimos tres meses.',
    '2. Las tasas se revisan cada trimestre y se publican en las agencias y en la aplicación móvil.',
    '3. Las cuentas sin movimiento durante doce meses pasan a inactivas y no generan cargos.',
    '4. Los depósitos en efectivo de Q80,000.00 o más requieren declaración de origen de fondos.',
    '## Responsables',
    'Captaciones propone; Cumplimiento opina; el Consejo de Administración aprueba.',
    manager,
  ];
}

/** Text with the line ends of Windows. */
export function makeText(lines: readonly string[]): Buffer {
  return Buffer.from(lines.join('\r\n'), 'utf8');
}

export function deliveryNote({ member, manager, date, random }: Facts): readonly string[] {
  return [
    'NOTA DE ENTREGA',
    '',
    `Fecha: ${shortDate(date)}`,
    `Entrega: ${manager}`,
    `Recibe: ${member.name}`,
    '',
    `- ${random.between(2, 12)} talonarios de boletas de depósito`,
    `- ${random.between(1, 6)} cajas de expedientes para digitalizar`,
    '- 1 lector de tarjetas',
    '',
    'Recibido sin daños.',
  ];
}

export function quickGuide(): readonly string[] {
  return [
    'GUÍA RÁPIDA: CÓMO CARGAR UN ARCHIVO AL MALETÍN',
    '',
    '1. Entre al portal y abra Maletín.',
    '2. Arrastre el archivo a la pantalla o use el botón Cargar archivos.',
    '3. Elija la carpeta y el tipo de documento.',
    '4. Revise el nombre: diga qué es y de cuándo.',
    '5. Presione Cargar y espere la confirmación.',
    '',
    'Si el archivo es muy grande, la carga sigue donde quedó cuando vuelve la conexión.',
  ];
}

export function closingInstructions(): readonly string[] {
  return [
    'INSTRUCCIONES DE CIERRE',
    '',
    '16:30  Último turno en ventanilla.',
    '17:00  Cuadre de cada caja con su receptor.',
    '17:15  Entrega de efectivo a bóveda, dos personas.',
    '17:30  Respaldo de boletas y digitalización pendiente.',
    '17:45  Alarmas, cajeros y luces.',
    '',
    'Diferencias de más de Q50.00: avisar a Operaciones el mismo día.',
  ];
}

export function backupLog({ date, random }: Facts): readonly string[] {
  const lines = Array.from({ length: 14 }, (_none, day) => {
    const on = new Date(date.getTime() + day * 86_400_000).toISOString().slice(0, 10);
    const isLate = day === 6;
    return `${on} 23:${random.between(10, 58)}  ${isLate ? 'REINTENTO' : 'CORRECTO'}  ${random.between(41, 58)}.${random.between(0, 9)} GB  cinta ${1 + (day % 5)}`;
  });
  return ['BITÁCORA DE RESPALDO', '', ...lines];
}
