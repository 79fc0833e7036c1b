import { DATABASES, type DatabaseName } from '../../../ports/documents/document-store.ts';
import type { BackedUpDocument } from '../../../ports/documents/documents-backup.ts';
import { storedOf, type ReadOnlyDocuments } from '../../../ports/documents/read-only-documents.ts';
import { mapDocuments } from '../../../ports/documents/mapped/mapped-documents.ts';
import {
  OWN_COLLECTIONS,
  type KnownCollections,
  type MappedCollection,
  type MappedField,
  type Mapping,
} from '../../../ports/documents/mapped/mapping.ts';
import type { Buckets } from '../../../ports/files/buckets.ts';
import { placeOf } from '../../../ports/files/stored-place.ts';
import type { RestorableAccounts } from '../../../ports/identity/restorable-accounts.ts';
import type { AnyProjection } from '../../../read-model/projection.ts';
import {
  STANDARD_VOCABULARIES,
  toVocabularies,
  VOCABULARY_TABLES,
  type Vocabularies,
  type VocabularyColumns,
} from '../../../read-model/vocabularies.ts';
import type { DeclaredRecords } from '../../../records/declared-record.ts';
import { readEarlierFile } from '../../../stored-files/earlier-files.ts';
import { describePlace, explainUnavailable } from '../../../stored-files/named-files.ts';
import { findInBucket, requireAsStated, type NamedBytes } from '../../../stored-files/stored-bytes.ts';
import { describeDocument, emptyDescription, type DescribedCollection, type Known, type Mapped } from './describe-collection.ts';
import { draftMapping, type Draft, type Inspected, type UnmappedCollection } from './draft-mapping.ts';

export interface InspectOptions {
  /** How many documents of each collection to inspect; null for all. */
  sample: number | null;
  /** Limits the inspection to one collection. */
  collection?: string | undefined;
  projections: readonly AnyProjection[];
  records: DeclaredRecords;
  /** Collections that a mapping may name. */
  known: KnownCollections;
  /** From MAPPING_FILE; null without one. */
  mapping: Mapping | null;
}

export interface InspectedCollection extends Inspected {
  database: DatabaseName;
  /** References to missing documents, with the documents that contain them; only of those checked. */
  dangling: { path: string; ids: readonly string[] }[];
}

export interface Inspection {
  collections: InspectedCollection[];
  drafts: Record<DatabaseName, Draft>;
  /** File addresses by storage location. */
  places: Map<string, FilesPlace>;
  accounts: { accounts: number; withoutPerson: string[]; people: number; withoutAccount: string[] } | null;
  reads: number;
}

interface FilesPlace {
  /** Number of fields with an address there. */
  count: number;
  /** Some of these files, by document. */
  examples: Map<string, NamedBytes>;
  /** Whether the credentials can read them, in words; '' if it is not a bucket: such addresses are never requested. */
  reading: string;
}

const PEOPLE = 'usuarios';
const EXAMPLES = 3;

/** Inspects both databases and the accounts. Receives only read-only access. */
export async function inspectStores(
  { documents, accounts, buckets }: { documents: ReadOnlyDocuments; accounts: Pick<RestorableAccounts, 'read'>; buckets: Buckets },
  options: InspectOptions,
): Promise<Inspection> {
  const places: Inspection['places'] = new Map();
  const collections: InspectedCollection[] = [];
  const vocabularies = await readVocabularies(documents, options);
  for (const database of DATABASES) {
    for (const found of await documents.collections(database)) {
      if (options.collection !== undefined && found.path !== options.collection) continue;
      const known = knownOf(database, found.path, { ...options, vocabularies });
      const described = emptyDescription();
      for await (const page of documents.read(database, found, options.sample)) {
        for (const document of page) {
          describeDocument(described, document, known);
          notePlaces(places, document, known);
        }
      }
      const dangling = await danglingIn(documents, database, described);
      const isOwn = OWN_COLLECTIONS.includes(found.path.replace(/\/.*/, '')) || Object.hasOwn(options.records, found.path);
      collections.push({ database, ...found, described, known, isOwn, dangling });
    }
  }
  for (const place of places.values()) place.reading = await readingOf(place, buckets);
  const people = options.mapping?.find(({ key }) => key === PEOPLE)?.collection ?? PEOPLE;
  const stored = collections.find(({ database, path }) => database === 'main' && path === people);
  const draftOf = (database: DatabaseName) =>
    draftMapping(
      collections.filter((one) => one.database === database),
      wantedOf(database, { ...options, vocabularies }),
      options.known,
    );
  return {
    collections,
    drafts: { main: draftOf('main'), digitalization: draftOf('digitalization') },
    places,
    accounts: options.collection === undefined || options.collection === people ? await compareAccounts(documents, accounts, stored) : null,
    reads: documents.reads(),
  };
}

