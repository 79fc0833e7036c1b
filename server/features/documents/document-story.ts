import { requireVisible } from '../../digitized/access.ts';
import { documentKind, requireDocuments, requireId } from '../../digitized/document-kind.ts';
import { campoText, storedCampos, FACT_FIELDS } from '../../digitized/document.ts';
import { readType } from '../../digitized/find-types.ts';
import { readLineFindings, type LineFinding } from '../../digitized/line-findings.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { daysBetween, formatDay } from '../../domain/dates.ts';
import { readExtraFields, type ExtraField } from '../../domain/extra-fields.ts';
import { campoName } from '../../domain/extra-values.ts';
import { formatQuetzales } from '../../domain/money.ts';
import { packageCode } from '../../domain/package-code.ts';
import { VERDICT_LABELS } from '../../domain/package-states.ts';
import type { Staff } from '../../domain/permissions.ts';
import { nameOfState, type StateName } from '../../domain/state-names.ts';
import type { StoryQuery, StoryPart } from '../../domain/story.ts';
import { countOf } from '../../domain/text.ts';
import type { Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import { readId, readText } from '../../read-model/field-readers.ts';
import { MEMBERS } from '../../read-model/pages/choices.ts';
import { sideOf } from '../../records/entry-sides.ts';
import { recordId, text, type Field } from '../../records/fields.ts';
import { readValues } from '../../records/record-fields.ts';
import { pathOf } from '../../records/record-kind.ts';
import {
  entryMark,
  findEntriesOf,
  MODIFIED,
  readEntryChanges,
  storyPage,
  describeEntry,
  type Story,
  type StoryEvent,
} from '../../records/story.ts';
import type { Call, Services } from '../../services.ts';
import { findOpenings, describeOpening } from '../../stored-files/file-story.ts';
import { freedFrom, missedIn, readCustody, readNames } from './document-custody.ts';
import { DOCUMENT_FILES } from './documents-area.ts';
import { presentOf, type CustodyInterval } from './domain/custody.ts';
import {
  findingText,
  hasArrived,
  placeOf,
  placeTitle,
  shelfText,
  whereaboutsText,
  type CustodyPlace,
  type CustodyNames,
} from './domain/custody-words.ts';

const { digitizedFileArchived, digitizedFileAssigned, digitizedFileCreated, digitizedFileReturned, digitizedFileSent } = AUDIT_ACTIONS;

const VERBS: Readonly<Record<string, string>> = {
  [digitizedFileCreated]: 'lo indexó',
  [AUDIT_ACTIONS.digitizedFileUpdated]: MODIFIED.m,
  [digitizedFileAssigned]: 'lo asignó',
  [AUDIT_ACTIONS.digitizedFileUnassigned]: 'deshizo su asignación',
  [digitizedFileReturned]: 'lo devolvió',
  [digitizedFileArchived]: 'lo archivó',
  [digitizedFileSent]: 'lo envió en un paquete',
  [AUDIT_ACTIONS.digitizedFileReleased]: 'lo liberó de un paquete',
  [AUDIT_ACTIONS.digitizedFileWithdrawn]: 'lo retiró con el paquete en que iba',
  [AUDIT_ACTIONS.digitizedFileDeleted]: 'lo eliminó',
  [AUDIT_ACTIONS.digitizedFileRestored]: 'lo restauró',
  [AUDIT_ACTIONS.fileAdopted]: 'trajo su archivo al portal',
};

/** Fields that the story does not list as changes: it tells where the document went instead. */
const PLACE_FIELDS: ReadonlySet<string> = new Set([
  'status',
  'userId',
  'agencyId',
  'agencyFromDoc',
  'ubicacion',
  'inPackage',
  'fromPackaging',
  'returnReason',
]);

export type DocumentStory = Story & {
  /** Where it is now. */
  now: string;
  /** It was created from a paper that came in a package. */
  isOfPackage: boolean;
};

/** An item of the page: an audit entry, or an interval of custody that no entry begins. */
type ShownItem = { entry: StoredDocument; stop: CustodyInterval | null } | { stop: CustodyInterval };

/**
 * The known past of a document, newest first: what was done with it, where it has been, who opened it. JSON for the browser.
 * Errors: `forbidden`, `invalid-input`, `not-found`.
 */
export async function findStory(
  services: Services,
  { actor, id, ...storyRequest }: Call & StoryQuery & { id: string },
): Promise<DocumentStory> {
  requireDocuments(actor);
  requireId(id);
  const store = services.documents.digitalization;
  const stored = await store.get(pathOf(documentKind(), id));
  if (!stored) throw documentKind().notFound(id);
  const { url } = requireVisible(actor, stored);
  const entries = await findEntriesOf(store, stored.path);
  const custody = readCustody(stored, entries);
  const openings = url === '' ? NO_OPENINGS : await findOpenings(services, DOCUMENT_FILES, { actor, id, entries, ...storyRequest });
  const page = storyPage([...itemsOf(entries, custody), ...openings.items], storyRequest, openings.until);
  const shownItems = page.shown.flatMap((item): ShownItem[] => ('event' in item ? [] : [item]));
  const now = presentOf(custody);
  const stops = shownItems.flatMap(({ stop }) => (stop ? [stop] : []));
  const origins = shownItems.flatMap((item) => ('entry' in item ? [originIn(item.entry)] : []));
  const [names, findings, changes] = await Promise.all([
    readNames(services, [...stops, ...now], actor.stateNames.documents, origins),
    readLineFindings(store, id, entries.map(resolvedPackageIn)),
    readChanges(
      services,
      stored,
      shownItems.flatMap((item) => ('entry' in item ? [item.entry] : [])),
      actor,
    ),
  ]);
  return {
    ...page.asked,
    parts: ['changes', 'custody', ...(url === '' ? [] : (['openings'] as const))],
    events: page.shown.map((item) => {
      if ('event' in item) return describeOpening(item.event);
      if (!('entry' in item)) return describeUnrecorded(item.stop, names);
      return describeChange(item, changes.get(item.entry.id) ?? [], { names, finding: findings.get(resolvedPackageIn(item.entry)) });
    }),
    now: now
      .map((stop) => whereaboutsText(placeOf(stop.held, names), stop.untold === null ? stop.from : '', missedIn(stop, entries, findings)))
      .join(''),
    isOfPackage: entries.some((entry) => readText(entry.data, 'action') === digitizedFileCreated && packageIn(entry) !== ''),
  };
}

const NO_OPENINGS = { items: [], until: '' };

function itemsOf(entries: readonly StoredDocument[], custody: readonly CustodyInterval[]) {
  const begun = new Map(custody.map((stop) => [stop.entry, stop]));
  const ofEntries = entries.map((entry, place) => {
    const stop = begun.get(entry.id) ?? null;
    return { mark: entryMark(entry, place), parts: ['changes', ...(stop ? ['custody'] : [])] as StoryPart[], entry, stop };
  });
  const unrecorded = custody
    .filter((stop) => stop.untold !== null)
    // Sorts before an entry of the same time, which found it so; the interval that still lasts sorts after it.
    .map((stop) => ({ mark: `${stop.from} ${stop.to === null ? '~' : '-'}`, parts: ['custody'] as StoryPart[], stop }));
  return [...ofEntries, ...unrecorded];
}

function describeChange(
  { entry, stop }: Extract<ShownItem, { entry: unknown }>,
  changes: Changed,
  { names, finding }: { names: CustodyNames; finding: LineFinding | undefined },
): StoryEvent {
  const action = readText(entry.data, 'action');
  const verb = freedText(entry, finding) ?? VERBS[action];
  if (!stop) return describeEntry(entry, verb, changes);
  const place = placeOf(stop.held, names);
  const moved = moveOf({ entry, stop }, place, names);
  const reason = action === digitizedFileReturned ? readText(sideOf(entry.data, 'newData') ?? {}, 'returnReason') : '';
  const where = [...(moved ? [] : [placeTitle(place)]), place.agency, lasted(stop)].filter(Boolean).join(' · ');
  const others = changes.filter(({ name }) => !PLACE_FIELDS.has(name));
  const found = finding && finding.verdict !== 'RECEIVED' ? (hasArrived(finding) ? findingText(finding) : finding.note) : '';
  return describeEntry(entry, moved ?? verb, others, [reason, found, where].filter(Boolean));
}

/** How it left a package without arriving; null for other acts. */
function freedText(entry: StoredDocument, finding: LineFinding | undefined): string | null {
  const packageId = freedFrom(entry);
  if (packageId === '') return null;
  const code = packageCode(packageId);
  return finding && !hasArrived(finding)
    ? `lo declaró «${VERDICT_LABELS[finding.verdict]}» en el paquete ${code}`
    : `lo liberó del paquete ${code}`;
}

/** The act as a sentence that names where it brought the document; null for other acts, whose place is told separately. */
function moveOf(
  { entry, stop }: { entry: StoredDocument; stop: CustodyInterval },
  place: CustodyPlace,
  names: CustodyNames,
): string | null {
  const action = readText(entry.data, 'action');
  if (action === digitizedFileArchived && place.kind === 'shelf') return `lo archivó${shelfText(place)}`;
  if (action === digitizedFileSent && place.kind === 'package')
    return `lo envió${place.destination && ` a ${place.destination}`} en el paquete ${place.code}`;
  if (place.kind !== 'person') return null;
  const isOwn = stop.held.userId === readText(entry.data, 'user');
  // Whoever accepts a package indexed nothing: its sender said what each paper is.
  const brought = packageIn(entry);
  const from = names.agency(originIn(entry));
  if (brought !== '')
    return `lo recibió${isOwn ? '' : ` para ${place.person}`}${from && ` de ${from}`} en el paquete ${packageCode(brought)}`;
  if (action !== digitizedFileAssigned) return null;
  return isOwn ? 'se lo asignó' : `lo asignó a ${place.person}`;
}

/** Id of the package that brought the document by this act; '' for none. */
function packageIn(entry: StoredDocument): string {
  const action = readText(entry.data, 'action');
  return action === digitizedFileCreated || action === digitizedFileAssigned
    ? readId(sideOf(entry.data, 'newData') ?? {}, 'fromPackaging')
    : '';
}

/** Id of the package that was resolved by this act, whether the document arrived or not; '' for none. */
function resolvedPackageIn(entry: StoredDocument): string {
  return packageIn(entry) || freedFrom(entry);
}

/** Id of the agency from which it came. */
function originIn({ data }: StoredDocument): string {
  return readId(sideOf(data, 'newData') ?? {}, 'agencyFromDoc');
}

const UNRECORDED = {
  start: 'La auditoría no cuenta cómo empezó.',
  change: 'Otro programa lo cambió sin dejarlo en la auditoría: se vio en esa fecha.',
} as const;

function describeUnrecorded(stop: CustodyInterval, names: CustodyNames): StoryEvent {
  const place = placeOf(stop.held, names);
  const where = [placeTitle(place), place.agency, lasted(stop)].filter(Boolean).join(' · ');
  return { id: stop.from, at: stop.from, who: '', did: where, notes: [UNRECORDED[stop.untold ?? 'change']], changes: [] };
}

/** How long it was so; '' while it still is, and for less than a day. */
function lasted({ from, to }: CustodyInterval): string {
  const days = to === null ? 0 : daysBetween(from, to);
  return days === 0 ? '' : countOf(days, 'día', 'días');
}

type Changes = Awaited<ReturnType<typeof readEntryChanges>>;
type Changed = NonNullable<ReturnType<Changes['get']>>;

async function readChanges(
  services: Services,
  { data }: StoredDocument,
  entries: readonly StoredDocument[],
  actor: Staff,
): Promise<Changes> {
  const type = await readType(services.documents.digitalization, readId(data, 'documentId'));
  const campos = readExtraFields(type?.data['campos']);
  const known = new Map(campos.map((field) => [campoName(field.clave), campoField(field)]));
  const sides = entries.flatMap(({ data: entry }) => [sideOf(entry, 'beforeData'), sideOf(entry, 'newData')]);
  const claves = new Set(sides.flatMap((side) => Object.keys(storedCampos(side ?? {}))));
  const extra = [...claves].map((clave) => known.get(campoName(clave)) ?? text({ name: campoName(clave), label: clave }));
  return readEntryChanges(services, entries, { actor, fields: [...auditedFields(actor.stateNames.documents), ...extra], flatten });
}

/** States show the cooperative's names for them, packages the code made of their id. */
function auditedFields(states: readonly StateName[]): Field[] {
  return FACT_FIELDS.map(({ name, label, ...field }) => {
    if (name === 'status') return { ...text({ name, label }), say: (status: string) => status && nameOfState(status, states) };
    if (name !== 'inPackage' && name !== 'fromPackaging') return { ...field, name, label };
    return { ...text({ name, label }), say: (id: string) => id && packageCode(id) };
  });
}

/** An extra field that shows its values as the record does. */
function campoField({ clave, etiqueta: label, tipo }: ExtraField): Field {
  const name = campoName(clave);
  if (tipo === 'asociado') return recordId({ name, label, names: MEMBERS });
  const field = text({ name, label });
  if (tipo === 'moneda') return { ...field, say: (value: string) => value && formatQuetzales(value) };
  return tipo === 'fecha' ? { ...field, say: (value: string) => formatDay(value) || value } : field;
}

/** The known fields, each read by its own reader, with the extra fields beside them. */
function flatten(side: Fields): Fields {
  const campos = Object.entries(storedCampos(side)).map(([clave, value]) => [campoName(clave), campoText(value)] as const);
  return { ...readValues(FACT_FIELDS, side), ...Object.fromEntries(campos) };
}
