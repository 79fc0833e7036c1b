import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { DatabaseName } from '../ports/documents/document-store.ts';
import { afterFile } from './after-file.ts';
import { requestOnDemandService } from './on-demand.ts';

export interface SharedFirestore {
  /** host:port, as FIRESTORE_EMULATOR_HOST wants it. */
  host: string;
  /** Projects of the caller alone: each is a separate database. */
  projects: Readonly<Record<DatabaseName, string>>;
}

/**
 * The one Firestore emulator of the run, with two projects of the caller's own: Java takes seconds of CPU to start and warm up. A test that
 * stops the emulator or measures its response times starts its own (firestore-emulator.ts).
 * @param name prefix of the project ids, so that logs tell them apart
 */
export async function useSharedFirestore(name: string): Promise<SharedFirestore> {
  const host = await requestOnDemandService(inject('firestoreOnDemand'));
  const own = `demo-${name}-${randomBytes(4).toString('hex')}`;
  const projects = { main: own, digitalization: `${own}-d` };
  afterFile(() => Promise.all(Object.values(projects).map((project) => removeDocuments(host, project))));
  return { host, projects };
}

/** Frees memory: the emulator keeps everything there. */
async function removeDocuments(host: string, project: string): Promise<void> {
  const response = await fetch(`http://${host}/emulator/v1/projects/${project}/databases/(default)/documents`, { method: 'DELETE' });
  if (!response.ok) throw new Error(`the documents of ${project} could not be removed: ${response.status}`);
}
