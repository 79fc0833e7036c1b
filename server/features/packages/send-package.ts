import type { Fields, StoredDocument } from '../../documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { packageCode } from '../../domain/package-code.ts';
import type { Staff } from '../../domain/permissions.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { act, each, type Decision, type Reader } from '../../records/act.ts';
import { auditIdOf } from '../../records/form-token.ts';
import { AUDIT_COLLECTION } from '../../records/write-audit.ts';
import type { Call, Services } from '../../services.ts';
import { bound } from './carried-documents.ts';
import type { Problems } from './draft-input.ts';
import { requirePackages, requireStep } from './package-access.ts';
import { PACKAGE_KIND, readPackage } from './package-kind.ts';
import { findMade, isSaved, readDraftFor, saveDraft, type SaveDraftCall } from './save-draft.ts';
import { checkSend } from './send-problems.ts';

interface SendCall extends Call {
  id: string;
  formToken: string;
}

const WORDS = ['send'] as const;

/**
 * Sends a draft: from then on it is its destination's to accept or reject, and nobody edits it. Documents that it hands over are
 * bound to it until then, each with an audit entry, in the same transaction.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, `invalid-input` by control (`agencyId`, `userAssign`, `lines`,
 * `line.N.…`).
 */
export async function sendPackage(services: Services, { actor, requestId, id, formToken }: SendCall): Promise<void> {
  requirePackages(actor, 'sender');
  const decide = async (record: StoredDocument, reader: Reader): Promise<Decision> => {
    const { problems, documents } = await checkSend(services, actor, requireStep(actor, 'send', record), reader);
    requireNone(problems);
    return { changes: sentFields(actor, id), further: documents.map((document) => bound(document, id)) };
  };
  const action = AUDIT_ACTIONS.packageSent;
  await act(services, PACKAGE_KIND, { actor, requestId, action, ids: [id], formToken, words: WORDS }, each(decide));
}

function sentFields({ id: sender, name, agencyId }: Staff, id: string): Fields {
  return {
    status: 'SENT',
    sended: true,
    sendedAt: new Date(),
    fromUser: { id: sender, name, agency: agencyId },
    code: packageCode(id),
  };
}

/**
 * Saves a draft and sends it: what a save with any state but that of a draft asks for (docs/specification.md section 4). Nothing is saved of what
 * could not be sent. When the connection is lost between the two, the draft is there; the same form sent again sends it.
 * Errors: those of saveDraft and sendPackage.
 */
export async function saveAndSend(services: Services, call: SaveDraftCall): Promise<{ id: string }> {
  const { actor, requestId, formToken } = call;
  requirePackages(actor, 'sender');
  const sent = await findSent(services, call);
  if (sent) return { id: sent };
  const draft = await readDraftFor(services, call);
  const facts = readPackage({ id: call.id ?? '', data: { ...PACKAGE_KIND.toStored?.(draft, {}), status: 'ENTERED' } });
  const { problems } = await checkSend(services, actor, facts, services.documents.digitalization);
  requireNone(problems);
  const { id } = await saveDraft(services, call);
  await sendPackage(services, { actor, requestId, id, formToken });
  return { id };
}

/** The package that this form has sent before, if it has; with other words it is another act. */
async function findSent(services: Services, call: SaveDraftCall): Promise<string | null> {
  const { actor, formToken } = call;
  const made = await findMade(services, call);
  if (!made) return null;
  const entryId = auditIdOf({ actor, id: made.id, formToken }, WORDS);
  const entry = await services.documents.digitalization.get(`${AUDIT_COLLECTION}/${entryId}`);
  return entry && (await isSaved(services, call, made)) ? made.id : null;
}

function requireNone(problems: Problems): void {
  if (Object.keys(problems).length === 0) return;
  const sentences = [...new Set(Object.values(problems).flat())];
  throw invalidFields(problems, `El paquete no se puede enviar todavía. ${sentences.slice(0, 3).join(' ')}`);
}
