import type { DocumentStore, StoredDocument } from '../documents/document-store.ts';
import { isDocumentId } from '../documents/document-id.ts';

/** The type of a document, whatever became of it; null for none. */
export async function readType(store: Pick<DocumentStore, 'get'>, documentId: string): Promise<StoredDocument | null> {
  return isDocumentId(documentId) ? store.get(`tipos_documento/${documentId}`) : null;
}
