import { canSee } from '../../domain/document-permissions.ts';
import { documentKind, readDocument, requireDocuments } from '../../digitized/document-kind.ts';
import { DOCUMENT_COLUMNS } from '../../digitized/documents.projection.ts';
import { isAbout, readSubjects, type Subject } from '../../digitized/members-documents.ts';
import { readLineFindings, type LineFinding } from '../../digitized/line-findings.ts';
import { findNames } from '../../digitized/names.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import type { Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import { custodyOf, presentOf, type CustodyEntry, type CustodyInterval, type CustodyState, type CustodyFields } from './domain/custody.ts';
import { hasArrived, placeOf, whereaboutsText, type CustodyNames, type Finding } from './domain/custody-words.ts';
import { documentUrl } from './document-list.ts';
import { packageCode, readPackageCode } from '../../domain/package-code.ts';
import type { Staff } from '../../domain/permissions.ts';
import { nameOfState, type StateName } from '../../domain/state-names.ts';
import type { Answer } from '../../lists/search-hits.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import { genericColumns, readId, readText, readTimestamp } from '../../read-model/field-readers.ts';
import { pathOf } from '../../records/record-kind.ts';
import { sideOf } from '../../records/entry-sides.ts';
import { findEntriesOf } from '../../records/story.ts';
import type { Call, Services } from '../../services.ts';

/** Where a document has been, oldest first. @param entries its audit, oldest first */
export function readCustody(stored: StoredDocument, entries: readonly StoredDocument[]): CustodyInterval[] {
  const { createdAt, updatedAt } = genericColumns(stored);
  return custodyOf({ now: custodyFieldsOf(stored.data), createdAt, updatedAt }, entries.flatMap(readEntry));
}

function custodyFieldsOf(data: Fields): CustodyFields {
  const { userId, agencyId, inPackage, fromPackaging, ubicacion, status } = readDocument(data);
  return { userId, agencyId, inPackage, fromPackaging, ubicacion, status };
}

/** Leaves out entries without a time: what they changed shows as untold. */
function readEntry({ id, data }: StoredDocument): CustodyEntry[] {
  const at = readTimestamp(data, 'at');
  if (at === null) return [];
  return [
    {
      at,
      entry: id,
      before: data['beforeData'] === null ? null : custodyFieldsIn(sideOf(data, 'beforeData') ?? {}),
      after: custodyFieldsIn(sideOf(data, 'newData') ?? {}),
      isUndo: readText(data, 'action') === AUDIT_ACTIONS.digitizedFileUnassigned,
    },
  ];
}

/** The custody fields that one side of an entry names; the holder has two field names (D1). */
function custodyFieldsIn(side: Fields): Partial<CustodyFields> {
  const { userId, agencyId, inPackage, fromPackaging, ubicacion, status } = DOCUMENT_COLUMNS;
  const columns = { userId, agencyId, inPackage, fromPackaging, ubicacion, status };
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, { read }]) => (namesField(side, name) ? [[name, read(side, name)] as const] : [])),
  );
}

function namesField(side: Fields, name: string): boolean {
  return Object.hasOwn(side, name) || (name === 'userId' && Object.hasOwn(side, 'userAssign'));
}

/** Current names of the people, agencies and packages of custody; a record that is gone shows its id. */
export async function readNames(
  services: Services,
  intervals: readonly Pick<CustodyInterval, 'held'>[],
  states: readonly StateName[],
  agencies: readonly string[] = [],
): Promise<CustodyNames> {
  const idsOf = (pick: (held: CustodyState) => string) => intervals.map(({ held }) => pick(held));
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

/** Id of the package from which the document was freed by this act; '' for others. */
export function freedFrom({ data }: StoredDocument): string {
  return readText(data, 'action') === AUDIT_ACTIONS.digitizedFileReleased ? readId(sideOf(data, 'beforeData') ?? {}, 'inPackage') : '';
}

/** The package in which the document did not arrive, if nothing has happened to it since; null otherwise. */
export function missedIn(
  { entry }: Pick<CustodyInterval, 'entry'>,
  entries: readonly StoredDocument[],
  findings: ReadonlyMap<string, LineFinding>,
): Finding | null {
  const last = entries.find(({ id }) => id === entry);
  const packageId = last ? freedFrom(last) : '';
  const finding = findings.get(packageId);
  return finding && !hasArrived(finding) ? { ...finding, code: packageCode(packageId) } : null;
}

/**
 * Where documents are, in one line each that names their members, in the order of `ids`; documents that the person may not see are left
 * out. With `q`, only those that it matches by name, type, package or member. Errors: `forbidden`.
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
    .filter(({ facts }) => canSee(actor, facts))
    .filter(({ stored, facts, subject }) => q === '' || isMeant(subject, facts.documentName || stored.id, facts.inPackage, { q, actor }));
  const located = await Promise.all(
    visible.map(async ({ stored, ...rest }) => {
      const entries = await findEntriesOf(store, stored.path);
      const findings = await readLineFindings(store, stored.id, entries.map(freedFrom));
      const now = presentOf(readCustody(stored, entries));
      return { stored, ...rest, now: now.map((stop) => ({ ...stop, missed: missedIn(stop, entries, findings) })) };
    }),
  );
  const names = await readNames(
    services,
    located.flatMap(({ now }) => now),
    actor.stateNames.documents,
  );
  return located.flatMap(({ stored: { id }, facts: { documentName }, subject: { members }, now }) =>
    now.map(({ held, from, untold, missed }) => ({
      title: [documentName || id, ...members.map(({ codigo, nombre }) => `${codigo} ${nombre}`.trim())].filter(Boolean).join(' · '),
      // If no entry tells of it, its beginning is unknown.
      detail: whereaboutsText(placeOf(held, names), untold === null ? from : '', missed),
      href: documentUrl(id),
    })),
  );
}

const NOBODY: Subject = { typeName: '', members: [] };

function isMeant(subject: Subject, name: string, inPackage: string, { q, actor }: { q: string; actor: Staff }): boolean {
  const code = readPackageCode(q);
  return code === null ? isAbout(subject, [name], q, actor) : inPackage !== '' && packageCode(inPackage) === code;
}
