import { afterAll, describe } from 'vitest';
import { createCatalogFixture } from '../../catalogs/testing/catalog-fixture.ts';
import { createFirestoreDocumentStore } from '../../documents/firestore/firestore.ts';
import { firestoreEmulatorIsInstalled, startFirestoreEmulator } from '../../testing/firestore-emulator.ts';
import { serviceOrSkip } from '../../testing/services.ts';
import { describePublishing } from './publishing.contract.ts';

const found = serviceOrSkip('Firestore emulator (gcloud and Java)', firestoreEmulatorIsInstalled());
const emulator = found ? await startFirestoreEmulator() : null;

describe.skipIf(!emulator)('on Firestore', async () => {
  if (!emulator) return;
  const project = { projectId: 'demo-publishing', clientEmail: undefined, privateKey: undefined };
  const main = createFirestoreDocumentStore({ project, database: 'main', emulatorHost: emulator.host });
  afterAll(async () => {
    await main.close();
    await emulator.stop();
  });
  describePublishing(await createCatalogFixture({ main }));
});
