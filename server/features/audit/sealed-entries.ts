import { isDocumentId } from '../../platform/document-id.ts';
import type { DocumentStore } from '../../ports/documents/document-store.ts';
import { listPath, readList, sha256, type Seal, type SealedEntry } from './seal.ts';

export type VerifiedStore = Pick<DocumentStore, 'database' | 'getMany' | 'scan'>;

/** The part of a seal that finding strangers needs: where it ends and how many of its entries exist (Infinity: not known). */
export interface SealEnd {
  n: number;
  createdVersion: bigint;
  id: string;
  present: number;
}

/** The list of a seal's entries; null when it is missing or does not match the seal. */
export async function readSealedEntries(store: VerifiedStore, { n, root, count }: Seal): Promise<SealedEntry[] | null> {
  const [document] = await store.getMany([listPath(n)]);
  const text = document?.data['entradas'];
  if (typeof text !== 'string' || sha256(text) !== root) return null;
  const list = readList(text);
  return list?.length === count && list.every(({ id }) => isDocumentId(id)) ? list : null;
}
