import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CONTENTS } from '#server/features/contents/shown-contents.ts';
import { PROJECTIONS } from '#server/registries.ts';

interface FirestoreIndexes {
  indexes: { collectionGroup: string; fields: { fieldPath: string }[] }[];
  fieldOverrides: { collectionGroup: string; fieldPath: string; indexes: { order?: string; queryScope: string }[] }[];
}

const file = path.resolve(import.meta.dirname, '../../firestore.indexes.json');
const { indexes, fieldOverrides } = JSON.parse(readFileSync(file, 'utf8')) as FirestoreIndexes;

/**
 * The emulator answers without any index, so what is needed follows from how the portal asks: by equality alone (`Query` of
 * document-store.ts), which Firestore answers from the indexes of single fields, or by one of the times in its own order (watch.ts,
 * creation-order.ts), for which it makes them but over all parents.
 */
it('every sub-collection that is followed has both indexes over all parents that Firestore does not make by itself', () => {
  const indexed = fieldOverrides
    .filter((override) => override.indexes.some(({ queryScope, order }) => queryScope === 'COLLECTION_GROUP' && order === 'ASCENDING'))
    .map(({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`);
  const followed = PROJECTIONS.filter(({ group }) => group).flatMap(({ collection }) => [
    `${collection}.updatedAt`,
    `${collection}.createdAt`,
  ]);
  expect(followed).not.toEqual([]);
  expect(indexed.sort()).toEqual(followed.sort());
});

/** What its rules make the phone app ask for (firestore.rules), in the order of the content, its days or its age. */
it('every published content has the index by which the phone app lists it', () => {
  const needed = CONTENTS.map(({ id, parent, fields, publishing, orderField = 'createdAt' }) => {
    const switches = fields.some(({ name }) => name === 'estado') ? ['isActive', 'estado'] : ['isActive'];
    const window = [publishing?.from, publishing?.until].flatMap((day) => day ?? []);
    return [parent?.collection ?? id, ...switches, ...(publishing ? window : [orderField])].join(' ');
  });
  expect(
    indexes.map(({ collectionGroup, fields }) => [collectionGroup, ...fields.map(({ fieldPath }) => fieldPath)].join(' ')).sort(),
  ).toEqual(needed.sort());
});
