import { createOnce } from '../../records/create-once.ts';
import { pathOf } from '../../records/record-kind.ts';
import { saveChange } from '../../records/save-change.ts';
import type { Call } from '../../services.ts';
import type { PackagesServices } from './create-packages.ts';
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
 * Keeps what somebody has put together so far: ENTERED, seen by nobody else (digitalization.md section 4). A new form sent twice makes
 * one draft.
 * Errors: `forbidden`, `not-found`, `conflict` with the present state, or when the draft was saved in another window meanwhile
 * (Conflict); `invalid-input` by control.
 */
export async function saveDraft(services: PackagesServices, call: SaveDraftCall): Promise<{ id: string }> {
  const { actor, requestId, id, ifVersion, formToken } = call;
  const values = await readDraftFor(services, call);
  if (id === null)
    return createOnce(services, PACKAGE_KIND, {
      ...{ actor, requestId, formToken, values },
      added: { from: actor.id, status: 'ENTERED', sended: false },
    });
  await saveChange(services, PACKAGE_KIND, {
    ...{ actor, requestId, id, values },
    ...(ifVersion !== undefined && { ifVersion }),
    admit: (now) => void requireStep(actor, 'save', now),
  });
  return { id };
}

/** What the form would be saved as. Errors: as saveDraft. */
export async function readDraftFor({ documents }: PackagesServices, { actor, id, input }: SaveDraftCall): Promise<PackageValues> {
  requirePackages(actor, 'sender');
  const store = documents.digitalization;
  if (id === null) return readDraft(store, actor, input, []);
  const stored = await store.get(pathOf(PACKAGE_KIND, id));
  if (!stored) throw PACKAGE_KIND.notFound(id);
  requireStep(actor, 'save', stored);
  return readDraft(store, actor, input, readPackageValues(stored.data).detailOfPackage);
}
