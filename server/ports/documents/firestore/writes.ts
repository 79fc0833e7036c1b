import {
  FieldPath,
  FieldValue as ServerValue,
  type DocumentData,
  type Firestore,
  type Precondition,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { parseDocumentPath } from '../document-path.ts';
import type { Fields, Write, WritePrecondition } from '../document-store.ts';
import { checkFields, checkSize, withCreateFields, withNested, withUpdateFields } from '../document-values.ts';
import { keepingKinds, toTimestamp } from './values.ts';

/** A field name that no document has. */
const NO_FIELD = '-';

/**
 * Adds one write to a batch or transaction. @throws invalid-input before anything is sent
 * @param stored the document as the library read it; undefined where it was not read
 */
export function addWrite(target: WriteBatch | Transaction, firestore: Firestore, write: Write, stored?: DocumentData): void {
  parseDocumentPath(write.path);
  const reference = firestore.doc(write.path);
  // Both classes have the same verbs, but their overloads cannot be called through the union.
  const batch = target as WriteBatch;
  switch (write.kind) {
    case 'create':
      batch.create(reference, withCreateFields(checked(write.data), ServerValue.serverTimestamp(), write.times));
      return;
    case 'set':
      batch.set(reference, checked(write.data));
      return;
    case 'update': {
      checked(withNested(write.changes, write.nested ?? []));
      const { nested = [], times, ...update } = stored ? keepingKinds(write, stored) : write;
      const changes = withUpdateFields(update.changes, ServerValue.serverTimestamp(), times);
      const [first, ...rest] = [
        ...Object.entries(changes).map(([name, value]): [FieldPath, unknown] => [new FieldPath(name), value]),
        ...nested.map(({ place, value }): [FieldPath, unknown] => [new FieldPath(...place), value]),
      ];
      // An empty update must still check that the document exists.
      const [path, value] = first ?? [new FieldPath(NO_FIELD), ServerValue.delete()];
      batch.update(reference, path, value, ...rest.flat(), ...preconditions(write));
      return;
    }
    case 'delete':
      batch.delete(reference, ...preconditions(write));
  }
}

function preconditions({ ifVersion }: WritePrecondition): Precondition[] {
  return ifVersion === undefined ? [] : [{ lastUpdateTime: toTimestamp(ifVersion) }];
}

function checked(fields: Fields): Fields {
  checkFields(fields);
  checkSize(JSON.stringify(fields));
  return fields;
}
