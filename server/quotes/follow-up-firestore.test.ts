import { afterAll, describe } from 'vitest';
import { createFirestoreDocumentStore } from '../documents/firestore.ts';
import { firestoreEmulatorIsInstalled, startFirestoreEmulator } from '../testing/firestore-emulator.ts';
import { serviceOrSkip } from '../testing/services.ts';
import { describeFollowUps } from './follow-up.contract.ts';
import { createQuoteHouse } from './testing/quote-house.ts';

const found = serviceOrSkip('Firestore emulator (gcloud and Java)', firestoreEmulatorIsInstalled());
const emulator = found ? await startFirestoreEmulator() : null;

describe.skipIf(!emulator)('on Firestore', async () => {
  if (!emulator) return;
  const project = { projectId: 'demo-quotes', clientEmail: undefined, privateKey: undefined };
  const main = createFirestoreDocumentStore({ project, database: 'main', emulatorHost: emulator.host });
  afterAll(async () => {
    await main.close();
    await emulator.stop();
  });
  // Firestore itself sustains about one write a second on one document, and the emulator makes transactions that wait
  // for it give up after some seconds: 200 at once is the embedded store's case, here it is a busy morning.
  describeFollowUps(await createQuoteHouse({ main }), { parallel: 12 });
});
