import { afterAll, describe } from 'vitest';
import { createFirestoreDocumentStore } from '../../documents/firestore/firestore.ts';
import { firestoreEmulatorIsInstalled, startFirestoreEmulator } from '../../testing/firestore-emulator.ts';
import { serviceOrSkip } from '../../testing/services.ts';
import { describeFollowUps } from './follow-up.contract.ts';
import { createQuoteFixture } from './testing/quote-fixture.ts';

const found = serviceOrSkip('Firestore emulator (gcloud and Java)', firestoreEmulatorIsInstalled());
const emulator = found ? await startFirestoreEmulator() : null;

describe.skipIf(!emulator)('on Firestore', async () => {
  if (!emulator) return;
  const project = { projectId: 'demo-quotes', clientEmail: undefined, privateKey: undefined };
  const connect = () => createFirestoreDocumentStore({ project, database: 'main', emulatorHost: emulator.host });
  const [main, elsewhere] = [connect(), connect()];
  afterAll(async () => {
    await Promise.all([main.close(), elsewhere.close()]);
    await emulator.stop();
  });
  describeFollowUps(await createQuoteFixture({ main, elsewhere }));
});
