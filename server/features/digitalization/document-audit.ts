import type { DocumentStore, Fields, StoredDocument } from '../../documents/document-store.ts';
import { isPlainMap } from '../../documents/document-values.ts';
import { readTimestamp } from '../../read-model/field-readers.ts';
import { AUDIT_COLLECTION } from '../../records/write-audit.ts';

/** The audit entries of a document, oldest first; those without a time that can be read before all others. */
export async function findAuditOf(store: Pick<DocumentStore, 'query'>, { path }: Pick<StoredDocument, 'path'>): Promise<StoredDocument[]> {
  const entries = await store.query({ collection: AUDIT_COLLECTION, where: [{ field: 'targetPath', op: '==', value: path }] });
  return entries.sort(byTime);
}

function byTime(one: StoredDocument, other: StoredDocument): number {
  const [at, otherAt] = [readTimestamp(one.data, 'at') ?? '', readTimestamp(other.data, 'at') ?? ''];
  return at === otherAt ? Number(one.version - other.version) : at < otherAt ? -1 : 1;
}

/** One side of an entry; empty where the entry holds no map there. */
export function sideOf(data: Fields, name: 'beforeData' | 'newData'): Fields {
  const side = data[name];
  return isPlainMap(side) ? side : {};
}
