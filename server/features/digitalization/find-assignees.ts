import type { Choice } from '../../read-model/pages/choices.ts';
import type { Call, Services } from '../../services.ts';
import { isVisible } from '../../digitized/access.ts';
import { findViewers } from '../../digitized/find-viewers.ts';
import { DOCUMENTS_COLLECTION, readDocument, requireDocuments } from '../../digitized/document-kind.ts';
import { isDocumentId } from '../../documents/document-id.ts';

/** No act takes more. */
const IDS_MAX = 100;

/**
 * To whom these documents can be assigned: active people who may view all of their types, and hold none of them, by name.
 * Documents that the person does not see do not count. Errors: `forbidden`.
 */
export async function findAssignees(services: Services, { actor, ids }: Call & { ids: readonly string[] }): Promise<Choice[]> {
  requireDocuments(actor);
  const paths = ids
    .slice(0, IDS_MAX)
    .filter(isDocumentId)
    .map((id) => `${DOCUMENTS_COLLECTION}/${id}`);
  const found = await services.documents.digitalization.getMany(paths);
  const asked = found.flatMap((stored) => (stored ? [readDocument(stored.data)] : [])).filter((document) => isVisible(actor, document));
  if (asked.length === 0) return [];
  return findViewers(services, { types: asked, except: asked.map(({ userId }) => userId) });
}
