import type { StoredDocument } from '../../documents/document-store.ts';
import { createOnce } from '../../records/create-once.ts';
import { idFromFormToken } from '../../records/form-token.ts';
import { differingFields } from '../../records/merge-changes.ts';
import { pathOf } from '../../records/record-kind.ts';
import { saveChange } from '../../records/save-change.ts';
import type { Call, Services } from '../../services.ts';
import { readDraft, type PackageInput } from './draft-input.ts';
import { requirePackages, requireStep } from './package-access.ts';
import { PACKAGE_KIND } from './package-kind.ts';
import { readPackageValues, type PackageValues } from './package-values.ts';

export interface SaveDraftCall extends Call {
  /** null for a new one. */
  id: string | null;
  /** Version that the person saw; undefined saves over any. */
  ifVersion?: string | undefined;
  formToken: string;
  input: PackageInput;
}

/**
 * Keeps what somebody has put together so far: ENTERED, seen by nobody else. A new form sent twice makes
 * one draft; sent again with other words it corrects that draft.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, or when the draft was saved in another window meanwhile
 * (Conflict); `invalid-input` by control.
 */
export async function saveDraft(services: Services, call: SaveDraftCall): Promise<{ id: string }> {
  requirePackages(call.actor, 'sender');
  const { actor, requestId, id, formToken } = call;
  if (id !== null) return changeDraft(services, { ...call, id });
  const made = await findMade(services, call);
  if (made) return (await isSaved(services, call, made)) ? { id: made.id } : changeDraft(services, { ...call, id: made.id });
  const values = await readDraft(services.documents.digitalization, actor, call.input, []);
  return createOnce(services, PACKAGE_KIND, {
    actor,
    requestId,
    formToken,
    values,
    added: { from: actor.id, status: 'ENTERED', sended: false },
  });
}

async function changeDraft(services: Services, call: SaveDraftCall & { id: string }): Promise<{ id: string }> {
  const { actor, requestId, id, ifVersion } = call;
  const values = await readChange(services, call);
  await saveChange(services, PACKAGE_KIND, {
    actor,
    requestId,
    id,
    values,
    ...(ifVersion !== undefined && { ifVersion }),
    admit: (now) => void requireStep(actor, 'save', now),
  });
  return { id };
}

/** What the form would be saved as. Errors: as saveDraft. */
export async function readDraftFor(services: Services, call: SaveDraftCall): Promise<PackageValues> {
  const id = call.id ?? (await findMade(services, call))?.id;
  if (id !== undefined) return readChange(services, { ...call, id });
  return readDraft(services.documents.digitalization, call.actor, call.input, []);
}

async function readChange({ documents }: Services, { actor, id, input }: SaveDraftCall & { id: string }): Promise<PackageValues> {
  const store = documents.digitalization;
  const stored = await store.get(pathOf(PACKAGE_KIND, id));
  if (!stored) throw PACKAGE_KIND.notFound(id);
  requireStep(actor, 'save', stored);
  return readDraft(store, actor, input, readPackageValues(stored.data).detailOfPackage);
}

/** The package that this form has made or changed before; null for none. */
export async function findMade({ documents }: Services, { actor, id, formToken }: SaveDraftCall): Promise<StoredDocument | null> {
  const made = id ?? idFromFormToken({ actor, collection: PACKAGE_KIND.collection }, formToken);
  return made === null ? null : documents.digitalization.get(pathOf(PACKAGE_KIND, made));
}

/** Whether a package holds what the form says, whatever became of it since. */
export async function isSaved({ documents }: Services, { actor, input }: SaveDraftCall, { data }: StoredDocument): Promise<boolean> {
  const current = readPackageValues(data);
  const values = await readDraft(documents.digitalization, actor, input, current.detailOfPackage);
  return differingFields(current, values).length === 0;
}
