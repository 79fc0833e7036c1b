import {
  FieldPath,
  type DocumentSnapshot,
  type Firestore,
  type Query as FirestoreQuery,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
  type Transaction,
} from 'firebase-admin/firestore';
import { parseCollectionPath } from '../document-path.ts';
import type { Query, StoredDocument } from '../document-store.ts';
import { isLate } from './errors.ts';
import { toStored } from './values.ts';

export function collectionOf(firestore: Firestore, path: string, group: boolean): FirestoreQuery {
  const name = parseCollectionPath(path, group);
  return group ? firestore.collectionGroup(name) : firestore.collection(path);
}

/** A field is one top-level name, even if it contains dots. */
export function toFirestoreQuery(firestore: Firestore, { collection, where = [], limit }: Query): FirestoreQuery {
  let result = collectionOf(firestore, collection, false);
  for (const { field, op, value } of where) result = result.where(new FieldPath(field), op, value);
  return limit === undefined ? result : result.limit(limit);
}

export function toStoredDocuments({ docs }: QuerySnapshot): StoredDocument[] {
  return docs.map(toStored).filter((document) => document !== null);
}

export async function readSnapshots(
  firestore: Firestore,
  paths: readonly string[],
  reader: Firestore | Transaction,
): Promise<DocumentSnapshot[]> {
  return reader.getAll(...[...new Set(paths)].map((path) => firestore.doc(path)));
}

/** Documents of up to 1 MiB: a thousand of them do not arrive in the time of one operation, and would be asked for again for ever. */
const SPLIT = 8;
/** Slow growth: each page that is late again costs the time of one operation. */
const GROWTH = 1.25;
/** So few that their time limit means an outage. */
const FEW = 16;

/** Reads by query page by page, `most` documents at most; a page that does not arrive in time is asked for in smaller ones. */
export async function* readPages(
  ordered: FirestoreQuery,
  pageSize: number,
  read: (page: FirestoreQuery) => Promise<QuerySnapshot>,
  most = Infinity,
): AsyncGenerator<QuerySnapshot, void, undefined> {
  let size = pageSize;
  let left = most;
  for (let from: FirestoreQuery | null = ordered; from && left > 0;) {
    const asked = Math.min(size, left);
    const found: QuerySnapshot | null = await read(from.limit(asked)).catch((error: unknown) => {
      if (asked <= FEW || !isLate(error)) throw error;
      size = Math.max(FEW, Math.ceil(asked / SPLIT));
      return null;
    });
    if (!found) continue;
    if (!found.empty) yield found;
    const last: QueryDocumentSnapshot | undefined = found.docs[asked - 1];
    left -= asked;
    size = Math.min(pageSize, Math.ceil(size * GROWTH));
    from = last ? ordered.startAfter(last) : null;
  }
}

/** The same for documents by path, while `ping` is answered: a person does not wait for each part of them in an outage. */
export async function readInParts<Read>(
  paths: readonly string[],
  read: (paths: readonly string[]) => Promise<Read[]>,
  ping: () => Promise<unknown>,
): Promise<Read[]> {
  try {
    return await read(paths);
  } catch (error) {
    if (paths.length <= FEW || !isLate(error)) throw error;
    await ping();
    const size = Math.ceil(paths.length / SPLIT);
    const found: Read[] = [];
    for (let at = 0; at < paths.length; at += size) found.push(...(await readInParts(paths.slice(at, at + size), read, ping)));
    return found;
  }
}

/** In the order of the paths; null for missing documents. */
export function toStoredInOrder(snapshots: readonly DocumentSnapshot[], paths: readonly string[]): (StoredDocument | null)[] {
  const found = new Map(snapshots.map((snapshot) => [snapshot.ref.path, toStored(snapshot)]));
  return paths.map((path) => found.get(path) ?? null);
}
