import { afterAll, describe } from 'vitest';
import { createFirestoreDocumentStore } from '../documents/firestore/firestore.ts';
import { firestoreEmulatorIsInstalled, startFirestoreEmulator } from '../testing/firestore-emulator.ts';
import { serviceOrSkip } from '../testing/services.ts';
import { describeAudit } from './audit.contract.ts';

const found = serviceOrSkip('Firestore emulator (gcloud and Java)', firestoreEmulatorIsInstalled());
const emulator = found ? await startFirestoreEmulator() : null;

describe.skipIf(!emulator)('on Firestore', () => {
  if (!emulator) return;
  const project = { projectId: 'demo-audit', clientEmail: undefined, privateKey: undefined };
  const store = createFirestoreDocumentStore({ project, database: 'digitalization', emulatorHost: emulator.host });
  afterAll(async () => {
    await store.close();
    await emulator.stop();
  });
  describeAudit('Firestore emulator', store, async (collection) => {
    for await (const page of store.scan(collection)) {
      await store.batch(page.map(({ path }) => ({ kind: 'delete', path })));
      await store.batch(page.map(({ path }) => ({ kind: 'delete', path: `${path}/entradas/lista` })));
    }
  });
});