interface InspectionContext extends InspectOptions {
  vocabularies: Vocabularies;
}

/** The names of roles and states there: from a few documents, read before all others. */
async function readVocabularies(documents: ReadOnlyDocuments, options: InspectOptions): Promise<Vocabularies> {
  const columns: VocabularyColumns = { role_labels: [], role_menus: [], state_names: {} };
  for (const database of DATABASES) {
    for (const found of await documents.collections(database)) {
      const known = knownOf(database, found.path, { ...options, vocabularies: STANDARD_VOCABULARIES });
      const { projection, mapped } = known ?? {};
      const table = projection?.table ?? '';
      if (!projection || !Object.values(VOCABULARY_TABLES).flat().includes(table)) continue;
      for await (const page of documents.read(database, found, options.sample))
        for (const document of page) {
          const stored = storedOf(document);
          const read = { ...stored, data: mapped?.toPortal(stored.data) ?? stored.data };
          const row: unknown = { id: stored.id, exists: true, ...projection.project(read) };
          if (table === 'roles') columns.role_labels.push(row as VocabularyColumns['role_labels'][number]);
          else if (table === 'permisos_rol') columns.role_menus.push(row as VocabularyColumns['role_menus'][number]);
          else columns.state_names = { ...columns.state_names, [stored.id]: (row as { items: unknown }).items };
        }
    }
  }
  return toVocabularies(columns);
}

/** What the portal knows of a collection; null for an unknown one. */
function knownOf(database: DatabaseName, path: string, options: InspectionContext): Known | null {
  const mapped = options.mapping?.find((one) => one.database === database && patternIn(one) === path);
  if (mapped) {
    const known = ownOf(database, mapped.key.replaceAll('/', '/*/'), options);
    return known && { ...known, mapped: toMapped(mapped) };
  }
  // If a collection is mapped elsewhere, the portal's own name for it is just another name.
  const isMoved = options.mapping?.some((one) => one.database === database && one.key.replaceAll('/', '/*/') === path);
  return isMoved ? null : ownOf(database, path, options);
}

/** Path pattern of a subcollection, regardless of the parents' names. */
const patternIn = ({ key, collection }: MappedCollection) => (key.includes('/') ? key.replace(/\/[^/]*$/, `/*/${collection}`) : collection);

function toMapped(collection: MappedCollection): Mapped {
  const documents = mapDocuments(collection);
  const isReadOf =
    (stored: string) =>
    ([, { places }]: [string, MappedField]) =>
      places.some(([first]) => first === stored);
  return {
    toPortal: (stored) => documents.toPortal(stored),
    portalNames: (stored) =>
      Object.entries(collection.fields)
        .filter(isReadOf(stored))
        .map(([name]) => name),
  };
}

function ownOf(database: DatabaseName, path: string, { projections, records, vocabularies }: InspectionContext): Known | null {
  const last = path.slice(path.lastIndexOf('/') + 1);
  const projection = projections.find(
    (one) => one.database === database && (one.group ? path.includes('/') && one.collection === last : one.collection === path),
  );
  const fields = records[path]?.fields;
  if (!projection && !fields) return null;
  return { projection: projection ?? null, fields: fields ?? [], vocabularies };
}

