import { isVisible } from '../../digitized/access.ts';
import { documentKind, readDocument, requireDocuments } from '../../digitized/document-kind.ts';
import { DOCUMENT_COLUMNS } from '../../digitized/documents.projection.ts';
import { isAbout, readSubjects, type Subject } from '../../digitized/members-documents.ts';
import { findNames } from '../../digitized/names.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import type { Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import { custodyOf, type CustodyEntry, type CustodyInterval, type Held, type Holding } from './domain/custody.ts';
import { placeOf, whereaboutsText, type HeldNames } from './domain/custody-words.ts';
import { menuHref } from '../../domain/menu.ts';
import { packageCode, readPackageCode } from '../../domain/package-code.ts';
import { nameOfState, type StateName } from '../../domain/state-names.ts';
import type { Answer } from '../../lists/search-hits.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import { genericColumns, readTimestamp } from '../../read-model/field-readers.ts';
import { pathOf } from '../../records/record-kind.ts';
import { sideOf } from '../../records/entry-sides.ts';
import { findEntriesOf } from '../../records/story.ts';
import type { Call, Services } from '../../services.ts';

/** Where a document has been, oldest first. @param entries its audit, oldest first */
export function readCustody(stored: StoredDocument, entries: readonly StoredDocument[]): CustodyInterval[] {
  const { createdAt, updatedAt } = genericColumns(stored);
  return custodyOf({ now: holdingOf(stored.data), createdAt, updatedAt }, entries.flatMap(readEntry));
}

function holdingOf(data: Fields): Holding {
  const { userId, agencyId, inPackage, fromPackaging, ubicacion, status } = readDocument(data);
  return { userId, agencyId, inPackage, fromPackaging, ubicacion, status };
}

/** None of what has no time: what it changed shows as untold. */
function readEntry({ id, data }: StoredDocument): CustodyEntry[] {
  const at = readTimestamp(data, 'at');
  if (at === null) return [];
  return [
    {
      at,
      entry: id,
      before: data['beforeData'] === null ? null : heldFields(sideOf(data, 'beforeData') ?? {}),
      after: heldFields(sideOf(data, 'newData') ?? {}),
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

/** What people, agencies and packages of custody are called by now; a record that is gone shows its id. */
export async function readNames(
  services: Services,
  intervals: readonly Pick<CustodyInterval, 'held'>[],
  states: readonly StateName[],
  agencies: readonly string[] = [],
): Promise<HeldNames> {
  const idsOf = (pick: (held: Held) => string) => intervals.map(({ held }) => pick(held));
  const names = await findNames(services, {
    usuarios: idsOf(({ userId }) => userId),
    agencias: [...agencies, ...idsOf(({ agencyId }) => agencyId)],
    packages: idsOf(({ inPackage }) => inPackage),
  });
  return {
    state: (status) => nameOfState(status, states),
    person: (id) => names.of('usuarios', id),
    agency: (id) => names.of('agencias', id),
    package: (id) => ({ code: packageCode(id), destination: names.find('packages', id) ?? '' }),
  };
}

/**
 * Where documents are, in one line each that names their members: of those that the person may see, in the order of the ids; of others
 * nothing. With `q` of those alone that it names by name, type, package or member. Errors: `forbidden`.
 */
export async function findWhereabouts(
  services: Services,
  { actor, ids, q = '' }: Call & { ids: readonly string[]; q?: string },
): Promise<Answer[]> {
  requireDocuments(actor);
  const paths = ids.filter(isDocumentId).map((id) => pathOf(documentKind(), id));
  const store = services.documents.digitalization;
  const found = (await store.getMany(paths)).filter((stored) => stored !== null);
  if (found.length === 0) return [];
  const subjects = await readForScreen(services.sql, (read) => readSubjects(read, actor, ids));
  const visible = found
    .map((stored) => ({ stored, facts: readDocument(stored.data), subject: subjects.get(stored.id) ?? NOBODY }))
    .filter(({ facts }) => isVisible(actor, facts))
    .filter(({ stored, facts, subject }) => q === '' || isMeant(subject, facts.documentName || stored.id, facts.inPackage, q));
  const told = await Promise.all(
    visible.map(async ({ stored, ...rest }) => ({
      stored,
      ...rest,
      now: readCustody(stored, await findEntriesOf(store, stored.path)).slice(-1),
    })),
  );
  const names = await readNames(
    services,
    told.flatMap(({ now }) => now),
    actor.stateNames.documents,
  );
  return told.flatMap(({ stored: { id }, facts: { documentName }, subject: { members }, now }) =>
    now.map(({ held, from, untold }) => ({
      title: [documentName || id, ...members.map(({ codigo, nombre }) => `${codigo} ${nombre}`.trim())].filter(Boolean).join(' · '),
      // Of an interval that nobody wrote down, only the end is known.
      detail: whereaboutsText(placeOf(held, names), untold === null ? from : ''),
      href: `${menuHref('digitalization-documents')}/${encodeURIComponent(id)}`,
    })),
  );
}

const NOBODY: Subject = { typeName: '', members: [] };

function isMeant(subject: Subject, name: string, inPackage: string, q: string): boolean {
  const code = readPackageCode(q);
  return code === null ? isAbout(subject, [name], q) : inPackage !== '' && packageCode(inPackage) === code;
}
