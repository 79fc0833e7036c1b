import type { Fields, StoredDocument } from '../ports/documents/document-store.ts';
import { isPlainMap } from '../ports/documents/document-values.ts';
import { readText } from '../read-model/field-readers.ts';
import type { DeclaredRecords } from './declared-record.ts';
import { createFieldLookup } from './describe-changes.ts';
import { readTarget } from './targets.ts';

/** Both sides of the change in an entry, with the words for its record's fields; null for a missing side. */
export function readSides(records: DeclaredRecords, { data }: Pick<StoredDocument, 'data'>) {
  const words = createFieldLookup(records, readTarget(records, readText(data, 'targetPath')).kind?.fields ?? []);
  return { words, before: sideOf(data, 'beforeData'), after: sideOf(data, 'newData') };
}

/** One side of an entry; null where it is not a map. */
export function sideOf(data: Fields, field: 'beforeData' | 'newData'): Fields | null {
  const side = data[field];
  return side !== undefined && isPlainMap(side) ? side : null;
}
