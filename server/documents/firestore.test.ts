import { afterAll, beforeAll, describe } from 'vitest';
import { firestoreEmulatorIsInstalled, startFirestoreEmulator, type FirestoreEmulator } from '../testing/firestore-emulator.ts';
import { serviceOrSkip } from '../testing/services.ts';
import { describeDocumentStore } from './document-store.contract.ts';
import type { DocumentStore } from './document-store.ts';
import { createFirestoreDocumentStore } from './firestore.ts';

describe.runIf(serviceOrSkip('Firestore emulator (gcloud and Java)', firestoreEmulatorIsInstalled()))('Firestore', () => {
  let emulator: FirestoreEmulator;
  let store: DocumentStore;
  beforeAll(async () => {
    emulator = await startFirestoreEmulator();
    store = createFirestoreDocumentStore({ project: { projectId: 'demo-contract', clientEmail: undefined, privateKey: undefined }, database: 'main', emulatorHost: emulator.host });
  }, 90_000);
  afterAll(async () => {
    await store.close();
    await emulator.stop();
  });

  // Firestore itself allows about one sustained write per second on one document, and its rivals retry with seconds between.
  describeDocumentStore('Firestore emulator', { store: () => store, rivals: 10, runs: 25 });
});
