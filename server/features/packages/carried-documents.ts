import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { documentKind, DOCUMENTS_COLLECTION, readDocument } from '../../digitized/document-kind.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import type { Further, Reader } from '../../records/act.ts';
import type { ChangeAction } from '../../records/audit-entries.ts';
import type { SentLine } from './package.ts';

/** The documents to which lines lead, each once, as far as they exist. */
export async function readCarried(reader: Reader, lines: readonly Pick<SentLine, 'digitalizationId'>[]): Promise<StoredDocument[]> {
  const ids = [...new Set(lines.map(({ digitalizationId }) => digitalizationId))].filter(isDocumentId);
  const found = ids.length === 0 ? [] : await reader.getMany(ids.map((id) => `${DOCUMENTS_COLLECTION}/${id}`));
  return found.filter((document) => document !== null);
}

/** A document travels with the package that hands it over. */
export function bound(document: StoredDocument, packageId: string): Further {
  return moved(document, packageId, AUDIT_ACTIONS.digitizedFileSent);
}

/** A document that a package held is free of it, and stays with who has it. */
export function released(document: StoredDocument): Further {
  return moved(document, '', AUDIT_ACTIONS.digitizedFileReleased);
}

/** The same of a package that its sender took back. */
export function withdrawn(document: StoredDocument): Further {
  return moved(document, '', AUDIT_ACTIONS.digitizedFileWithdrawn);
}

/** The documents that this package holds; other programs may have put one into another. */
export async function readHeld(
  reader: Reader,
  { id, detailOfPackage }: { id: string; detailOfPackage: readonly Pick<SentLine, 'digitalizationId'>[] },
): Promise<StoredDocument[]> {
  return (await readCarried(reader, detailOfPackage)).filter(({ data }) => readDocument(data).inPackage === id);
}

/** A document that does not say in which package it is, is in none. */
function moved({ data, ...document }: StoredDocument, inPackage: string, action: ChangeAction): Further {
  const before = { ...data, inPackage: readDocument(data).inPackage };
  return { action, document: { ...document, data: before }, changes: { inPackage }, read: documentKind().read };
}
