import { newDocumentId, type DocumentTransaction, type Fields } from '../documents/document-store.ts';
import type { AuditAction } from '../domain/audit-actions.ts';
import type { Staff } from '../domain/permissions.ts';

export const AUDIT_COLLECTION = 'auditoria';

export interface AuditedChange {
  actor: Pick<Staff, 'id' | 'name'>;
  action: AuditAction;
  /** Document that changed, e.g. `agencias/abc`. */
  targetPath: string;
  /** The changed fields before; null for a new document. Never secrets. */
  beforeData: Fields | null;
  /** The same fields after; null for a document removed for good. */
  newData: Fields | null;
  at: Date;
  /** Joins the entry with the log lines of the request. */
  requestId?: string;
  /** Id of the entry; a random one when left out. A given one lets a transaction see that an act was stored before. */
  id?: string;
}

/**
 * Adds the audit entry to the transaction of the change it tells about: both are stored or neither is. The entry lies
 * in `auditoria` of the same database, is never changed and never deleted.
 */
export function writeAudit(tx: DocumentTransaction, change: AuditedChange): void {
  tx.create(`${AUDIT_COLLECTION}/${change.id ?? newDocumentId()}`, {
    user: change.actor.id,
    userName: change.actor.name,
    action: change.action,
    targetPath: change.targetPath,
    beforeData: change.beforeData,
    newData: change.newData,
    at: change.at,
    requestId: change.requestId ?? '',
  });
}
