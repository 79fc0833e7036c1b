import type { DocumentStore } from '../../ports/documents/document-store.ts';
import { requireFresh } from '../../domain/proof.ts';
import { setActive } from '../../records/set-active.ts';
import type { Call, Services } from '../../services.ts';
import { refuseWhileInUse, STAFF_COLLECTION } from '../../staff/in-use-by-people.ts';
import { requireSetEditor, SET_KIND } from './set-kind.ts';

type SetCall = Call & { id: string };

/**
 * Deactivates a set: it cannot be given any more. Refused while active people have it: people are in the other database, outside the
 * transaction, so somebody who is given it at the same moment keeps its name and may do nothing. Errors: `forbidden`, `not-found`,
 * `conflict` (with the names in its sentence and `details.reason` `people`).
 */
export async function deactivateSet(services: Services, { actor, requestId, id }: SetCall): Promise<void> {
  requireSetEditor(actor);
  requireFresh(actor);
  await setActive(services, SET_KIND, {
    actor,
    requestId,
    ids: [id],
    isActive: false,
    check: () => requireNoHolders(services.documents.main, id),
  });
}

/** Errors: `forbidden`, `not-found`. */
export async function restoreSet(services: Services, { actor, requestId, id }: SetCall): Promise<void> {
  requireSetEditor(actor);
  requireFresh(actor);
  await setActive(services, SET_KIND, { actor, requestId, ids: [id], isActive: true });
}

async function requireNoHolders(main: Pick<DocumentStore, 'query'>, id: string): Promise<void> {
  const people = await main.query({
    collection: STAFF_COLLECTION,
    where: [{ field: 'digitalization_permission_id', op: '==', value: id }],
  });
  refuseWhileInUse(
    people,
    `permission set ${id}`,
    (who) => `No se puede desactivar este conjunto porque ${who}. Asigne otro y vuelva a intentarlo.`,
  );
}
