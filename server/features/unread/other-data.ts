import { AppError } from '../../domain/errors.ts';
import { hasAddress } from '../../domain/record-address.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { plainValue, type PlainValue } from '../../domain/plain-value.ts';
import { ADMIN_ROLE } from '../../domain/roles.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import type { StoredDocument } from '../../ports/documents/document-store.ts';
import type { AnyProjection } from '../../read-model/projection.ts';
import { GENERIC_FIELDS, isEmpty } from '../../read-model/unread.ts';
import type { DeclaredRecords } from '../../records/declared-record.ts';
import { recordAuditView } from '../../records/trail.ts';
import { readNames, readTarget, showTarget, type RecordNames } from '../../records/targets.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import type { Call, Services } from '../../services.ts';
import type { Staff } from '../../domain/permissions.ts';

/** A stored field that the portal does not use; JSON for the browser. */
export interface OtherDatum {
  /** As it is stored. */
  name: string;
  value: ShownValue;
}

export type ShownValue =
  string | { items: ShownValue[] } | { fields: [name: string, value: ShownValue][] } | { text: string; href: string | null };

/** Marks a piece of an address as one of the record's ids. */
const ID = 'id-of-a-record';

/** Address of a document's page, in pieces; ids are numbered by their place in the document's path. */
interface PageAddress {
  collections: readonly string[];
  pieces: readonly string[];
}

/** Cached, because each page of an administrator asks; the declared records never change. */
const addresses = new WeakMap<DeclaredRecords, PageAddress[]>();

function pageAddresses(records: DeclaredRecords): PageAddress[] {
  const cached = addresses.get(records);
  if (cached) return cached;
  const all = Object.entries(records).flatMap(([collection, { page }]) => {
    const collections = collection.split('/*/');
    const pieces = page?.href(collections.map((_part, index) => `${ID}${index}`)).split('/') ?? [];
    return pieces.some((piece) => piece.startsWith(ID)) ? [{ collections, pieces }] : [];
  });
  addresses.set(records, all);
  return all;
}

/** Path of the document whose own page has this address, without query; null for other pages. */
function documentAt(records: DeclaredRecords, pathname: string): string | null {
  const segments = pathname.split('/');
  for (const { collections, pieces } of pageAddresses(records)) {
    if (pieces.length !== segments.length || !pieces.every((piece, index) => piece.startsWith(ID) || piece === segments[index])) continue;
    const ids = collections.map((_part, place) => decode(segments[pieces.indexOf(`${ID}${place}`)] ?? ''));
    if (ids.every((id) => isDocumentId(id) && hasAddress(id))) return collections.flatMap((part, index) => [part, ids[index]]).join('/');
  }
  return null;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

/** Whether the page at this address shows other data of its record: only to administrators. */
export function hasOtherData(
  { registries }: Pick<Services, 'registries'>,
  { actor, pathname }: { actor: Staff; pathname: string },
): boolean {
  return actor.role === ADMIN_ROLE && documentAt(registries.records, pathname) !== null;
}

/**
 * Stored fields of the document behind a page that the portal does not use, by name; for a member, audited like the record. For people who
 * are not administrators nothing is read.
 * Errors: `forbidden`, `not-found`.
 */
export async function getOtherData(services: Services, { actor, requestId, pathname }: Call & { pathname: string }): Promise<OtherDatum[]> {
  requireMenu(actor, 'settings-machinery');
  if (actor.role !== ADMIN_ROLE) return [];
  const { records, projections } = services.registries;
  const path = documentAt(records, pathname);
  if (path === null) return [];
  const projection = projections.find((one) => holdsDocument(one, path));
  const store = services.documents[projection?.database ?? 'main'];
  const document = await store.get(path);
  if (!document) throw new AppError('not-found', path, { userMessage: 'El registro no existe.' });
  await recordAuditView(services, { actor, requestId, path });
  const parts = store.parts?.(document.collection) ?? [];
  const others = unusedFields(records, projection, document).filter(([name]) => !parts.includes(name));
  const paths = others.flatMap(([, value]) => pathsIn(value));
  const names = await readForScreen(services.sql, (read) => readNames(read, { actor, records }, paths));
  return others.map(([name, value]) => ({ name, value: toShownValue({ actor, records, names }, value) }));
}

function holdsDocument({ collection, group }: AnyProjection, path: string): boolean {
  const collectionPath = path.slice(0, path.lastIndexOf('/'));
  return group ? collectionPath.includes('/') && collectionPath.endsWith(`/${collection}`) : collectionPath === collection;
}

/** Fields of the record's kind and columns of its table are shown elsewhere. */
function unusedFields(
  records: DeclaredRecords,
  projection: AnyProjection | undefined,
  { path, data }: StoredDocument,
): [string, PlainValue][] {
  const fields = readTarget(records, path).kind?.fields ?? [];
  const usedNames = new Set([
    ...GENERIC_FIELDS,
    ...Object.keys(projection?.columns ?? {}),
    ...fields.flatMap(({ name, waits }) => (waits === undefined ? [name] : [name, waits])),
  ]);
  return Object.entries(data)
    .filter(([name, value]) => !usedNames.has(name) && !isEmpty(value))
    .sort(([a], [b]) => a.localeCompare(b, 'es'))
    .map(([name, value]) => [name, plainValue(value)]);
}

function pathsIn(value: PlainValue): string[] {
  if (typeof value === 'string') return [];
  if ('path' in value) return [value.path];
  return 'items' in value ? value.items.flatMap(pathsIn) : value.fields.flatMap(([, field]) => pathsIn(field));
}

/** A reference links to the record's page, if there is one. */
function toShownValue(context: { actor: Staff; records: DeclaredRecords; names: RecordNames }, value: PlainValue): ShownValue {
  if (typeof value === 'string') return value;
  if ('items' in value) return { items: value.items.map((item) => toShownValue(context, item)) };
  if ('fields' in value) return { fields: value.fields.map(([name, field]) => [name, toShownValue(context, field)]) };
  const { name, href, word } = showTarget(context, value.path, '');
  return href === null ? value.path : { text: name.startsWith(word) ? name : `${word} ${name}`, href };
}
