import { expect, it } from 'vitest';
import { createFirestoreDocumentStore } from '../ports/documents/firestore/firestore.ts';
import { hasService } from './services.ts';
import { useSharedFirestore } from './shared-firestore.ts';

const found = hasService('Firestore emulator');

it.runIf(found)('gives each user of the one emulator separate databases', { timeout: 90_000 }, async () => {
  const asked = await Promise.all(['compartido', 'compartido'].map(useSharedFirestore));
  expect(new Set(asked.map(({ host }) => host)).size).toBe(1);
  const stores = asked.flatMap(({ host, projects }) =>
    (['main', 'digitalization'] as const).map((database) => {
      const project = { projectId: projects[database], clientEmail: undefined, privateKey: undefined };
      return createFirestoreDocumentStore({ project, database, emulatorHost: host });
    }),
  );
  await Promise.all(stores.map((store, n) => store.set('cosas/a', { n })));
  expect(await Promise.all(stores.map(async (store) => (await store.get('cosas/a'))?.data))).toMatchObject([
    { n: 0 },
    { n: 1 },
    { n: 2 },
    { n: 3 },
  ]);
  await Promise.all(stores.map((store) => store.close()));
});
