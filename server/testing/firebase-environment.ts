import type { DatabaseName } from '../ports/documents/document-store.ts';

/** Project ids of tests and bench: the emulators accept every one that begins with `demo-`. */
export const MAIN_PROJECT = 'demo-portal';
const DIGITALIZATION_PROJECT = 'demo-digitalizacion';

/** Environment of a portal on Firebase; only the emulators' addresses differ from production. */
export function firebaseEnvironment(
  hosts: { firestore: string; accounts?: string | undefined },
  projects: Readonly<Record<DatabaseName, string>> = { main: MAIN_PROJECT, digitalization: DIGITALIZATION_PROJECT },
): Record<string, string> {
  return {
    FIREBASE_MAIN_CREDENTIALS: JSON.stringify({ project_id: projects.main }),
    FIREBASE_DIGITALIZATION_CREDENTIALS: JSON.stringify({ project_id: projects.digitalization }),
    FIREBASE_WEB_API_KEY: 'demo-key',
    FIRESTORE_EMULATOR_HOST: hosts.firestore,
    // Without an Auth emulator nobody signs in: nothing listens at this address.
    FIREBASE_AUTH_EMULATOR_HOST: hosts.accounts ?? '127.0.0.1:1',
  };
}
