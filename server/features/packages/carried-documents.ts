import type { DocumentTransaction, StoredDocument } from '../../documents/document-store.ts';
import { DOCUMENTS_COLLECTION, readDocument } from '../../digitized/document-kind.ts';
import { isDocumentId } from '../../documents/document-id.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { writeAudit, type Acting } from '../../records/write-audit.ts';
import type { PackageLine } from './package-lines.ts';

/** The documents of lines, each once, as far as they exist. */
export async function readDocumentsOf(
  reader: Pick<DocumentTransaction, 'getMany'>,
  lines: readonly Pick<PackageLine, 'digitalizationId'>[],
): Promise<StoredDocument[]> {
  const ids = [...new Set(lines.map(({ digitalizationId }) => digitalizationId))].filter(isDocumentId);
  const found = ids.length === 0 ? [] : await reader.getMany(ids.map((id) => `${DOCUMENTS_COLLECTION}/${id}`));
  return found.filter((document) => document !== null);
}

/** A document that a package held is free of it, and stays with who has it. @returns its path */
export function releaseFromPackage(
  tx: Pick<DocumentTransaction, 'create' | 'update'>,
  { path, data, version }: StoredDocument,
  acting: Acting,
): string {
  tx.update(path, { inPackage: '' }, { ifVersion: version });
  const sides = { beforeData: { inPackage: readDocument(data).inPackage }, newData: { inPackage: '' } };
  writeAudit(tx, { ...acting, action: AUDIT_ACTIONS.digitizedFileReleased, targetPath: path, ...sides });
  return path;
}
