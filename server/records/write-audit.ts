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
  /** Of what comes in by no screen. */
  channel?: 'API' | undefined;
}

/** Who acts by a command on the server. */
export const OPERATOR: Acting['actor'] = { id: 'operador', name: 'Operador del servidor' };

type AuditedChange = Acting &
  AuditEntry & {
    /** Document that changed, e.g. `agencias/abc`. */
    targetPath: string;
    /** Now when left out. */
    at?: Date;
    /** Id of the entry; a random one when left out. A given one lets a transaction see that an act was stored before. */
    id?: string;
  };

/**
 * Adds the audit entry to the transaction of the change it tells about: both are stored or neither is. The entry lies
 * in `auditoria` of the same database, is never changed and never deleted.
 */
export function writeAudit(tx: Pick<DocumentTransaction, 'create'>, change: AuditedChange): void {
  tx.create(entryPath(change), entryFields(change));
}

/**
 * Stores the entry by itself, after an act outside the document store, which shares no transaction with it. One of a given id is stored
 * once.
 */
export async function storeAudit(store: Pick<DocumentStore, 'create'>, change: AuditedChange): Promise<void> {
  await store.create(entryPath(change), entryFields(change)).catch((error: unknown) => {
    if (!(change.id !== undefined && error instanceof AppError && error.code === 'conflict')) throw error;
  });
}

/**
 * The same, once for the same act of a person within the hour, so that clicks and a program that repeats itself do not bury what matters.
 * @param same what makes it the same, besides who acts
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
