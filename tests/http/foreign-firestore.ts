import type { Firestore } from 'firebase-admin/firestore';
import { afterAll, vi } from 'vitest';
import type { DatabaseName } from '#server/ports/documents/document-store.ts';
import { connectFirestore } from '#server/ports/documents/firestore/firestore.ts';
import { firebaseEnvironment } from '#server/testing/firebase-environment.ts';
import { hasService } from '#server/testing/services.ts';
import { useSharedAccounts } from '#server/testing/shared-accounts.ts';
import { useSharedFirestore } from '#server/testing/shared-firestore.ts';

/** For `describe.runIf(...)`; missing services are listed at the end of the run. */
export const isFirebaseHere = [hasService('Firestore emulator'), hasService('Firebase Auth emulator')].every(Boolean);

/**
 * Two Firebase projects prefixed by `name` as other programs use them: their clients, and the environment of a portal on them. Closed after
 * the tests.
 */
export async function useForeignFirestore(
  name: string,
): Promise<{ firestores: Record<DatabaseName, Firestore>; environment: ReturnType<typeof firebaseEnvironment> }> {
  const { host, projects } = await useSharedFirestore(name);
  const accounts = await useSharedAccounts(projects.main);
  // firebase-admin learns the Auth emulator's address from the environment only.
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
