import { FieldPath, type DocumentReference, type Firestore, type Query as FirestoreQuery } from 'firebase-admin/firestore';
import { invalidDocument } from '../document-errors.ts';
import { parseCollectionPath } from '../document-path.ts';
import type { Query } from '../document-store.ts';
import { snapshotOf, toTimestamp } from './values.ts';
import { shapeQuery, type QueryShape } from '../query-shape.ts';

/** A field is one top-level name, also with dots in it. */
const field = (name: string) => new FieldPath(name);

export function collectionOf(firestore: Firestore, path: string, group: boolean): FirestoreQuery {
  const name = parseCollectionPath(path);
  if (group && name !== path) throw invalidDocument('a group query names one segment');
  return group ? firestore.collectionGroup(name) : firestore.collection(path);
}

/** The same shape that the embedded store runs, in Firestore's terms. @throws invalid-input when malformed */
export async function toFirestoreQuery(firestore: Firestore, query: Query): Promise<FirestoreQuery> {
  const shape = shapeQuery(query);
  let result = collectionOf(firestore, shape.collection, shape.group);
  for (const { field: name, op, value } of shape.where) result = result.where(field(name), op, value);
  for (const { field: name, direction } of shape.orders) result = result.orderBy(field(name), direction);
  result = result.orderBy(FieldPath.documentId(), shape.idDirection);
  if (shape.after) result = result.startAfter(...(await cursorValues(firestore, shape.after, shape.orders)));
  return shape.limit === null ? result : result.limit(shape.limit);
}

/** Exact values where the document came from a snapshot or still is what it was; else those that it carries. */
async function cursorValues(
  firestore: Firestore,
  after: NonNullable<QueryShape['after']>,
  orders: QueryShape['orders'],
): Promise<unknown[]> {
  const reference: DocumentReference = firestore.doc(after.document.path);
  if (orders.length === 0) return [reference];
  const snapshot = snapshotOf(after.document) ?? (await reference.get());
  const exact = orders.map((order): unknown => (snapshot.exists ? snapshot.get(field(order.field)) : undefined));
  const isSame = snapshotOf(after.document) !== undefined || snapshot.updateTime?.isEqual(toTimestamp(after.document.version)) === true;
  return [...orders.map((_, index) => (isSame && exact[index] !== undefined ? exact[index] : after.values[index])), reference];
}
