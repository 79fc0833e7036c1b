import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { documentKind, DOCUMENTS_COLLECTION, readDocument } from '../../digitized/document-kind.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import type { Further, Reader } from '../../records/act.ts';
import type { ChangeAction } from '../../records/audit-entries.ts';
import type { SentLine } from './package.ts';

/** The existing documents that lines refer to, each once. */
export async function readLineDocuments(reader: Reader, lines: readonly Pick<SentLine, 'digitalizationId'>[]): Promise<StoredDocument[]> {
  const ids = [...new Set(lines.map(({ digitalizationId }) => digitalizationId))].filter(isDocumentId);
  const found = ids.length === 0 ? [] : await reader.getMany(ids.map((id) => `${DOCUMENTS_COLLECTION}/${id}`));
  return found.filter((document) => document !== null);
}

/** Binds a document to the package that hands it over. */
export function bindToPackage(document: StoredDocument, packageId: string): Further {
  return withPackage(document, packageId, AUDIT_ACTIONS.digitizedFileSent);
}

/** Frees a document from the package that held it; it stays with its holder. */
export function releaseFromPackage(document: StoredDocument): Further {
  return withPackage(document, '', AUDIT_ACTIONS.digitizedFileReleased);
}

/** Frees a document from a package that its sender took back. */
export function withdrawFromPackage(document: StoredDocument): Further {
  return withPackage(document, '', AUDIT_ACTIONS.digitizedFileWithdrawn);
}

/** The documents that this package holds; other programs may have put some into another package. */
export async function readDocumentsInPackage(
  reader: Reader,
  { id, detailOfPackage }: { id: string; detailOfPackage: readonly Pick<SentLine, 'digitalizationId'>[] },
): Promise<StoredDocument[]> {
  return (await readLineDocuments(reader, detailOfPackage)).filter(({ data }) => readDocument(data).inPackage === id);
}

/** A document without `inPackage` is in no package. */
function withPackage({ data, ...document }: StoredDocument, inPackage: string, action: ChangeAction): Further {
  const before = { ...data, inPackage: readDocument(data).inPackage };
  return { action, document: { ...document, data: before }, changes: { inPackage }, read: documentKind().read };
}
