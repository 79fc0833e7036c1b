import { canSee } from '../../domain/document-permissions.ts';
import { requireAct, requireVisible } from '../../digitized/access.ts';
import { documentKind, DOCUMENTS_COLLECTION, readDocument, requireDocuments } from '../../digitized/document-kind.ts';
import { findHolderCandidates, screenProblem, type Offered } from '../../digitized/find-holder-candidates.ts';
import { personName, typeName } from '../../digitized/names.ts';
import { viewProblem } from '../../digitized/view-problem.ts';
import { readRequiredText } from '../../digitized/written-text.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import type { Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { ACT_RULES, ACT_TEXT_MAX } from '../../domain/document-states.ts';
import { AppError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { readText } from '../../read-model/field-readers.ts';
import { act, each } from '../../records/act.ts';
import { sideOf } from '../../records/entry-sides.ts';
import { setActive } from '../../records/set-active.ts';
import { findEntriesOf } from '../../records/story.ts';
import type { Call, Services } from '../../services.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { deleteDrawnPages } from '../../stored-files/original-of.ts';

/** The screen on which people work on documents assigned to them. */
export const SCREEN = 'digitalization-documents';

/** At most so many per act. */
const IDS_MAX = 100;

/** 1 to 100 documents; the act is done to all or none. */
interface DocumentsCall extends Call {
  ids: readonly string[];
}

/**
 * Assigns documents to a person, who holds them from then on; they move to the person's agency, or stay where they are if that person has
 * none. The person must be active, may view the type, and may change something on the screen on which to work on it.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, `invalid-input` at `userId` (naming person and type, or the screen)
 * or `comment`.
 */
export async function assignDocuments(
  services: Services,
  call: DocumentsCall & {
    userId: string;
    comment: string;
    formToken: string;
    /** Only documents that this person still holds; others have a new holder by now and are skipped. */
    from?: string;
    dryRun?: boolean | undefined;
  },
): Promise<{ person: string }> {
  const { actor, requestId, ids, userId, formToken, from, dryRun } = call;
  requireDocuments(actor);
  const target = { actor, requestId, ids, formToken, dryRun, words: ['assign', userId, call.comment] };
  await act(services, documentKind(), { ...target, action: AUDIT_ACTIONS.digitizedFileAssigned }, async (found) => {
    const isMeant = ({ data }: StoredDocument) => from === undefined || readDocument(data).userId === from;
    const records = found.filter(isMeant);
    if (records.length === 0) return found.map(() => null);
    for (const record of records) requireAct(actor, 'assign', record);
    const comment = readRequiredText(call.comment, { name: 'comment', label: 'El comentario', max: ACT_TEXT_MAX.comment });
    const assignee = await requireAssignee(services, userId, records);
    const told: Fields = comment === '' ? {} : { comment };
    return found.map((record) => {
      if (!isMeant(record)) return null;
      const agencyId = assignee.agencyId || readDocument(record.data).agencyId;
      return { changes: { userId, userAssign: userId, status: ACT_RULES.assign.to, agencyId }, told };
    });
  });
  return { person: await personName(services, userId) };
}

/** Checks the person as their own next request would find them. */
async function requireAssignee(services: Services, userId: string, records: readonly StoredDocument[]): Promise<Staff> {
  if (userId === '') throw refused('Elija a quién se asigna.');
  const person = isDocumentId(userId) ? await loadStaff(services, { uid: userId, sessionId: '' }) : null;
  if (!person) throw refused(`«${await personName(services, userId)}» no existe o está desactivado. Elija a otra persona.`);
  const name = person.name || person.email || person.id;
  for (const { id, data } of records) {
    const document = readDocument(data);
    const problem = await viewProblem(services, person, [document]);
    if (problem) throw refused(`${problem}. Elija a otra persona.`);
    if (document.userId !== person.id) continue;
    const type = await typeName(services, document.documentId);
    throw refused(`${name} ya tiene «${document.documentName || id}», del tipo «${type}». Elija a otra persona.`);
  }
  const screen = screenProblem(person, SCREEN);
  if (screen !== '') throw refused(`${name} ${screen} y no podría atender lo que se le asigne. Elija a otra persona.`);
  return person;
}

function refused(sentence: string): AppError {
  return invalidFields({ userId: [sentence] }, 'problems');
}

/**
 * Takes back one's own assignment, unless something has moved the document since: holder, agency and state become what they were. The right
 * to assign is checked on the document as it was, because it may have gone to another agency; the earlier holder must still be able to have
 * it. If it was taken back already, nothing changes. Errors: `forbidden`, `not-found`, `conflict` where it stays, saying why.
 */
export async function unassignDocuments(services: Services, call: DocumentsCall & { formToken: string }): Promise<void> {
  const { actor, requestId, ids, formToken } = call;
  requireDocuments(actor);
  const target = { actor, requestId, ids, formToken, words: ['unassign'] };
  await act(
    services,
    documentKind(),
    { ...target, action: AUDIT_ACTIONS.digitizedFileUnassigned },
    each(async (record) => {
      const name = readDocument(record.data).documentName || record.id;
      const last = await findLastMove(services, record);
      const isOwn = last !== null && readText(last, 'user') === actor.id;
      if (isOwn && readText(last, 'action') === AUDIT_ACTIONS.digitizedFileUnassigned) return null;
      const before = isOwn ? valuesBeforeAssignment(record, last) : null;
      if (!before) {
        requireVisible(actor, record);
        throw staysAssigned(`«${name}» cambió después de asignarlo: queda como está.`);
      }
      const was = { ...record, data: { ...record.data, ...before } };
      const { userId } = requireAct(actor, 'assign', was);
      if (userId === '') return { changes: before };
      const nobodys = { ...was, data: { ...was.data, userId: '', userAssign: '' } };
      await requireAssignee(services, userId, [nobodys]).catch((error: unknown) => {
        // This act's form has no field for a person at which to show the errors.
        throw error instanceof AppError && error.fields ? staysAssigned(Object.values(error.fields).flat().join(' ')) : error;
      });
      return { changes: before };
    }),
  );
}

/** The last audit entry that set the state of the document, as every move does. */
async function findLastMove({ documents }: Services, { path }: StoredDocument): Promise<Fields | null> {
  const entries = await findEntriesOf(documents.digitalization, path);
  return entries.findLast(({ data }) => sideOf(data, 'newData')?.['status'] !== undefined)?.data ?? null;
}

/** What an assignment replaced, if the document is still as the assignment left it; null otherwise, also if a package brought it. */
function valuesBeforeAssignment({ data }: StoredDocument, entry: Fields): Fields | null {
  const [before, after] = [sideOf(entry, 'beforeData'), sideOf(entry, 'newData')];
  if (!before || !after || readText(entry, 'action') !== AUDIT_ACTIONS.digitizedFileAssigned) return null;
  if (Object.keys(before).some((name) => !ASSIGNED_FIELDS.includes(name))) return null;
  const [now, then] = [data, after].map(readDocument);
  return now?.userId === then?.userId && now?.status === then?.status ? before : null;
}

const ASSIGNED_FIELDS = ['userId', 'userAssign', 'status', 'agencyId'];

function staysAssigned(userMessage: string): AppError {
  return new AppError('conflict', 'the assignment of a digitized document stays', { userMessage });
}

/**
 * To whom these documents can be assigned: active people who work on the screen, may view all of their types, and hold none of them, by
 * name; then the others who hold none, with the reason why not. Documents that the actor may not see do not count. Errors: `forbidden`.
 */
export async function findAssignees(services: Services, { actor, ids }: DocumentsCall): Promise<Offered[]> {
  requireDocuments(actor);
  const paths = ids
    .slice(0, IDS_MAX)
    .filter(isDocumentId)
    .map((id) => `${DOCUMENTS_COLLECTION}/${id}`);
  const found = await services.documents.digitalization.getMany(paths);
  const requestedDocuments = found
    .flatMap((stored) => (stored ? [readDocument(stored.data)] : []))
    .filter((document) => canSee(actor, document));
  if (requestedDocuments.length === 0) return [];
  return findHolderCandidates(services, {
    types: requestedDocuments,
    menus: [SCREEN],
    except: requestedDocuments.map(({ userId }) => userId),
  });
}

/**
 * Returns a document with a reason; allowed to its holder and to people who may edit it. Nobody holds it then; the paper stays in the agency
 * that has it until a package or an assignment moves it.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, `invalid-input` at `reason`.
 */
export async function returnDocument(services: Services, call: Call & { id: string; reason: string; formToken: string }): Promise<void> {
  const { actor, requestId, id, formToken } = call;
  requireDocuments(actor);
  const target = { actor, requestId, ids: [id], formToken, words: ['return', call.reason] };
  await act(
    services,
    documentKind(),
    { ...target, action: AUDIT_ACTIONS.digitizedFileReturned },
    each((record) => {
      requireAct(actor, 'return', record);
      const missing = 'Escriba por qué se devuelve.';
      const returnReason = readRequiredText(call.reason, { name: 'reason', label: 'El motivo', max: ACT_TEXT_MAX.reason, missing });
      return { changes: { userId: '', userAssign: '', status: ACT_RULES.return.to, returnReason } };
    }),
  );
}

/**
 * Archives documents at a place (`ubicacion`); allowed to their holder and to people who may edit them. Nobody holds them then.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, `invalid-input` at `ubicacion`.
 */
export async function archiveDocuments(services: Services, call: DocumentsCall & { ubicacion: string; formToken: string }): Promise<void> {
  const { actor, requestId, ids, formToken } = call;
  requireDocuments(actor);
  const target = { actor, requestId, ids, formToken, words: ['archive', call.ubicacion] };
  await act(services, documentKind(), { ...target, action: AUDIT_ACTIONS.digitizedFileArchived }, (records) => {
    for (const record of records) requireAct(actor, 'archive', record);
    const missing = 'Escriba dónde queda el papel, o «Solo digital».';
    const ubicacion = readRequiredText(call.ubicacion, { name: 'ubicacion', label: 'El lugar', max: ACT_TEXT_MAX.ubicacion, missing });
    return records.map(() => ({ changes: { userId: '', userAssign: '', status: ACT_RULES.archive.to, ubicacion } }));
  });
}

/**
 * Soft delete (isActive false) with its audit entry; repeating it changes nothing.
 * Errors: `forbidden`, `not-found`, `conflict` while a sent package holds one of them.
 */
export const deactivateDocuments = (services: Services, call: DocumentsCall) => activate(services, call, false);
/** Undoes deactivateDocuments, with the same errors. */
export const restoreDocuments = (services: Services, call: DocumentsCall) => activate(services, call, true);

async function activate(services: Services, call: DocumentsCall, isActive: boolean): Promise<void> {
  requireDocuments(call.actor);
  const documents = await setActive(services, documentKind(), {
    ...call,
    isActive,
    admit: (stored) => void requireAct(call.actor, isActive ? 'restore' : 'deactivate', stored),
  });
  if (!isActive) await deleteDrawnPages(services, documents);
}
