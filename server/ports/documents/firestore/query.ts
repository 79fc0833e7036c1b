import {
  FieldPath,
  type DocumentSnapshot,
  type Firestore,
  type Query as FirestoreQuery,
  type QuerySnapshot,
  type Transaction,
} from 'firebase-admin/firestore';
import { parseCollectionPath } from '../document-path.ts';
import type { Query, StoredDocument } from '../document-store.ts';
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

/** In the order of the paths; null for missing documents. */
export function toStoredInOrder(snapshots: readonly DocumentSnapshot[], paths: readonly string[]): (StoredDocument | null)[] {
  const found = new Map(snapshots.map((snapshot) => [snapshot.ref.path, toStored(snapshot)]));
  return paths.map((path) => found.get(path) ?? null);
}
