import { requireVisible } from '../../digitized/access.ts';
import { documentKind, requireDocuments, requireId } from '../../digitized/document-kind.ts';
import { pathOf } from '../../records/record-kind.ts';
import type { Call, Services } from '../../services.ts';
import { findAuditOf } from './document-audit.ts';
import { tellCustody, type CustodyStop } from './tell-custody.ts';
import { tellHistory, type HistoryEntry } from './tell-history.ts';

/** Both newest first; JSON for the browser. */
export interface DocumentStory {
  /** What was done with it. */
  history: HistoryEntry[];
  /** Where it has been. */
  custody: CustodyStop[];
}

/** What the audit tells of a document. Errors: `forbidden`, `invalid-input`, `not-found`. */
export async function findStory(services: Services, { actor, id }: Call & { id: string }): Promise<DocumentStory> {
  requireDocuments(actor);
  requireId(id);
  const store = services.documents.digitalization;
  const stored = await store.get(pathOf(documentKind(), id));
  if (!stored) throw documentKind().notFound(id);
  requireVisible(actor, stored);
  const entries = await findAuditOf(store, stored);
  const states = actor.stateNames.documents;
  const [history, custody] = await Promise.all([
    tellHistory(services, stored, entries, states),
    tellCustody(services, stored, entries, states),
  ]);
  return { history, custody };
}
