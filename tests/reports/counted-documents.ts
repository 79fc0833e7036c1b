import type { Fields } from '#server/documents/document-store.ts';
import { dayOf } from '#server/domain/dates.ts';

/** What a report counts, told a second time: by plain functions over the fields of documents. */
export interface Recount {
  report: string;
  /** Collection of the documents below. */
  collection: string;
  /** Whether the document is one of those at all, as an administrator sees them. */
  among?: (fields: Fields) => boolean;
  /** Guatemala day; null for what has none. Left out where how things stand is counted. */
  day?: (fields: Fields) => string | null;
  /** By id of the grouping. */
  groups: Readonly<Record<string, (fields: Fields) => string>>;
  /** Value of each filter that the test asks with. */
  filters: Readonly<Record<string, (fields: Fields) => string>>;
  /** By name. */
  measures?: Readonly<Record<string, (documents: readonly Fields[]) => number | null>>;
}

const text = (name: string) => (fields: Fields) => {
  const value = fields[name];
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
};
const moment = (name: string) => (fields: Fields) => (fields[name] instanceof Date ? fields[name] : null);
const dayAt = (name: string) => (fields: Fields) => {
  const at = moment(name)(fields);
  return at && dayOf(at);
};
const monthAt = (name: string) => (fields: Fields) => dayAt(name)(fields)?.slice(0, 7) ?? '';
const counted = (test: (fields: Fields) => boolean) => (documents: readonly Fields[]) => documents.filter(test).length;
const known = (name: string, values: readonly string[], others: string) => (fields: Fields) =>
  values.includes(text(name)(fields)) ? text(name)(fields) : others;

/** As PostgreSQL's percentile_cont says it: between the two nearest values. */
export function percentile(values: readonly number[], part: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below === undefined || above === undefined ? null : below + (above - below) * (place - Math.floor(place));
}

const daysBetween = (from: Date | null, to: Date | null) => (from && to ? [Math.max(0, (to.getTime() - from.getTime()) / 86_400_000)] : []);
const QUOTE_KINDS = ['ahorro_plazo', 'prestamo', 'ahorro_programado', 'tarjeta_credito'];
const firstFollowUp = ({ bitacora }: Fields): Date | null => {
  const times = (Array.isArray(bitacora) ? bitacora : []).flatMap((entry: unknown) =>
    entry !== null && typeof entry === 'object' && 'fecha' in entry && entry.fecha instanceof Date ? [entry.fecha] : [],
  );
  return times.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
};
const answerDays = (documents: readonly Fields[]) =>
  documents.flatMap((quote) => daysBetween(moment('createdAt')(quote), firstFollowUp(quote)));
const STATES = ['INDEXED', 'ASSIGNED', 'RETURNED', 'ARCHIVED'];
const isResolved = (fields: Fields) => ['ACCEPTED', 'REJECTED'].includes(text('status')(fields));
const roadDays = (documents: readonly Fields[]) =>
  documents.filter(isResolved).flatMap((one) => daysBetween(moment('sendedAt')(one), moment('resolutionAt')(one)));
const fromAgency = ({ fromUser }: Fields) =>
  fromUser !== null && typeof fromUser === 'object' && 'agency' in fromUser && typeof fromUser.agency === 'string' ? fromUser.agency : '';
const PACKAGE_MEASURES = {
  medianDays: (documents: readonly Fields[]) => percentile(roadDays(documents), 0.5),
  p90Days: (documents: readonly Fields[]) => percentile(roadDays(documents), 0.9),
  rejected: counted((one) => one['status'] === 'REJECTED'),
};
const PACKAGE_STATES = ['ENTERED', 'SENT', 'ACCEPTED', 'REJECTED'];
const packageState = known('status', PACKAGE_STATES, 'OTHERS');
const PACKAGE_GROUPS = { route: (one: Fields) => `${fromAgency(one)}/${text('agencyId')(one)}`, status: packageState };
const DOCUMENT_GROUPS = { type: text('documentId'), agency: text('agencyId'), category: text('categoryId') };

export const RECOUNTS: readonly Recount[] = [
  {
    ...{ report: 'quotes', collection: 'cotizaciones', day: dayAt('createdAt') },
    groups: { agency: text('agencia'), month: monthAt('createdAt'), kind: known('tipo', QUOTE_KINDS, 'otros') },
    filters: { agencia: text('agencia'), estado: text('estado') },
    measures: {
      open: counted((one) => one['estado'] === true),
      medianDays: (documents) => percentile(answerDays(documents), 0.5),
      p90Days: (documents) => percentile(answerDays(documents), 0.9),
    },
  },
  {
    ...{ report: 'customers', collection: 'clientes', day: (one) => text('fechaAsociacion')(one) || null },
    groups: { agency: text('agencia'), month: (one) => text('fechaAsociacion')(one).slice(0, 7) },
    filters: { agencia: text('agencia'), estado: text('estado') },
    measures: { active: counted((one) => one['estado'] === true) },
  },
  {
    ...{ report: 'documents', collection: 'documentos', day: dayAt('createdAt') },
    groups: {
      ...DOCUMENT_GROUPS,
      ...{ status: known('status', STATES, 'OTHERS'), holder: text('userId'), creator: text('createdBy'), month: monthAt('createdAt') },
    },
    filters: { agencyId: text('agencyId'), status: known('status', STATES, 'OTHERS'), createdBy: text('createdBy') },
    measures: { withoutFile: counted((one) => one['url'] === ''), returned: counted((one) => one['status'] === 'RETURNED') },
  },
  {
    ...{ report: 'documents-without-file', collection: 'documentos', among: (one) => one['url'] === '' },
    groups: DOCUMENT_GROUPS,
    filters: { agencyId: text('agencyId') },
  },
  {
    ...{ report: 'documents-returned', collection: 'documentos', among: (one) => one['status'] === 'RETURNED' },
    groups: { ...DOCUMENT_GROUPS, reason: (one) => text('returnReason')(one).replace(/\s+/g, ' ').slice(0, 100).trim() },
    filters: { documentId: text('documentId') },
  },
  {
    ...{ report: 'packages-sent', collection: 'PACKAGES', day: dayAt('createdAt') },
    groups: { ...PACKAGE_GROUPS, month: monthAt('createdAt') },
    filters: { agencyId: text('agencyId'), from_agency: fromAgency, status: packageState },
    measures: PACKAGE_MEASURES,
  },
  {
    ...{ report: 'packages-received', collection: 'PACKAGES', day: dayAt('sendedAt'), among: (one) => one['status'] !== 'ENTERED' },
    groups: { ...PACKAGE_GROUPS, month: monthAt('sendedAt') },
    filters: { agencyId: text('agencyId'), from_agency: fromAgency },
    measures: PACKAGE_MEASURES,
  },
  {
    ...{ report: 'audit-activity', collection: 'auditoria', day: dayAt('at') },
    groups: { person: text('user'), action: text('action'), month: monthAt('at') },
    filters: { user: text('user'), action: text('action') },
  },
  {
    ...{ report: 'storage', collection: 'maletin_archivos' },
    groups: { folder: text('carpetaId'), type: text('tipoDocumentoId'), agency: text('agenciaId'), person: text('userId') },
    filters: { carpetaId: text('carpetaId') },
    measures: { bytes: (documents) => documents.reduce((sum, one) => sum + Number(one['bytes']), 0) },
  },
];
