import { isDocumentId } from '../../platform/document-id.ts';
import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { documentMissing, DOCUMENTS_COLLECTION } from '../../digitized/document-kind.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { ARRIVED } from '../../domain/package-states.ts';
import { act, each } from '../../records/act.ts';
import { createOnce } from '../../records/create-once.ts';
import { auditIdOf, idFromFormToken } from '../../records/form-token.ts';
import { differingFields } from '../../records/merge-changes.ts';
import { pathOf } from '../../records/record-kind.ts';
import { saveChange, type Baseline } from '../../records/save-change.ts';
import type { Call, Services } from '../../services.ts';
import { getVisiblePackage, requirePackages, requireStep, type StepCall } from './package-access.ts';
import { EMPTY_PACKAGE, PACKAGE_KIND, readPackageValues, type PackageFacts, type PackageLine, type PackageValues } from './package.ts';
import { lineOf, readDraft } from './read-draft.ts';

export interface SaveDraftCall extends Call, Partial<Pick<Baseline, 'ifVersion'>> {
  /** null for a new one. */
  id: string | null;
  formToken: string;
  /** As typed. */
  given: PackageValues;
}

/**
 * Initial values of the form of a new package: empty, or with the document from whose page it is begun.
 * Errors: `forbidden`, `not-found` for a document that the person does not see.
 */
export async function startPackage({ documents }: Services, { actor, documentId }: Call & { documentId: string }): Promise<PackageValues> {
  requirePackages(actor, 'sender');
  if (documentId === '') return EMPTY_PACKAGE;
  const stored = isDocumentId(documentId) ? await documents.digitalization.get(`${DOCUMENTS_COLLECTION}/${documentId}`) : null;
  const line = stored && lineOf(actor, stored);
  if (!line) throw documentMissing(documentId);
  return { ...EMPTY_PACKAGE, needReassign: true, digitalizationId: documentId, detailOfPackage: [line] };
}

/**
 * Saves an unfinished package as a draft: ENTERED, visible only to its sender and to administrators. A new form sent twice makes one draft;
 * sent again with other values it corrects that draft.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, or when the draft was saved in another window meanwhile (Conflict);
 * `invalid-input` by control.
 */
export async function saveDraft(services: Services, call: SaveDraftCall): Promise<{ id: string }> {
  requirePackages(call.actor, 'sender');
  if (call.id !== null) return changeDraft(services, { ...call, id: call.id });
  const existing = await findPackageOfForm(services, call);
  if (existing)
    return (await isSaved(services, call, existing)) ? { id: existing.id } : changeDraft(services, { ...call, id: existing.id });
  return createDraft(services, call, await readDraft(services.documents.digitalization, call.actor, call.given, []));
}

function createDraft(
  services: Services,
  { actor, requestId, formToken, isCopy = false }: Omit<StepCall, 'id'> & { isCopy?: boolean },
  values: PackageValues,
): Promise<{ id: string }> {
  const added = { from: actor.id, status: 'ENTERED', sended: false };
  return createOnce(services, PACKAGE_KIND, { actor, requestId, formToken, isCopy, values, added });
}

async function changeDraft(services: Services, call: SaveDraftCall & { id: string }): Promise<{ id: string }> {
  const { actor, requestId, id, ifVersion } = call;
  await saveChange(services, PACKAGE_KIND, {
    actor,
    requestId,
    id,
    ifVersion,
    values: await readChange(services, call),
    admit: (now) => void requireStep(actor, 'save', now),
  });
  return { id };
}

/** What the form would be saved as. Errors: as saveDraft. */
export async function readDraftFor(services: Services, call: SaveDraftCall): Promise<PackageValues> {
  const id = call.id ?? (await findPackageOfForm(services, call))?.id;
  if (id !== undefined) return readChange(services, { ...call, id });
  return readDraft(services.documents.digitalization, call.actor, call.given, []);
}

async function readChange({ documents }: Services, { actor, id, given }: SaveDraftCall & { id: string }): Promise<PackageValues> {
  const store = documents.digitalization;
  const stored = await store.get(pathOf(PACKAGE_KIND, id));
  if (!stored) throw PACKAGE_KIND.notFound(id);
  requireStep(actor, 'save', stored);
  return readDraft(store, actor, given, readPackageValues(stored.data).detailOfPackage);
}

