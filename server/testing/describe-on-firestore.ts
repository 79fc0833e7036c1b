import { afterAll, describe } from 'vitest';
import type { DatabaseName, DocumentStore } from '../documents/document-store.ts';
import { createFirestoreDocumentStore } from '../documents/firestore/firestore.ts';
import { firestoreEmulatorIsInstalled, startFirestoreEmulator } from './firestore-emulator.ts';
import { serviceOrSkip } from './services.ts';

/** Connects to a database of the suite's own, each in a project of its own; closed when the suite ends. */
export type OpenStore = (database: DatabaseName) => DocumentStore;

/**
 * A suite on the official emulator; skipped where that is not installed.
 * @param name of its projects: another one for each suite
 */
export async function describeOnFirestore(name: string, suite: (open: OpenStore) => void | Promise<void>): Promise<void> {
  const found = serviceOrSkip('Firestore emulator (gcloud and Java)', firestoreEmulatorIsInstalled());
  const emulator = found ? await startFirestoreEmulator() : null;
  describe.skipIf(!emulator)('on Firestore', async () => {
    if (!emulator) return;
    const opened: DocumentStore[] = [];
    afterAll(async () => {
      await Promise.all(opened.map((store) => store.close()));
      await emulator.stop();
    });
    await suite((database) => {
      const project = { projectId: `demo-${name}-${database}`, clientEmail: undefined, privateKey: undefined };
      const store = createFirestoreDocumentStore({ project, database, emulatorHost: emulator.host });
      opened.push(store);
      return store;
    });
  });
}
