import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { DatabaseName } from '../ports/documents/document-store.ts';
import { afterFile } from './after-file.ts';
import { askOnDemand } from './on-demand.ts';

export interface SharedFirestore {
  /** host:port, as FIRESTORE_EMULATOR_HOST wants it. */
  host: string;
  /** Nobody else has them: every project is a database of its own. */
  projects: Readonly<Record<DatabaseName, string>>;
}

/**
 * The one Firestore emulator of the run, with two projects of the caller's own: Java takes seconds of a processor to start, and to
 * get going. Who stops it, or measures how soon it answers, starts one alone (firestore-emulator.ts).
 * @param name begins the projects' names, for whoever reads a log
 */
export async function useSharedFirestore(name: string): Promise<SharedFirestore> {
  const host = await askOnDemand(inject('firestoreOnDemand'));
  const own = `demo-${name}-${randomBytes(4).toString('hex')}`;
  const projects = { main: own, digitalization: `${own}-d` };
  afterFile(() => Promise.all(Object.values(projects).map((project) => removeDocuments(host, project))));
  return { host, projects };
}

/** The emulator keeps everything in memory. */
async function removeDocuments(host: string, project: string): Promise<void> {
  const response = await fetch(`http://${host}/emulator/v1/projects/${project}/databases/(default)/documents`, { method: 'DELETE' });
  if (!response.ok) throw new Error(`the documents of ${project} could not be removed: ${response.status}`);
}
