import { requireVisible } from '../../digitized/access.ts';
import { documentKind, documentMissing, readDocument, requireDocuments } from '../../digitized/document-kind.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import type { Staff } from '../../domain/permissions.ts';
import { readText } from '../../read-model/field-readers.ts';
import { alertsOfActs, type AlertSource } from '../../records/alert-source.ts';
import type { Opened } from '../../records/declared-record.ts';
import { pathOf } from '../../records/record-kind.ts';
import type { Services } from '../../services.ts';
import { DOCUMENTS } from './document-list.ts';

/** Errors: `forbidden`, `not-found`. */
export async function openDocument({ documents }: Services, { actor, id }: { actor: Staff; id: string }): Promise<Opened> {
  requireDocuments(actor);
  const stored = await documents.digitalization.get(pathOf(documentKind(), id));
  if (!stored) throw documentMissing(id);
  const { documentName } = requireVisible(actor, stored);
  return { href: `${DOCUMENTS.url}/${encodeURIComponent(id)}`, name: `el documento «${documentName || id}»`, menu: DOCUMENTS.menu };
}

export const DOCUMENT_ALERTS: readonly AlertSource[] = [
  alertsOfActs({
    kind: 'assigned',
    // What comes in a package is made for its holder.
    actions: [AUDIT_ACTIONS.digitizedFileAssigned, AUDIT_ACTIONS.digitizedFileCreated],
    tell: async (_services, { newData }) => ({ to: [readText(newData, 'userId')] }),
  }),
  alertsOfActs({
    kind: 'returned',
    actions: [AUDIT_ACTIONS.digitizedFileReturned],
    tell: async ({ documents }, { path }) => {
      const stored = await documents.digitalization.get(path);
      return { to: stored ? [readDocument(stored.data).createdBy] : [] };
    },
  }),
];
