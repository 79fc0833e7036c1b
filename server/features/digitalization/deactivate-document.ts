import { setActive } from '../../records/set-active.ts';
import type { Call, Services } from '../../services.ts';
import { requireAct } from '../../digitized/access.ts';
import { forgetPages } from '../../stored-files/forget-pages.ts';
import { documentKind, requireDocuments } from '../../digitized/document-kind.ts';

/** 1 to 100, all or none. */
type BulkCall = Call & { ids: readonly string[] };

/**
 * Soft delete (isActive false) with its audit entry; repeating it changes nothing.
 * Errors: `forbidden`, `not-found`, `conflict` while a sent package holds one of them.
 */
export const deactivateDocuments = (services: Services, call: BulkCall) => activate(services, call, false);
/** The way back from deactivateDocuments, with the same errors. */
export const restoreDocuments = (services: Services, call: BulkCall) => activate(services, call, true);

async function activate(services: Services, call: BulkCall, isActive: boolean): Promise<void> {
  requireDocuments(call.actor);
  const documents = await setActive(services, documentKind(), {
    ...call,
    isActive,
    admit: (stored) => void requireAct(call.actor, isActive ? 'restore' : 'deactivate', stored),
  });
  if (!isActive) await forgetPages(services, documents);
}
