import { afterAll, describe } from 'vitest';
import { createFirestoreDocumentStore } from '../../documents/firestore/firestore.ts';
import { firestoreEmulatorIsInstalled, startFirestoreEmulator } from '../../testing/firestore-emulator.ts';
import { serviceOrSkip } from '../../testing/services.ts';
import { describeSnapshots } from './snapshots.contract.ts';
import { createSnapshotsFixture } from './testing/snapshots-fixture.ts';

const found = serviceOrSkip('Firestore emulator (gcloud and Java)', firestoreEmulatorIsInstalled());
const emulator = found ? await startFirestoreEmulator() : null;

describe.skipIf(!emulator)('on Firestore, in two projects', () => {
  if (!emulator) return;
  const open = (database: 'main' | 'digitalization') =>
    createFirestoreDocumentStore({
      project: { projectId: `demo-snapshots-${database}`, clientEmail: undefined, privateKey: undefined },
      database,
      emulatorHost: emulator.host,
    });
  const [main, digitalization] = [open('main'), open('digitalization')];
  afterAll(async () => {
    await main.close();
    await digitalization.close();
    await emulator.stop();
  });
  describeSnapshots(() => createSnapshotsFixture({ main, digitalization }));
});