/** The package that this form has made or changed before; null for none. */
export async function findPackageOfForm({ documents }: Services, { actor, id, formToken }: SaveDraftCall): Promise<StoredDocument | null> {
  const packageId = id ?? idFromFormToken({ actor, collection: PACKAGE_KIND.collection }, formToken);
  return packageId === null ? null : documents.digitalization.get(pathOf(PACKAGE_KIND, packageId));
}

/** Whether a package holds the values of the form, whatever steps it has taken since. */
export async function isSaved({ documents }: Services, { actor, given }: SaveDraftCall, { data }: StoredDocument): Promise<boolean> {
  const current = readPackageValues(data);
  const values = await readDraft(documents.digitalization, actor, given, current.detailOfPackage);
  return differingFields(withoutForeignValues(current), withoutForeignValues(values)).length === 0;
}

/** Leaves out what others change: an accepted paper has a document, and a document may have been renamed. */
function withoutForeignValues({ detailOfPackage, ...plain }: PackageValues) {
  const { needReassign } = plain;
  const lines = detailOfPackage.map(({ lineId, digitalizationId, ...paper }) =>
    needReassign ? { lineId, digitalizationId } : { lineId, ...paper },
  );
  return { ...plain, lines };
}

/**
 * Cancels a draft; it stays among the cancelled ones. What was sent cannot be cancelled, only rejected by its receiver.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state.
 */
export async function cancelPackage(services: Services, { id, ...call }: StepCall): Promise<void> {
  const { actor } = call;
  requirePackages(actor, 'sender');
  const target = { ...call, action: AUDIT_ACTIONS.packageCancelled, ids: [id], words: ['cancel'] };
  const decide = each((record) => {
    requireStep(actor, 'cancel', record);
    return { changes: { isActive: false } };
  });
  await act(services, PACKAGE_KIND, target, decide);
}

/** A new draft with the same destination and lines. Errors: `forbidden`, `not-found`. */
export async function duplicatePackage(services: Services, call: StepCall): Promise<{ id: string }> {
  const { facts } = await getVisiblePackage(services, { ...call, side: 'sender' });
  return createCopy(services, call, 'duplicate', copyOf(facts, facts.detailOfPackage));
}

/**
 * A new draft of the lines of an accepted package that did not arrive: missing ones, and ones in whose place something else came.
 * Errors: `forbidden`, `not-found`, `conflict` when nothing is missing.
 */
export async function resendMissing(services: Services, call: StepCall): Promise<{ id: string }> {
  const { facts } = await getVisiblePackage(services, { ...call, side: 'sender' });
  const missing = missingLines(facts);
  if (missing.length === 0) {
    const { status, isActive, code } = facts;
    throw new AppError('conflict', `package ${facts.id} is ${status}: nothing to send again`, {
      userMessage: `Del paquete ${code} no hay faltantes que reenviar.`,
      details: { reason: 'nothing-missing', status, isActive },
    });
  }
  return createCopy(services, call, 'resend', { ...copyOf(facts, missing), note: `Faltantes del paquete ${facts.code}.` });
}

/** One copy for each form and act, whatever became of the package since. */
function createCopy(services: Services, call: StepCall, act: string, values: PackageValues): Promise<{ id: string }> {
  return createDraft(services, { ...call, formToken: auditIdOf(call, [act]), isCopy: true }, values);
}

/** Lines that did not arrive; none before the package is accepted, because nobody knows yet. */
export function missingLines({ status, detailOfPackage }: Pick<PackageFacts, 'detailOfPackage' | 'status'>): PackageLine[] {
  return status === 'ACCEPTED' ? detailOfPackage.filter(({ verdict }) => verdict !== '' && !ARRIVED.includes(verdict)) : [];
}

/** Lines are numbered anew; papers have no document in the new package. */
function copyOf(
  { agencyId, userAssign, needReassign, note, digitalizationId: begun }: PackageFacts,
  lines: readonly PackageLine[],
): PackageValues {
  const detailOfPackage = lines.map(({ document, categoryId, documentId, digitalizationId }, index) => ({
    lineId: String(index + 1),
    document,
    categoryId,
    documentId,
    digitalizationId: needReassign ? digitalizationId : '',
  }));
  return { agencyId, userAssign, needReassign, note, digitalizationId: begun, detailOfPackage };
}
