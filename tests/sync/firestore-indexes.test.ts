import { expect, it } from 'vitest';
import { CONTENTS } from '#server/features/contents/shown-contents.ts';
import { PROJECTIONS } from '#server/registries.ts';

/**
 * The emulator answers without any index, so what is needed follows from how the portal asks: by equality alone (`Query` of
 * document-store.ts), which Firestore answers from the indexes of single fields, or by one of the times in its own order (watch.ts,
 * creation-order.ts), for which it makes them but over all parents. To name a field takes its own two away, so they are named again.
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

/** What its rules make the phone app ask for (firestore.rules), in the order of the content, its days or its age, the newest first. */
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

it('are those that the portal and the phone app need', async () => {
  await expect(`${JSON.stringify({ indexes, fieldOverrides }, null, 2)}\n`).toMatchFileSnapshot('../../firestore.indexes.json');
});
