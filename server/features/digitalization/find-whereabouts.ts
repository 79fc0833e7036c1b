import { isVisible } from '../../digitized/access.ts';
import { documentKind, readDocument, requireDocuments } from '../../digitized/document-kind.ts';
import { isDocumentId } from '../../documents/document-id.ts';
import { placeOf, whereaboutsText } from '../../domain/custody-words.ts';
import { menuHref } from '../../domain/menu.ts';
import type { Answer } from '../../lists/search-hits.ts';
import { pathOf } from '../../records/record-kind.ts';
import type { Call, Services } from '../../services.ts';
import { readCustodyNames } from './custody-names.ts';
import { findAuditOf } from './document-audit.ts';
import { readCustody } from './tell-custody.ts';

/** Where documents are, in one line each: of those that the person may see, in the order of the ids; of others nothing. Errors: `forbidden`. */
export async function findWhereabouts(services: Services, { actor, ids }: Call & { ids: readonly string[] }): Promise<Answer[]> {
  requireDocuments(actor);
  const paths = ids.filter(isDocumentId).map((id) => pathOf(documentKind(), id));
  const store = services.documents.digitalization;
  const found = (await store.getMany(paths)).filter((stored) => stored !== null);
  const visible = found.map((stored) => ({ stored, facts: readDocument(stored.data) })).filter(({ facts }) => isVisible(actor, facts));
  const told = await Promise.all(
    visible.map(async ({ stored, facts }) => ({ stored, facts, now: readCustody(stored, await findAuditOf(store, stored)).slice(-1) })),
  );
  const names = await readCustodyNames(
    services,
    told.flatMap(({ now }) => now),
    actor.stateNames.documents,
  );
  return told.flatMap(({ stored: { id }, facts: { documentName }, now }) =>
    now.map(({ held, from, untold }) => ({
      title: documentName || id,
      // Of an interval that nobody wrote down, only the end is known.
      detail: whereaboutsText(placeOf(held, names), untold === null ? from : ''),
      href: `${menuHref('digitalization-documents')}/${encodeURIComponent(id)}`,
    })),
  );
}
