import { dayOf } from '#server/domain/dates.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { LOAN_TYPES, LOST_REASONS, type FollowUpStage, type QuoteKind } from '#server/features/quotes/domain/quotes.ts';
import { mobileNumber, plain } from './customers.ts';
import { officeTime, type DemoPerson, type SeedDocument } from './demo-data.ts';
import { createRandom, type Random } from './random.ts';
import { FIRST_NAMES, SURNAMES } from './vocabulary.ts';

const QUOTE_COUNT = 600;
const SEED = 27_182;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Nearly every quote of this age is closed. */
const OLD_DAYS = 60;
/** So many days ago staff began to record outcomes and who is in charge. */
const CARED_DAYS = 120;

const STEPS: readonly (readonly [FollowUpStage, readonly string[]])[] = [
  [
    'Contacto inicial',
    [
      'Se le envió mensaje de bienvenida y requisitos.',
      'Contestó; pide más información por WhatsApp.',
      'No contestó, se dejó recado con un familiar.',
    ],
  ],
  [
    'Llamada',
    [
      'Interesado, prefiere pagar los días 15.',
      'Pide comparar con otra cooperativa antes de decidir.',
      'Se le explicó la tasa y el seguro de deuda.',
    ],
  ],
  ['Visita', ['Se visitó el negocio; tiene dos años de operar.', 'Se visitó la vivienda, falta recibo de luz reciente.']],
  ['Documentación', ['Entregó DPI y recibo de agua. Falta constancia de ingresos.', 'Papelería completa, se trasladó a Créditos.']],
  [
    'Propuesta enviada',
    ['Se envió propuesta por correo con tabla de pagos.', 'Se le entregó propuesta impresa; responde la próxima semana.'],
  ],
];
const ENDINGS: readonly (readonly [FollowUpStage, string])[] = [
  ['Aprobada', 'Comité aprobó sin observaciones.'],
  ['Rechazada', 'Capacidad de pago insuficiente según el análisis.'],
  ['Cerrada', 'Desistió: resolvió con recursos propios.'],
];

/** Quotes of the last twelve months with their logs: some lively, some forgotten, most of the old ones closed. */
export function makeQuotes({
  today,
  agencyIds,
  people,
  customers,
}: {
  today: Date;
  agencyIds: readonly string[];
  people: readonly DemoPerson[];
  customers: readonly SeedDocument[];
}): SeedDocument[] {
  const random = createRandom(SEED);
  const care = makeCare({ today, people, customers });
  const editors = people.filter((person) => person.role !== 'user');
  return Array.from({ length: QUOTE_COUNT }, (_unused, index) => {
    const createdAt = random.next() < 0.5 ? officeTime(random, today) : recently(random, today);
    const isOld = today.getTime() - createdAt.getTime() > OLD_DAYS * DAY_MS;
    const closed = random.next() < (isOld ? 0.94 : 0.2);
    const bitacora = makeLog(random, { createdAt, today, closed, editor: random.pick(editors).name });
    const [first, surname, other] = [random.pick(FIRST_NAMES), random.pick(SURNAMES), random.pick(SURNAMES)];
    const data: Fields = {
      ...makeTerms(random),
      nombre: `${first} ${surname} ${other}`,
      telefono: mobileNumber(random),
      correo: random.next() < 0.75 ? `${plain(first)}.${plain(other)}@correo.test` : '',
      agencia: random.pick(agencyIds),
      estado: !ENDINGS.some(([etapa]) => etapa === bitacora.at(-1)?.etapa),
      bitacora,
      isActive: true,
      createdAt,
      updatedAt: bitacora.at(-1)?.fecha ?? createdAt,
    };
    return {
      path: `cotizaciones/prospeccion-${String(index + 1).padStart(3, '0')}`,
      data: { ...data, ...care(data, bitacora) },
      at: createdAt,
    };
  });
}

