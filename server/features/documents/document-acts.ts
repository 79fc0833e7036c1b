import { isVisible, requireAct } from '../../digitized/access.ts';
import { documentKind, DOCUMENTS_COLLECTION, readDocument, requireDocuments } from '../../digitized/document-kind.ts';
import { findTakers, type Offered } from '../../digitized/find-takers.ts';
import { personName, typeName } from '../../digitized/names.ts';
import { viewProblem } from '../../digitized/view-problem.ts';
import { readWritten } from '../../digitized/written-text.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import type { Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { ACT_RULES, ACT_TEXT_MAX } from '../../domain/document-states.ts';
import type { AppError } from '../../domain/errors.ts';
import { menuName } from '../../domain/menu.ts';
import { canOpen, type Staff } from '../../domain/permissions.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { act, each } from '../../records/act.ts';
import { setActive } from '../../records/set-active.ts';
import type { Call, Services } from '../../services.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { forgetPages } from '../../stored-files/original-of.ts';

/** Where people work on what was assigned to them. */
export const SCREEN = 'digitalization-documents';

/** No act takes more. */
const IDS_MAX = 100;

/** 1 to 100, all or none. */
interface Some extends Call {
  ids: readonly string[];
}

/**
 * Gives documents to a person, who holds them from then on; they lie at the person's agency, or where they are when that has
 * none. Who is given a document is active, may view its type, and has the screen on which to work on it.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, `invalid-input` at `userId` (naming person and type,
 * or the screen) or `comment`.
 */
export async function assignDocuments(
  services: Services,
  call: Some & {
    userId: string;
    comment: string;
    formToken: string;
    /** Only those that still lie with this person; the others are left to who has them by now. */
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
    const comment = readWritten(call.comment, { name: 'comment', label: 'El comentario', max: ACT_TEXT_MAX.comment });
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

/** As the person's own next request would find them. */
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
  if (!canOpen(person, SCREEN))
    throw refused(`${name} no abre «${menuName(SCREEN)}» y no podría atender lo que se le asigne. Elija a otra persona.`);
  return person;
}

function refused(sentence: string): AppError {
  return invalidFields({ userId: [sentence] }, 'problems');
}

/**
 * To whom these documents can be assigned: active people who have the screen, may view all of their types, and hold none of them, by
 * name; then the others who hold none, with the reason. Documents that the person does not see do not count. Errors: `forbidden`.
 */
export async function findAssignees(services: Services, { actor, ids }: Some): Promise<Offered[]> {
  requireDocuments(actor);
  const paths = ids
    .slice(0, IDS_MAX)
    .filter(isDocumentId)
    .map((id) => `${DOCUMENTS_COLLECTION}/${id}`);
  const found = await services.documents.digitalization.getMany(paths);
  const asked = found.flatMap((stored) => (stored ? [readDocument(stored.data)] : [])).filter((document) => isVisible(actor, document));
  if (asked.length === 0) return [];
  return findTakers(services, { types: asked, menu: SCREEN, except: asked.map(({ userId }) => userId) });
}

/**
 * Who holds a document, or may edit it, gives it back with a reason: nobody holds it then, and it lies at the agency of who
 * returned it, or where it was when that person has none.
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
      const returnReason = readWritten(call.reason, { name: 'reason', label: 'El motivo', max: ACT_TEXT_MAX.reason, missing });
      const agencyId = actor.agencyId || readDocument(record.data).agencyId;
      return { changes: { userId: '', userAssign: '', status: ACT_RULES.return.to, returnReason, agencyId } };
    }),
  );
}

/**
 * Who holds documents, or may edit them, puts them away at a place (`ubicacion`): nobody holds them then.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, `invalid-input` at `ubicacion`.
 */
export async function archiveDocuments(services: Services, call: Some & { ubicacion: string; formToken: string }): Promise<void> {
  const { actor, requestId, ids, formToken } = call;
  requireDocuments(actor);
  const target = { actor, requestId, ids, formToken, words: ['archive', call.ubicacion] };
  await act(services, documentKind(), { ...target, action: AUDIT_ACTIONS.digitizedFileArchived }, (records) => {
    for (const record of records) requireAct(actor, 'archive', record);
    const missing = 'Escriba dónde queda el papel, o «Solo digital».';
    const ubicacion = readWritten(call.ubicacion, { name: 'ubicacion', label: 'El lugar', max: ACT_TEXT_MAX.ubicacion, missing });
    return records.map(() => ({ changes: { userId: '', userAssign: '', status: ACT_RULES.archive.to, ubicacion } }));
  });
}

/**
 * Soft delete (isActive false) with its audit entry; repeating it changes nothing.
 * Errors: `forbidden`, `not-found`, `conflict` while a sent package holds one of them.
 */
export const deactivateDocuments = (services: Services, call: Some) => activate(services, call, false);
/** The way back from deactivateDocuments, with the same errors. */
export const restoreDocuments = (services: Services, call: Some) => activate(services, call, true);

async function activate(services: Services, call: Some, isActive: boolean): Promise<void> {
  requireDocuments(call.actor);
  const documents = await setActive(services, documentKind(), {
    ...call,
    isActive,
    admit: (stored) => void requireAct(call.actor, isActive ? 'restore' : 'deactivate', stored),
  });
  if (!isActive) await forgetPages(services, documents);
}
