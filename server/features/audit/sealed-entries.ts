import { isDocumentId } from '../../platform/document-id.ts';
import type { DocumentStore } from '../../ports/documents/document-store.ts';
import { listPath, readList, sha256, type Seal, type SealedEntry } from './seal.ts';

export type VerifiedStore = Pick<DocumentStore, 'database' | 'getMany' | 'scan'>;

/** A seal as far as finding strangers needs it: where it ends and how many of its entries are there (Infinity: not known). */
export interface SealEnd {
  n: number;
  createdVersion: bigint;
  id: string;
  present: number;
}

/** The list of a seal's entries; null when it is not there or not what the seal says. */
export async function readSealedEntries(store: VerifiedStore, { n, root, count }: Seal): Promise<SealedEntry[] | null> {
  const [document] = await store.getMany([listPath(n)]);
  const text = document?.data['entradas'];
  if (typeof text !== 'string' || sha256(text) !== root) return null;
  const list = readList(text);
  return list?.length === count && list.every(({ id }) => isDocumentId(id)) ? list : null;
}
