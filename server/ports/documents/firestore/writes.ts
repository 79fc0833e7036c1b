import {
  FieldPath,
  FieldValue as ServerValue,
  type Firestore,
  type Precondition,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { parseDocumentPath } from '../document-path.ts';
import type { Fields, Write, WritePrecondition } from '../document-store.ts';
import { checkFields, checkSize, withCreateFields, withUpdateFields } from '../document-values.ts';
import { toTimestamp } from './values.ts';

/** Adds one write to a batch or transaction. @throws invalid-input before anything is sent */
export function addWrite(target: WriteBatch | Transaction, firestore: Firestore, write: Write): void {
  parseDocumentPath(write.path);
  const reference = firestore.doc(write.path);
  // Both classes have the same verbs, but their overloads cannot be called through the union.
  const batch = target as WriteBatch;
  switch (write.kind) {
    case 'create':
      batch.create(reference, withCreateFields(checked(write.data), ServerValue.serverTimestamp()));
      return;
    case 'set':
      batch.set(reference, checked(write.data));
      return;
    case 'update': {
      const changes = withUpdateFields(checked(write.changes), ServerValue.serverTimestamp());
      const [first, ...rest] = Object.entries(changes).map(([name, value]): [FieldPath, unknown] => [new FieldPath(name), value]);
      const [path, value] = first ?? [new FieldPath('updatedAt'), ServerValue.serverTimestamp()];
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
