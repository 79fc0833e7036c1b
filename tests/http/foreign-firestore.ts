import type { Firestore } from 'firebase-admin/firestore';
import { afterAll, vi } from 'vitest';
import type { DatabaseName } from '#server/ports/documents/document-store.ts';
import { connectFirestore } from '#server/ports/documents/firestore/firestore.ts';
import { firebaseEnvironment } from '#server/testing/firebase-environment.ts';
import { hasService } from '#server/testing/services.ts';
import { useSharedAccounts } from '#server/testing/shared-accounts.ts';
import { useSharedFirestore } from '#server/testing/shared-firestore.ts';

/** For `describe.runIf(...)`; what is missing is told at the end of the run. */
export const isFirebaseHere = [hasService('Firestore emulator'), hasService('Firebase Auth emulator')].every(Boolean);

/**
 * Two projects of their own, named by `name`, as other programs have them: their clients, and what a portal on them is started with. Closed
 * after the tests.
 */
export async function useForeignFirestore(
  name: string,
): Promise<{ firestores: Record<DatabaseName, Firestore>; environment: ReturnType<typeof firebaseEnvironment> }> {
  const { host, projects } = await useSharedFirestore(name);
  const accounts = await useSharedAccounts(projects.main);
  // firebase-admin learns of the Auth emulator from the environment only.
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', accounts.host);
  const connect = (projectId: string) =>
    connectFirestore({ project: { projectId, clientEmail: undefined, privateKey: undefined }, emulatorHost: host }).firestore;
  const firestores = { main: connect(projects.main), digitalization: connect(projects.digitalization) };
  afterAll(async () => {
    await Promise.all(Object.values(firestores).map((firestore) => firestore.terminate()));
    vi.unstubAllEnvs();
  });
  return { firestores, environment: firebaseEnvironment({ firestore: host, accounts: accounts.host }, projects) };
}
