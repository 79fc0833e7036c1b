import { afterAll, describe } from 'vitest';
import type { DatabaseName } from '../documents/document-store.ts';
import { createFirestoreDocumentStore } from '../documents/firestore/firestore.ts';
import { firestoreEmulatorIsInstalled, startFirestoreEmulator } from '../testing/firestore-emulator.ts';
import { serviceOrSkip } from '../testing/services.ts';
import { describeCatalogs } from './catalogs.contract.ts';
import { createCatalogFixture } from './testing/catalog-fixture.ts';

const found = serviceOrSkip('Firestore emulator (gcloud and Java)', firestoreEmulatorIsInstalled());
const emulator = found ? await startFirestoreEmulator() : null;

describe.skipIf(!emulator)('on Firestore', async () => {
  if (!emulator) return;
  const open = (database: DatabaseName) => {
    const project = { projectId: `demo-catalogs-${database}`, clientEmail: undefined, privateKey: undefined };
    return createFirestoreDocumentStore({ project, database, emulatorHost: emulator.host });
  };
  const [main, digitalization] = [open('main'), open('digitalization')];
  afterAll(async () => {
    await Promise.all([main.close(), digitalization.close()]);
    await emulator.stop();
  });
  describeCatalogs(await createCatalogFixture({ main, digitalization }));
});
