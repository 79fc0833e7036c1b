import type { DocumentTransaction, FieldValue, StoredDocument } from '../ports/documents/document-store.ts';

/**
 * One person's documents of a collection, for a limit. They are read in the transaction that adds one more: of two forms sent at once, even
 * to two processes, the second sees what the first has stored.
 */
export function findOwn(
  tx: DocumentTransaction,
  collection: string,
  wanted: { userId: string } & Readonly<Record<string, FieldValue>>,
): Promise<StoredDocument[]> {
  return tx.query({ collection, where: Object.entries(wanted).map(([field, value]) => ({ field, op: '==', value })) });
}
