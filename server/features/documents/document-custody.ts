import { isVisible } from '../../digitized/access.ts';
import { documentKind, readDocument, requireDocuments } from '../../digitized/document-kind.ts';
import { DOCUMENT_COLUMNS } from '../../digitized/documents.projection.ts';
import { findNames } from '../../digitized/names.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import type { DocumentStore, Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import { isPlainMap } from '../../ports/documents/document-values.ts';
import { custodyOf, type CustodyEntry, type CustodyInterval, type Held, type Holding } from './domain/custody.ts';
import { placeOf, whereaboutsText, type CustodyPlace, type HeldNames } from './domain/custody-words.ts';
import { menuHref } from '../../domain/menu.ts';
import { packageCode } from '../../domain/package-code.ts';
import { nameOfState, type StateName } from '../../domain/state-names.ts';
import type { Answer } from '../../lists/search-hits.ts';
import { genericColumns, readText, readTimestamp } from '../../read-model/field-readers.ts';
import { pathOf } from '../../records/record-kind.ts';
import { AUDIT_COLLECTION } from '../../records/write-audit.ts';
import type { Call, Services } from '../../services.ts';

/** The record shows so many; whoever needs more exports the audit. */
const SHOWN_MAX = 100;

/** Where a document was for a time; JSON for the browser. */
export interface CustodyStop extends Pick<CustodyInterval, 'by' | 'from' | 'to' | 'untold'> {
  place: CustodyPlace;
  /** Code of the package that brought it there, '' for none. */
  broughtBy: string;
}

/** Where a document has been, newest first. @param entries its audit, oldest first */
export async function tellCustody(
  services: Services,
  stored: StoredDocument,
  entries: readonly StoredDocument[],
  states: readonly StateName[],
): Promise<CustodyStop[]> {
  const newest = readCustody(stored, entries).reverse().slice(0, SHOWN_MAX);
  const names = await readNames(services, newest, states);
  return newest.map((interval) => toStop(interval, names));
}

/** Oldest first. */
function readCustody(stored: StoredDocument, entries: readonly StoredDocument[]): CustodyInterval[] {
  const { createdAt, updatedAt } = genericColumns(stored);
  return custodyOf({ now: holdingOf(stored.data), createdAt, updatedAt }, entries.flatMap(readEntry));
}

function holdingOf(data: Fields): Holding {
  const { userId, agencyId, inPackage, fromPackaging, ubicacion, status } = readDocument(data);
  return { userId, agencyId, inPackage, fromPackaging, ubicacion, status };
}

/** None of what has no time: what it changed shows as untold. */
function readEntry({ data }: StoredDocument): CustodyEntry[] {
  const at = readTimestamp(data, 'at');
  if (at === null) return [];
  const by = readText(data, 'userName') || readText(data, 'user');
  return [
    {
      at,
      by,
      before: data['beforeData'] === null ? null : heldFields(sideOf(data, 'beforeData')),
      after: heldFields(sideOf(data, 'newData')),
    },
  ];
}

/** The fields that a side names; who holds the document has two names (D1). */
function heldFields(side: Fields): Partial<Holding> {
  const { userId, agencyId, inPackage, fromPackaging, ubicacion, status } = DOCUMENT_COLUMNS;
  const columns = { userId, agencyId, inPackage, fromPackaging, ubicacion, status };
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, { read }]) => (namesField(side, name) ? [[name, read(side, name)] as const] : [])),
  );
}

function namesField(side: Fields, name: string): boolean {
  return Object.hasOwn(side, name) || (name === 'userId' && Object.hasOwn(side, 'userAssign'));
}

function toStop({ from, to, by, untold, held }: CustodyInterval, names: HeldNames): CustodyStop {
  return { from, to, by, untold, place: placeOf(held, names), broughtBy: held.fromPackaging && packageCode(held.fromPackaging) };
}

/** What people, agencies and packages of custody are called by now; a record that is gone shows its id. */
async function readNames(
  services: Services,
  intervals: readonly Pick<CustodyInterval, 'held'>[],
  states: readonly StateName[],
): Promise<HeldNames> {
  const idsOf = (pick: (held: Held) => string) => intervals.map(({ held }) => pick(held));
  const names = await findNames(services, {
    usuarios: idsOf(({ userId }) => userId),
    agencias: idsOf(({ agencyId }) => agencyId),
    packages: idsOf(({ inPackage }) => inPackage),
  });
  return {
    state: (status) => nameOfState(status, states),
    person: (id) => names.of('usuarios', id),
    agency: (id) => names.of('agencias', id),
    package: (id) => ({ code: packageCode(id), destination: names.find('packages', id) ?? '' }),
  };
}

/** Where documents are, in one line each: of those that the person may see, in the order of the ids; of others nothing. Errors: `forbidden`. */
export async function findWhereabouts(services: Services, { actor, ids }: Call & { ids: readonly string[] }): Promise<Answer[]> {
  requireDocuments(actor);
  const paths = ids.filter(isDocumentId).map((id) => pathOf(documentKind(), id));
  const store = services.documents.digitalization;
  const found = (await store.getMany(paths)).filter((stored) => stored !== null);
  const visible = found.map((stored) => ({ stored, facts: readDocument(stored.data) })).filter(({ facts }) => isVisible(actor, facts));
  const told = await Promise.all(
    visible.map(async ({ stored, facts }) => ({ stored, facts, now: readCustody(stored, await findAuditOf(store, stored)).slice(-1) })),
  );
  const names = await readNames(
    services,
    told.flatMap(({ now }) => now),
    actor.stateNames.documents,
  );
  return told.flatMap(({ stored: { id }, facts: { documentName }, now }) =>
    now.map(({ held, from, untold }) => ({
      title: documentName || id,
      // Of an interval that nobody wrote down, only the end is known.
      detail: whereaboutsText(placeOf(held, names), untold === null ? from : ''),
      href: `${menuHref('digitalization-documents')}/${encodeURIComponent(id)}`,
    })),
  );
}

/** The audit entries of a document, oldest first; those without a time that can be read before all others. */
export async function findAuditOf(store: Pick<DocumentStore, 'query'>, { path }: Pick<StoredDocument, 'path'>): Promise<StoredDocument[]> {
  const entries = await store.query({ collection: AUDIT_COLLECTION, where: [{ field: 'targetPath', op: '==', value: path }] });
  return entries.sort(byTime);
}

function byTime(one: StoredDocument, other: StoredDocument): number {
  const [at, otherAt] = [readTimestamp(one.data, 'at') ?? '', readTimestamp(other.data, 'at') ?? ''];
  return at === otherAt ? Number(one.version - other.version) : at < otherAt ? -1 : 1;
}

/** One side of an entry; empty where the entry holds no map there. */
export function sideOf(data: Fields, name: 'beforeData' | 'newData'): Fields {
  const side = data[name];
  return isPlainMap(side) ? side : {};
}
