import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PROJECTIONS } from '#server/registries.ts';

interface FirestoreIndexes {
  fieldOverrides: { collectionGroup: string; fieldPath: string; indexes: { order?: string; queryScope: string }[] }[];
}

const file = path.resolve(import.meta.dirname, '../../docs/firestore.indexes.json');

it('every sub-collection that is followed has the index over all parents that Firestore does not make by itself', () => {
  const { fieldOverrides } = JSON.parse(readFileSync(file, 'utf8')) as FirestoreIndexes;
  const indexed = fieldOverrides
    .filter(
      ({ fieldPath, indexes }) =>
        fieldPath === 'updatedAt' && indexes.some((index) => index.queryScope === 'COLLECTION_GROUP' && index.order === 'ASCENDING'),
    )
    .map((override) => override.collectionGroup);
  expect(indexed.sort()).toEqual(
    PROJECTIONS.filter((projection) => projection.group)
      .map((projection) => projection.collection)
      .sort(),
  );
});