/** Fields that the portal adds to a quote: who is in charge, the next contact, the outcome. Old quotes have none of them. */
function makeCare({ today, people, customers }: { today: Date; people: readonly DemoPerson[]; customers: readonly SeedDocument[] }) {
  const random = createRandom(SEED + 1);
  const [administrator, editor] = people;
  const others = people.filter(({ role }) => role === 'editor');
  const since = today.getTime() - CARED_DAYS * DAY_MS;
  return ({ estado, createdAt }: Fields, bitacora: readonly LogEntry[]): Fields => {
    const at = createdAt instanceof Date ? createdAt.getTime() : 0;
    if (at < since) return {};
    const owner = random.next() < 0.12 ? editor : random.next() < 0.04 ? administrator : random.pick(others);
    const registradaPor: Fields = random.next() < 0.08 ? { registradaPor: owner?.id ?? '' } : {};
    if (estado !== true)
      return { responsable: owner?.id ?? '', ...registradaPor, ...outcomeAt(random, at, bitacora.at(-1)?.etapa, customers) };
    if (random.next() < 0.3) return registradaPor;
    const proximoContacto = random.next() < 0.75 ? dayOf(new Date(today.getTime() + random.between(-4, 9) * DAY_MS)) : '';
    return { responsable: owner?.id ?? '', proximoContacto, ...registradaPor };
  };
}

/** A quote's new member is somebody who joined after it; for some quotes only the stage tells the outcome. */
function outcomeAt(random: Random, at: number, stage: FollowUpStage | undefined, customers: readonly SeedDocument[]): Fields {
  if (stage === 'Aprobada') {
    const member = customers.find((customer) => customer.at.getTime() > at + 20 * DAY_MS && random.next() < 0.2);
    if (!member || random.next() < 0.5) return { resultado: 'ganada' };
    const { nombre = '', telefono = '', correo = '' } = member.data;
    return { resultado: 'asociado', asociadoId: member.path.replace(/^.*\//, ''), nombre, telefono, correo };
  }
  if (random.next() < 0.15) return {};
  const motivoPerdida = stage === 'Rechazada' ? 'No cumple los requisitos' : random.pick(LOST_REASONS);
  return { resultado: 'perdida', motivoPerdida };
}

/** Within the last five weeks: what a clerk has on the desk. */
function recently(random: Random, today: Date): Date {
  return new Date(today.getTime() - random.between(1, 35) * DAY_MS - random.between(0, 8 * 3_600) * 1_000);
}

function makeTerms(random: Random): Fields {
  const tipo = random.weighted<QuoteKind>([
    ['prestamo', 5],
    ['ahorro_plazo', 2],
    ['ahorro_programado', 2],
    ['tarjeta_credito', 1],
  ]);
  const plazoMeses = tipo === 'tarjeta_credito' ? 12 : random.pick([6, 12, 18, 24, 36, 48, 60]);
  const monto = tipo === 'ahorro_programado' ? random.between(2, 40) * 600 : random.between(4, 300) * 500;
  return {
    tipo,
    tipoPrestamo: tipo === 'prestamo' ? random.pick(LOAN_TYPES).id : '',
    monto,
    plazoMeses,
    cuota: instalment(tipo, monto, plazoMeses),
  };
}

/** What is paid each month, to the cent: level instalments for loans and cards, equal parts for programmed savings. */
function instalment(tipo: QuoteKind, monto: number, months: number): number {
  if (tipo === 'ahorro_plazo') return 0;
  if (tipo === 'ahorro_programado') return Number((monto / months).toFixed(2));
  const rate = tipo === 'tarjeta_credito' ? 0.03 : 0.015;
  return Number(((monto * rate) / (1 - (1 + rate) ** -months)).toFixed(2));
}

interface LogEntry extends Fields {
  readonly fecha: Date;
  readonly etapa: FollowUpStage;
}

function makeLog(
  random: Random,
  { createdAt, today, closed, editor }: { createdAt: Date; today: Date; closed: boolean; editor: string },
): LogEntry[] {
  const log: LogEntry[] = [];
  let at = createdAt.getTime() + random.between(1, 6) * HOUR_MS;
  const steps = random.between(closed ? 1 : 0, STEPS.length);
  for (const [etapa, comments] of STEPS.slice(0, steps)) {
    if (at >= today.getTime()) return log;
    log.push({ fecha: new Date(at), usuario: editor, etapa, comentario: random.pick(comments) });
    at += random.between(1, 9) * DAY_MS + random.between(0, 5) * HOUR_MS;
  }
  if (!closed || log.length === 0) return log;
  const [etapa, comentario] = random.pick(ENDINGS);
  log.push({ fecha: new Date(Math.min(at, today.getTime() - HOUR_MS)), usuario: editor, etapa, comentario });
  return log;
}
