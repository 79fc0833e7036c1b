import type { Fields, StoredDocument } from '../../documents/document-store.ts';
import { isDocumentId } from '../../documents/document-id.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { ACT_RULES, ACT_TEXT_MAX } from '../../domain/document-states.ts';
import type { AppError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { act } from '../../records/act.ts';
import type { Call, Services } from '../../services.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { requireAct } from '../../digitized/access.ts';
import { readWritten } from '../../digitized/written-text.ts';
import { documentKind, readDocument, requireDocuments } from '../../digitized/document-kind.ts';
import { personName, typeName } from '../../digitized/names.ts';
import { viewProblem } from '../../digitized/view-problem.ts';

export interface AssignCall extends Call {
  /** 1 to 100, all or none. */
  ids: readonly string[];
  userId: string;
  comment: string;
  formToken: string;
}

/**
 * Gives documents to a person, who holds them from then on; they lie at the person's agency, or where they are when that has
 * none. Who is given a document is active and may view its type.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, `invalid-input` at `userId` (naming person and type) or
 * `comment`.
 */
export async function assignDocuments(services: Services, call: AssignCall): Promise<{ person: string }> {
  const { actor, requestId, ids, userId, formToken } = call;
  requireDocuments(actor);
  const target = { actor, requestId, ids, formToken, words: ['assign', userId, call.comment] };
  await act(services, documentKind(), { ...target, action: AUDIT_ACTIONS.digitizedFileAssigned }, async (records) => {
    for (const record of records) requireAct(actor, 'assign', record);
    const comment = readWritten(call.comment, { name: 'comment', label: 'El comentario', max: ACT_TEXT_MAX.comment });
    const assignee = await requireAssignee(services, userId, records);
    const told: Fields = comment === '' ? {} : { comment };
    return records.map(({ data }) => {
      const agencyId = assignee.agencyId || readDocument(data).agencyId;
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
  return person;
}

function refused(sentence: string): AppError {
  return invalidFields({ userId: [sentence] }, 'problems');
}
