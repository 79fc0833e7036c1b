import type { Doc } from '../random-documents.ts';
import { formatCount, formatDuration, formatShare } from '#server/domain/text.ts';
import {
  byAgency,
  byMonth,
  byPerson,
  byWords,
  createdAt,
  createdDay,
  daysBetween,
  flag,
  idIn,
  moment,
  oneOf,
  percentile,
  sum,
  tally,
  text,
  TODAY,
  whether,
  type Recount,
} from '../recounted.ts';

const QUOTE_KINDS = {
  ahorro_plazo: 'Ahorro a plazo',
  prestamo: 'Préstamo',
  ahorro_programado: 'Ahorro programado',
  tarjeta_credito: 'Tarjeta de crédito',
};
const STAGES = ['Contacto inicial', 'Llamada', 'Visita', 'Documentación', 'Propuesta enviada', 'Aprobada', 'Rechazada', 'Cerrada'];

interface Entry {
  at: Date;
  stage: string;
}

function entriesOf({ data: { bitacora } }: Doc): Entry[] {
  return (Array.isArray(bitacora) ? bitacora : []).flatMap((entry: unknown) =>
    entry !== null && typeof entry === 'object' && 'fecha' in entry && entry.fecha instanceof Date && 'etapa' in entry
      ? [{ at: entry.fecha, stage: String(entry.etapa) }]
      : [],
  );
}

const firstAnswer = (doc: Doc) => entriesOf(doc).sort((one, other) => one.at.getTime() - other.at.getTime())[0]?.at ?? null;
/** The entry written last among those of the latest time. */
const lastStage = (doc: Doc) =>
  entriesOf(doc).reduce<Entry | null>((last, entry) => (last && last.at > entry.at ? last : entry), null)?.stage ?? '';
const stageOf = (doc: Doc) => {
  const stage = lastStage(doc);
  return stage === '' ? 'ninguna' : STAGES.includes(stage) ? stage : 'otras';
};
const answerDays = (docs: readonly Doc[]) => docs.flatMap((doc) => daysBetween(createdAt(doc), firstAnswer(doc)));
const kindOf = oneOf('tipo', Object.keys(QUOTE_KINDS), 'otros');

const quotes = tally({
  collection: 'cotizaciones',
  day: createdDay,
  agency: text('agencia'),
  groups: {
    kind: byWords(kindOf, { ...QUOTE_KINDS, otros: 'Otros' }),
    stage: byWords(stageOf, { ninguna: 'Sin seguimiento', otras: 'Otras' }),
    agency: byAgency('agencia'),
    month: byMonth(createdDay),
  },
  filters: { agencia: text('agencia'), tipo: kindOf, etapa: stageOf, estado: (doc) => String(flag('estado')(doc)) },
  measures: {
    open: { of: whether(flag('estado')), adds: true, figure: formatCount },
    answered: { of: whether((doc) => entriesOf(doc).length > 0), adds: true, figure: formatCount },
    medianDays: { of: (docs) => percentile(answerDays(docs), 0.5), figure: formatDuration },
    p90Days: { of: (docs) => percentile(answerDays(docs), 0.9), figure: formatDuration },
    amount: { of: amountOf, adds: true },
  },
});

const OUTCOMES = { ganada: 'Ganada', asociado: 'Se hizo asociado', perdida: 'Perdida' };
const isWon = (doc: Doc) => ['ganada', 'asociado'].includes(outcomeOf(doc));

/** The stored outcome, else what the last stage implies. */
function outcomeOf(doc: Doc): string {
  if (flag('estado')(doc)) return 'pendiente';
  const said = text('resultado')(doc);
  if (said in OUTCOMES) return said;
  return { Rechazada: 'perdida', Aprobada: 'ganada' }[lastStage(doc)] ?? 'sin';
}