/** Collections that only the portal writes, besides those it refuses to map: another program's log is never one of them. */
const NEVER_DRAFTED = new Set(['actividad_usuarios', 'datos_ignorados', 'eventos_archivos', 'maletin_accesos', 'maletin_lecturas']);

/** The portal's collections that other programs may have under another name, by the keys of MAPPING_FILE. */
function wantedOf(database: DatabaseName, options: InspectionContext): Map<string, UnmappedCollection> {
  const { known, mapping } = options;
  const isOpen = ([key, own]: [string, KnownCollections[string]]) =>
    own.database === database && !(mapping?.some((one) => one.key === key) ?? false);
  return new Map(
    Object.entries(known)
      .filter(isOpen)
      .filter(([key]) => !NEVER_DRAFTED.has(key))
      .map(([key, { fields }]) => [key, { fields, own: ownOf(database, key.replaceAll('/', '/*/'), options) }]),
  );
}

async function danglingIn(
  documents: ReadOnlyDocuments,
  database: DatabaseName,
  { fields }: DescribedCollection,
): Promise<InspectedCollection['dangling']> {
  const named = new Map([...fields.values()].flatMap(({ references }) => [...references]));
  const asked = [...named.keys()].filter((path) => path.split('/').length % 2 === 0);
  const missing = asked.length === 0 ? [] : await documents.missing(database, asked);
  return missing.map((path) => ({ path, ids: named.get(path) ?? [] }));
}

function notePlaces(places: Inspection['places'], document: BackedUpDocument, known: Known | null): void {
  const { path, data } = document;
  const stored = storedOf(document).data;
  // What the document says about its own file.
  const own = known?.projection && 'sha256' in known.projection.columns ? readEarlierFile(known.mapped?.toPortal(stored) ?? stored) : null;

  const walk = (value: unknown): void => {
    if (typeof value === 'string') {
      const place = describePlace(value);
      if (place === null) return;
      const there = places.get(place) ?? { count: 0, examples: new Map<string, NamedBytes>(), reading: '' };
      there.count += 1;
      if (there.examples.size < EXAMPLES && !there.examples.has(path))
        there.examples.set(path, own?.url === value ? own : { url: value, contentType: '', bytes: 0, sha256: '' });
      places.set(place, there);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  walk(data);
}

async function readingOf({ examples }: FilesPlace, buckets: Buckets): Promise<string> {
  const reasons: string[] = [];
  for (const file of examples.values()) {
    if (placeOf(file.url)?.kind !== 'bucket') continue;
    const find = async () => {
      const stored = await findInBucket({ buckets }, file);
      if (stored) await requireAsStated(stored, file);
      return stored;
    };
    reasons.push(await explainUnavailable(file.url, find));
  }
  if (reasons.length === 0) return '';
  const read = reasons.filter((reason) => reason === '').length;
  return [`se leen ${read} de ${reasons.length} probados`, ...new Set(reasons.filter((reason) => reason !== ''))].join('; ');
}

/** People without an account cannot sign in, and accounts without a person see nothing. */
async function compareAccounts(
  documents: ReadOnlyDocuments,
  accounts: Pick<RestorableAccounts, 'read'>,
  stored: InspectedCollection | undefined,
): Promise<Inspection['accounts']> {
  const people = new Set<string>();
  if (stored)
    for await (const page of documents.read('main', stored, null))
      for (const { path } of page) people.add(path.slice(path.lastIndexOf('/') + 1));
  const uids = new Set<string>();
  for await (const page of accounts.read()) for (const line of page) uids.add((JSON.parse(line) as { uid: string }).uid);
  return {
    accounts: uids.size,
    people: people.size,
    withoutPerson: [...uids].filter((uid) => !people.has(uid)),
    withoutAccount: [...people].filter((id) => !uids.has(id)),
  };
}
