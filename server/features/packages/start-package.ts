import { isDocumentId } from '../../documents/document-id.ts';
import { requireVisible } from '../../digitized/access.ts';
import { documentMissing, DOCUMENTS_COLLECTION } from '../../digitized/document-kind.ts';
import type { Call, Services } from '../../services.ts';
import { requirePackages } from './package-access.ts';
import { EMPTY_PACKAGE, type PackageValues } from './package-values.ts';

/**
 * What the form of a new package begins with: nothing, or the document from whose page it is begun.
 * Errors: `forbidden`, `not-found` for a document that the person does not see.
 */
export async function startPackage({ documents }: Services, { actor, documentId }: Call & { documentId: string }): Promise<PackageValues> {
  requirePackages(actor, 'sender');
  if (documentId === '') return EMPTY_PACKAGE;
  const stored = isDocumentId(documentId) ? await documents.digitalization.get(`${DOCUMENTS_COLLECTION}/${documentId}`) : null;
  if (!stored) throw documentMissing(documentId);
  const { documentName, categoryId, documentId: type } = requireVisible(actor, stored);
  const line = { lineId: '', document: documentName || stored.id, categoryId, documentId: type, digitalizationId: stored.id };
  return { ...EMPTY_PACKAGE, needReassign: true, digitalizationId: stored.id, detailOfPackage: [line] };
}