const quoteFunnel = tally({
  collection: 'cotizaciones',
  day: createdDay,
  agency: text('agencia'),
  groups: {
    outcome: byWords(outcomeOf, { ...OUTCOMES, pendiente: 'Pendiente', sin: 'Cerrada sin resultado' }),
    owner: byPerson('responsable', 'persona a cargo', idIn),
    kind: byWords(kindOf, { ...QUOTE_KINDS, otros: 'Otros' }),
    agency: byAgency('agencia'),
    month: byMonth(createdDay),
  },
  filters: { agencia: text('agencia'), tipo: kindOf, responsable: idIn('responsable'), resultado: outcomeOf },
  measures: {
    answered: { of: whether((doc) => entriesOf(doc).length > 0), adds: true, figure: formatCount },
    proposed: {
      of: whether((doc) => isWon(doc) || entriesOf(doc).some(({ stage }) => stage === 'Propuesta enviada')),
      adds: true,
      figure: formatCount,
    },
    won: { of: whether(isWon), adds: true, figure: formatCount },
    members: { of: whether((doc) => outcomeOf(doc) === 'asociado'), adds: true },
    lost: { of: whether((doc) => outcomeOf(doc) === 'perdida'), adds: true },
    medianDays: { of: (docs) => percentile(answerDays(docs), 0.5), figure: formatDuration },
    wonShare: { of: wonShare, adds: 'share', figure: formatShare },
  },
});

/** Share of won quotes among closed ones. */
function wonShare(docs: readonly Doc[]): number | null {
  const closed = docs.filter((doc) => !flag('estado')(doc));
  return closed.length === 0 ? null : closed.filter(isWon).length / closed.length;
}

/** Some programs write numbers as text. */
function amountOf(docs: readonly Doc[]): number | null {
  const amounts = docs.map(({ data: { monto } }) => Number(monto)).filter((amount) => !Number.isNaN(amount));
  return amounts.length === 0 ? null : sum(amounts);
}

/** A day in either notation, or the day of a time; midnight UTC means that somebody entered a day. */
function joinedOn(doc: Doc): string | null {
  const { fechaAsociacion: written } = doc.data;
  if (typeof written === 'string') return /\//.test(written) ? written.split('/').reverse().join('-') : written || null;
  const at = moment('fechaAsociacion')(doc);
  if (!at) return null;
  return at.toISOString().endsWith('T00:00:00.000Z')
    ? at.toISOString().slice(0, 10)
    : new Date(at.getTime() - 21_600_000).toISOString().slice(0, 10);
}

const customers = tally({
  collection: 'clientes',
  day: joinedOn,
  agency: text('agencia'),
  groups: { agency: byAgency('agencia'), month: byMonth(joinedOn) },
  filters: { agencia: text('agencia'), estado: (doc) => String(flag('estado')(doc)) },
  measures: { active: { of: whether(flag('estado')), adds: true, figure: formatCount } },
});

const STATES = { programada: 'Programada', publicada: 'Publicada', vencida: 'Vencida', oculta: 'Oculta' };

function shown(isOn: (doc: Doc) => boolean, [first, last]: readonly [string, string]) {
  return (doc: Doc): string => {
    const until = text(last)(doc);
    if (until !== '' && until < TODAY) return 'vencida';
    if (!isOn(doc)) return 'oculta';
    return text(first)(doc) > TODAY ? 'programada' : 'publicada';
  };
}

/** One that waits for its first day counts as switched on. */
const promotionState = shown((doc) => flag('estado')(doc) || doc.data['estadoProgramado'] === true, ['vigenciaDesde', 'vigenciaHasta']);
const offerState = shown(flag('estado'), ['', 'fechaPapeleria']);
const states = (stateOf: (doc: Doc) => string) =>
  ({
    shown: { of: whether((doc) => stateOf(doc) === 'publicada'), adds: true, figure: formatCount },
    over: { of: whether((doc) => stateOf(doc) === 'vencida'), adds: true, figure: formatCount },
  }) as const;
const hasPicture = (doc: Doc) => String(text('image_url')(doc) !== '');

export const APP_RECOUNTS: Readonly<Record<string, Recount>> = {
  quotes,
  'quote-funnel': quoteFunnel,
  customers,
  promotions: tally({
    collection: 'promociones',
    groups: { state: byWords(promotionState, STATES), picture: byWords(hasPicture, { true: 'Con imagen', false: 'Sin imagen' }) },
    filters: { publicacion: promotionState, image_url: hasPicture },
    measures: {
      ...states(promotionState),
      withoutPicture: { of: whether((doc) => hasPicture(doc) === 'false'), adds: true, figure: formatCount },
    },
  }),
  'job-offers': tally({
    collection: 'plazas_vacantes',
    groups: { state: byWords(offerState, STATES), agency: byAgency('agencia') },
    filters: { publicacion: offerState, agencia: text('agencia') },
    measures: states(offerState),
  }),
};
