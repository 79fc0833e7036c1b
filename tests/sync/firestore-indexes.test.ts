import { expect, it } from 'vitest';
import { CONTENTS } from '#server/features/contents/shown-contents.ts';
import { PROJECTIONS } from '#server/registries.ts';

/**
 * The emulator needs no indexes, so this derives them from the portal's queries: either equality only (`Query` of document-store.ts), which
 * Firestore answers from single-field indexes; or one of the times in order (watch.ts, creation-order.ts), for which it has indexes, but
 * not over all parents (collection groups). An override removes the field's two default indexes, so they are listed again.
 */
const fieldOverrides = PROJECTIONS.filter(({ group }) => group).flatMap(({ collection }) =>
  ['updatedAt', 'createdAt'].map((fieldPath) => ({
    collectionGroup: collection,
    fieldPath,
    indexes: [
      { order: 'ASCENDING', queryScope: 'COLLECTION' },
      { order: 'DESCENDING', queryScope: 'COLLECTION' },
      { order: 'ASCENDING', queryScope: 'COLLECTION_GROUP' },
    ],
  })),
);

/** Queries that firestore.rules demands of the phone app, ordered by the content's order field or days, or by age, newest first. */
const indexes = CONTENTS.map(({ id, parent, fields, publishing, orderField = 'createdAt' }) => {
  const switches = fields.some(({ name }) => name === 'estado') ? ['isActive', 'estado'] : ['isActive'];
  const window = [publishing?.from, publishing?.until].flatMap((day) => day ?? []);
  return {
    collectionGroup: parent?.collection ?? id,
    queryScope: 'COLLECTION',
    fields: [...switches, ...(publishing ? window : [orderField])].map((fieldPath) => ({
      fieldPath,
      order: fieldPath === 'createdAt' ? 'DESCENDING' : 'ASCENDING',
    })),
  };
});

it('firestore.indexes.json lists exactly the indexes that the portal and the phone app need', async () => {
  await expect(`${JSON.stringify({ indexes, fieldOverrides }, null, 2)}\n`).toMatchFileSnapshot('../../firestore.indexes.json');
});
