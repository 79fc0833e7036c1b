import { afterAll, describe } from 'vitest';
import { createFirestoreDocumentStore } from '../../documents/firestore/firestore.ts';
import { firestoreEmulatorIsInstalled, startFirestoreEmulator } from '../../testing/firestore-emulator.ts';
import { serviceOrSkip } from '../../testing/services.ts';
import { createUsersFixture } from './testing/users-fixture.ts';
import { describeUsers } from './users.contract.ts';

const found = serviceOrSkip('Firestore emulator (gcloud and Java)', firestoreEmulatorIsInstalled());
const emulator = found ? await startFirestoreEmulator() : null;

describe.skipIf(!emulator)('on Firestore', () => {
  if (!emulator) return;
  const project = { projectId: 'demo-users', clientEmail: undefined, privateKey: undefined };
  const main = createFirestoreDocumentStore({ project, database: 'main', emulatorHost: emulator.host });
  afterAll(async () => {
    await main.close();
    await emulator.stop();
  });
  describeUsers(() => createUsersFixture({ main }), { rounds: 2 });
});
