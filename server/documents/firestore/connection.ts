import { randomUUID } from 'node:crypto';
import { applicationDefault, cert, initializeApp, type App } from 'firebase-admin/app';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import type { FirebaseProject } from '../../config.ts';

export interface FirestoreConnection {
  project: FirebaseProject;
  /** host:port of Google's emulator. */
  emulatorHost?: string | undefined;
}

/** The emulator asks for none, but without any the client library would look for some on the network, for seconds. */
const EMULATOR_CREDENTIALS = { client_email: 'emulator@localhost', private_key: 'none' };

/** An app of its own per store: the two projects and the identity provider never share one. */
export function connectFirestore({ project, emulatorHost }: FirestoreConnection): { app: App; firestore: Firestore } {
  const { projectId, clientEmail, privateKey } = project;
  const credential = clientEmail && privateKey ? cert({ projectId, clientEmail, privateKey }) : applicationDefault();
  const app = initializeApp({ credential, projectId }, `documents-${projectId}-${randomUUID()}`);
  const firestore = getFirestore(app);
  if (emulatorHost) firestore.settings({ host: emulatorHost, ssl: false, credentials: EMULATOR_CREDENTIALS });
  return { app, firestore };
}
