import { afterAll, describe } from 'vitest';
import type { DatabaseName, DocumentStore } from '../ports/documents/document-store.ts';
import { createFirestoreDocumentStore } from '../ports/documents/firestore/firestore.ts';
import { hasService } from './services.ts';
import { useSharedFirestore } from './shared-firestore.ts';

/** Connects to one of the suite's databases, each a Firebase project; closed when the suite ends. */
export type OpenStore = (database: DatabaseName) => DocumentStore;

/**
 * A suite on the official emulator; skipped where that is not installed.
 * @param name prefix of its project ids
 */
export async function describeOnFirestore(name: string, suite: (open: OpenStore) => void | Promise<void>): Promise<void> {
  const found = hasService('Firestore emulator');
  const emulator = found ? await useSharedFirestore(name) : null;
  describe.skipIf(!emulator)('on Firestore', async () => {
    if (!emulator) return;
    const opened: DocumentStore[] = [];
    afterAll(async () => {
      await Promise.all(opened.map((store) => store.close()));
    });
    await suite((database) => {
      const project = { projectId: emulator.projects[database], clientEmail: undefined, privateKey: undefined };
      const store = createFirestoreDocumentStore({ project, database, emulatorHost: emulator.host });
      opened.push(store);
      return store;
    });
  });
}
