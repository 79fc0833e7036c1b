import { findByName } from '../../../domain/names.ts';
import { joinWithOr } from '../../../domain/text.ts';
import { isDocumentPath } from '../../../ports/documents/document-path.ts';
import { DATABASES, type DatabaseName, type Fields } from '../../../ports/documents/document-store.ts';
import type { BackedUpDocument } from '../../../ports/documents/documents-backup.ts';
import { patternOf, storedOf, type FoundCollection, type ReadOnlyDocuments } from '../../../ports/documents/read-only-documents.ts';
import { mapDocuments } from '../../../ports/documents/mapped/mapped-documents.ts';
import { mapPaths } from '../../../ports/documents/mapped/mapped-paths.ts';
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
import { readText } from '../../../read-model/field-readers.ts';
import { pathOf, type AnyProjection } from '../../../read-model/projection.ts';
import { NAMED_MAX, nameColumn } from '../../../read-model/sync/named-records.ts';
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
import { UsageError } from '../run-command.ts';
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
  const found = { main: await documents.collections('main'), digitalization: await documents.collections('digitalization') };
  const all = new Set(DATABASES.flatMap((database) => found[database].map(({ path }) => path)));
  if (options.collection !== undefined && !all.has(options.collection))
    throw new UsageError(`No hay documentos en la colección «${options.collection}»: diga ${joinWithOr([...all].sort())}.`);
  const vocabularies = await readVocabularies(documents, { ...options, found });
  const context = { ...options, vocabularies, found };
  const findDangling = createReferenceCheck(documents, context);
  for (const database of DATABASES) {
    for (const one of found[database]) {
      if (options.collection !== undefined && one.path !== options.collection) continue;
      const known = knownOf(database, one.path, context);
      const described = emptyDescription();
      for await (const page of documents.read(database, one, options.sample)) {
        for (const document of page) {
          describeDocument(described, document, known);
          notePlaces(places, document, known);
        }
      }
      const dangling = await findDangling(database, described);
      const isOwn = OWN_COLLECTIONS.includes(one.path.replace(/\/.*/, '')) || Object.hasOwn(options.records, one.path);
      collections.push({ database, ...one, described, known, isOwn, dangling });
    }
  }
  for (const place of places.values()) place.reading = await readingOf(place, buckets);
  const people = foreignPattern('main', PEOPLE, options);
  const stored = collections.find(({ database, path }) => database === 'main' && path === people);
  const draftOf = (database: DatabaseName) =>
    draftMapping(
      collections.filter((one) => one.database === database),
      wantedOf(database, context),
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
  /** All collections of both databases. */
  found: Readonly<Record<DatabaseName, readonly FoundCollection[]>>;
}

/** The names of roles and states there: from a few documents, read before all others. */
async function readVocabularies(documents: ReadOnlyDocuments, context: Omit<InspectionContext, 'vocabularies'>): Promise<Vocabularies> {
  const columns: VocabularyColumns = { role_labels: [], role_menus: [], state_names: {} };
  for (const database of DATABASES) {
    for (const found of context.found[database]) {
      const known = knownOf(database, found.path, { ...context, vocabularies: STANDARD_VOCABULARIES });
      const { projection, mapped } = known ?? {};
      const table = projection?.table ?? '';
      if (!projection || !Object.values(VOCABULARY_TABLES).flat().includes(table)) continue;
      for await (const page of documents.read(database, found, context.sample))
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
  const ownPath = (key: string) => key.replaceAll('/', '/*/');
  const keys = Object.keys(options.known).filter((key) => options.known[key]?.database === database);
  const key = keys.find((one) => foreignPattern(database, ownPath(one), options) === path);
  if (key !== undefined) {
    const mapped = mappingOf(database, options).find((one) => one.key === key);
    const known = ownOf(database, ownPath(key), options);
    return known && mapped ? { ...known, mapped: toMapped(mapped) } : known;
  }
  // If a collection is mapped elsewhere, the portal's own name for it is just another name.
  return keys.some((one) => ownPath(one) === path) ? null : ownOf(database, path, options);
}

const mappingOf = (database: DatabaseName, { mapping }: Pick<InspectOptions, 'mapping'>): Mapping =>
  mapping?.filter((one) => one.database === database) ?? [];

/** Pattern of the paths where a collection of the portal is stored. */
const foreignPattern = (database: DatabaseName, path: string, options: Pick<InspectOptions, 'mapping'>) =>
  patternOf(mapPaths(mappingOf(database, options)).toForeign(path));

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

/** Finds which references of a collection lead to no record, neither by id nor, where the portal follows names, by a name that one has. */
function createReferenceCheck(documents: ReadOnlyDocuments, context: InspectionContext) {
  const { projections } = context;
  const named = new Map<string, Promise<Named[]>>();
  const toForeign = (database: DatabaseName, path: string) => mapPaths(mappingOf(database, context)).toForeign(path);

  const readNames = async ({ database, collection }: AnyProjection, column: string): Promise<Named[]> => {
    const found = context.found[database].find(({ path }) => path === foreignPattern(database, collection, context));
    const { projection, mapped } = (found && knownOf(database, found.path, context)) ?? {};
    if (!found || !projection || found.documents > NAMED_MAX) return [];
    const names: Named[] = [];
    for await (const page of documents.read(database, found, null))
      for (const document of page) {
        const stored = storedOf(document);
        const row = projection.project({ ...stored, data: mapped?.toPortal(stored.data) ?? stored.data });
        names.push({ name: readText(row as Fields, column) });
      }
    return names;
  };

  const isNamed = async (database: DatabaseName, target: string): Promise<boolean> => {
    const [table = ''] = target.split('/');
    const column = nameColumn({ database }, table);
    const projection = projections.find((one) => one.table === table);
    if (column === null || !projection) return false;
    const names = named.get(table) ?? readNames(projection, column);
    named.set(table, names);
    return findByName(await names, target.slice(table.length + 1), ({ name }) => name) !== null;
  };

  /** Where the referenced document would lie; null for a target that no document can have. */
  const placeOf = (database: DatabaseName, target: string): Place | null => {
    if (target.startsWith('/')) return { target, database, path: target.slice(1) };
    const [table = ''] = target.split('/');
    const projection = projections.find((one) => one.table === table);
    const path = projection && toForeign(projection.database, pathOf(projection, target.slice(table.length + 1)));
    return path !== undefined && isDocumentPath(path) ? { target, database: projection?.database ?? database, path } : null;
  };

  return async (database: DatabaseName, { fields }: DescribedCollection): Promise<InspectedCollection['dangling']> => {
    const idsByTarget = new Map([...fields.values()].flatMap(({ references }) => [...references]));
    const places = [...idsByTarget.keys()].flatMap((target) => placeOf(database, target) ?? []);
    const there = new Set<string>();
    for (const one of DATABASES) {
      const asked = places.filter((place) => place.database === one);
      const missing = new Set(asked.length === 0 ? [] : await documents.missing(one, [...new Set(asked.map(({ path }) => path))]));
      for (const { target, path } of asked) if (!missing.has(path)) there.add(target);
    }
    const dangling: InspectedCollection['dangling'] = [];
    for (const [path, ids] of idsByTarget) if (!there.has(path) && !(await isNamed(database, path))) dangling.push({ path, ids });
    return dangling;
  };
}

interface Named {
  name: string;
}

interface Place {
  target: string;
  database: DatabaseName;
  path: string;
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
