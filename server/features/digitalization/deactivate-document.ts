import { setActive } from '../../records/set-active.ts';
import type { Call } from '../../services.ts';
import { requireAct } from '../../digitized/access.ts';
import type { DigitalizationServices } from './create-digitalization.ts';
import { documentKind, requireDocuments } from '../../digitized/document-kind.ts';

/** 1 to 100, all or none. */
type BulkCall = Call & { ids: readonly string[] };

/**
 * Soft delete (isActive false) with its audit entry; repeating it changes nothing.
 * Errors: `forbidden`, `not-found`, `conflict` while a sent package holds one of them.
 */
export const deactivateDocuments = (services: DigitalizationServices, call: BulkCall) => activate(services, call, false);
/** The way back from deactivateDocuments, with the same errors. */
export const restoreDocuments = (services: DigitalizationServices, call: BulkCall) => activate(services, call, true);

async function activate(services: DigitalizationServices, call: BulkCall, isActive: boolean): Promise<void> {
  requireDocuments(call.actor);
  await setActive(services, documentKind(), {
    ...call,
    isActive,
    admit: (stored) => void requireAct(call.actor, isActive ? 'restore' : 'deactivate', stored),
  });
}
