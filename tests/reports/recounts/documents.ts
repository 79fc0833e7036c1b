import { formatCount, formatDuration } from '#server/domain/text.ts';
import type { Doc, World } from '../random-documents.ts';
import {
  byAgency,
  byMonth,
  byPerson,
  byRecord,
  byWords,
  createdAt,
  createdDay,
  dayOfField,
  idIn,
  daysBetween,
  moment,
  oneOf,
  percentile,
  tally,
  text,
  whether,
  type Grouping,
  type Measured,
  type Recount,
} from '../recounted.ts';

const STATES = { INDEXED: 'Indexado', ASSIGNED: 'Asignado', RETURNED: 'Devuelto', ARCHIVED: 'Archivado' };
const stateOf = oneOf('status', Object.keys(STATES), 'OTHERS');
const isReturned = (doc: Doc) => doc.data['status'] === 'RETURNED';
const isWithoutFile = (doc: Doc) => text('url')(doc) === '';
/** On one line, and short enough for a URL. */
const reasonOf = (doc: Doc) => [...text('returnReason')(doc).replace(/\s+/g, ' ')].slice(0, 100).join('').trim();

const GROUPS = {
  type: byRecord(text('documentId'), { collection: 'tipos_documento', field: 'nombre', none: 'Sin tipo' }),
  category: byRecord(text('categoryId'), { collection: 'categorias', field: 'nombre', none: 'Sin categoría' }),
  agency: byAgency('agencyId'),
};
const FILTERS = { categoryId: text('categoryId'), documentId: text('documentId'), agencyId: text('agencyId') };

const documents = tally({
  collection: 'documentos',
  day: createdDay,
  agency: text('agencyId'),
  groups: {
    ...GROUPS,
    status: byWords(stateOf, { ...STATES, OTHERS: 'Otros' }),
    holder: byPerson('userId', 'persona', idIn),
    creator: byPerson('createdBy', 'persona', idIn),
    month: byMonth(createdDay),
  },
  filters: { ...FILTERS, status: stateOf, userId: idIn('userId'), createdBy: idIn('createdBy') },
  measures: {
    withoutFile: { of: whether(isWithoutFile), adds: true, figure: formatCount },
    returned: { of: whether(isReturned), adds: true, figure: formatCount },
  },
});

function standing(among: (doc: Doc, world: World) => boolean, groups: Readonly<Record<string, Grouping>>): Recount {
  return tally({ collection: 'documentos', among, groups: { ...GROUPS, ...groups }, filters: FILTERS });
}

const SOON_MS = 90 * 86_400_000;

/** The retention years of its type end within ninety days, or have ended; a leap day ends on the 28th. */
function isExpiring(doc: Doc, world: World): boolean {
  const years = world.all('tipos_documento').find(({ id }) => id === doc.data['documentId'])?.data['retencionAnios'];
  if (typeof years !== 'number') return false;
  const at = createdAt(doc);
  const end = new Date(at);
  end.setUTCFullYear(at.getUTCFullYear() + years);
  if (end.getUTCMonth() !== at.getUTCMonth()) end.setUTCDate(0);
  return end.getTime() <= Date.now() + SOON_MS;
}

const isResolved = (doc: Doc) => ['ACCEPTED', 'REJECTED'].includes(text('status')(doc));
const roadDays = (docs: readonly Doc[]) =>
  docs.filter(isResolved).flatMap((doc) => daysBetween(moment('sendedAt')(doc), moment('resolutionAt')(doc)));
const originOf = ({ data: { fromUser } }: Doc) =>
  fromUser !== null && typeof fromUser === 'object' && 'agency' in fromUser && typeof fromUser.agency === 'string' ? fromUser.agency : '';
const PACKAGE_STATES = { ENTERED: 'Ingresado', SENT: 'Enviado', ACCEPTED: 'Aceptado', REJECTED: 'Rechazado' };
const packageState = oneOf('status', Object.keys(PACKAGE_STATES), 'OTHERS');
const route: Grouping = {
  key: (doc) => `${originOf(doc)}/${text('agencyId')(doc)}`,
  name: (key, world) =>
    key
      .split('/')
      .map((id) => world.textOf('agencias', id, 'nombre') || id || 'Sin agencia')
      .join(' → '),
};

function differs(doc: Doc): boolean {
  const { detailOfPackage, extras } = doc.data;
  return isResolved(doc) && (JSON.stringify(detailOfPackage).includes('MISSING') || (Array.isArray(extras) && extras.length > 0));
}

const PACKAGE_MEASURES: Readonly<Record<string, Measured>> = {
  medianDays: { of: (docs) => percentile(roadDays(docs), 0.5), figure: formatDuration },
  p90Days: { of: (docs) => percentile(roadDays(docs), 0.9), figure: formatDuration },
  rejected: { of: whether((doc) => doc.data['status'] === 'REJECTED'), adds: true, figure: formatCount },
  different: { of: whether(differs), adds: true, figure: formatCount },
};

function packages(day: (doc: Doc) => string | null, among: (doc: Doc) => boolean): Recount {
  return tally({
    collection: 'PACKAGES',
    day,
    among,
    agency: text('agencyId'),
    measures: PACKAGE_MEASURES,
    groups: { route, status: byWords(packageState, { ...PACKAGE_STATES, OTHERS: 'Otros' }), month: byMonth(day) },
    filters: { from_agency: originOf, agencyId: text('agencyId'), userAssign: idIn('userAssign'), status: packageState },
  });
}

export const DOCUMENT_RECOUNTS: Readonly<Record<string, Recount>> = {
  documents,
  'documents-without-file': standing(isWithoutFile, {
    holder: byPerson('userId', 'persona', idIn),
    creator: byPerson('createdBy', 'persona', idIn),
  }),
  'documents-returned': standing(isReturned, {
    reason: { key: reasonOf, name: (reason) => reason || 'Sin motivo' },
    creator: byPerson('createdBy', 'persona', idIn),
  }),
  'documents-expiring': standing(isExpiring, {}),
  // One that another program stored as sent without a time has only its own day.
  'packages-sent': packages(
    (doc) => dayOfField('sendedAt')(doc) ?? createdDay(doc),
    (doc) => doc.data['status'] !== 'ENTERED',
  ),
  'packages-received': packages(dayOfField('sendedAt'), (doc) => doc.data['status'] !== 'ENTERED'),
};
