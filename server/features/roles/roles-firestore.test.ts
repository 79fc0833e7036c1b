import { afterAll, describe } from 'vitest';
import { createFirestoreDocumentStore } from '../../documents/firestore/firestore.ts';
import { firestoreEmulatorIsInstalled, startFirestoreEmulator } from '../../testing/firestore-emulator.ts';
import { serviceOrSkip } from '../../testing/services.ts';
import { createUsersFixture } from '../people/testing/users-fixture.ts';
import { describeRoles } from './roles.contract.ts';

const found = serviceOrSkip('Firestore emulator (gcloud and Java)', firestoreEmulatorIsInstalled());
const emulator = found ? await startFirestoreEmulator() : null;

describe.skipIf(!emulator)('on Firestore', () => {
  if (!emulator) return;
  const project = { projectId: 'demo-roles', clientEmail: undefined, privateKey: undefined };
  const main = createFirestoreDocumentStore({ project, database: 'main', emulatorHost: emulator.host });
  afterAll(async () => {
    await main.close();
    await emulator.stop();
  });
  describeRoles(() => createUsersFixture({ main }));
});
