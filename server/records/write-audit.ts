import { documentIdOf, newDocumentId } from '../platform/document-id.ts';
import type { DocumentStore, DocumentTransaction, Fields } from '../ports/documents/document-store.ts';
import { AppError } from '../domain/errors.ts';
import type { Staff } from '../domain/permissions.ts';
import type { AuditEntry } from './audit-entries.ts';

export const AUDIT_COLLECTION = 'auditoria';

/** Who acts, in which request. */
export interface Acting {
  actor: Pick<Staff, 'id' | 'name' | 'signedInLongAgo' | 'withheld'>;
  /** Joins the entry with the log lines of the request. */
  requestId?: string | undefined;
  /** Set for requests that come from no screen. */
  channel?: 'API' | undefined;
}

/** The actor of commands run on the server. */
export const OPERATOR: Acting['actor'] = { id: 'operador', name: 'Operador del servidor' };

type AuditedChange = Acting &
  AuditEntry & {
    /** Document that changed, e.g. `agencias/abc`. */
    targetPath: string;
    /** Default: now. */
    at?: Date;
    /** Id of the entry. Default: random. A fixed one lets a transaction see that an act was stored before. */
    id?: string;
  };

/**
 * Adds the audit entry to the transaction of its change: both are stored or neither is. The entry is in `auditoria` of the same database,
 * never changed and never deleted.
 */
export function writeAudit(tx: Pick<DocumentTransaction, 'create'>, change: AuditedChange): void {
  tx.create(entryPath(change), entryFields(change));
}

/**
 * Stores the entry separately, after an act outside the document store, which cannot share its transaction.
 * An entry with a fixed id is stored once.
 */
export async function storeAudit(store: Pick<DocumentStore, 'create'>, change: AuditedChange): Promise<void> {
  await store.create(entryPath(change), entryFields(change)).catch((error: unknown) => {
    if (!(change.id !== undefined && error instanceof AppError && error.code === 'conflict')) throw error;
  });
}

/**
 * As storeAudit, but once per hour for the same act of a person, so that repeated clicks or requests do not bury what matters.
 * @param same what identifies the act, besides the actor
 * @returns the path of the entry
 */
export async function storeAuditOnce(
  store: Pick<DocumentStore, 'create'>,
  change: AuditedChange,
  same: readonly string[],
): Promise<string> {
  const at = new Date();
  const id = documentIdOf(JSON.stringify([change.actor.id, ...same, at.toISOString().slice(0, 13)]));
  await storeAudit(store, { ...change, at, id });
  return `${AUDIT_COLLECTION}/${id}`;
}

function entryPath({ id = newDocumentId() }: AuditedChange): string {
  return `${AUDIT_COLLECTION}/${id}`;
}

function entryFields({ actor, action, targetPath, beforeData, newData, at = new Date(), requestId = '', channel }: AuditedChange): Fields {
  const entry = { user: actor.id, userName: actor.name, action, targetPath, beforeData, newData, at, requestId };
  return channel === undefined ? entry : { ...entry, channel };
}
