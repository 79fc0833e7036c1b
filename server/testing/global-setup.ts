import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import pg from 'pg';
import { migrate } from '../../prisma/migrate.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { bundleProcesses } from './bundle-processes.ts';
import { startFirestoreEmulator } from './firestore-emulator.ts';
import { offerOnDemand } from './on-demand.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of the cluster's `postgres` database, for making databases. */
    adminUrl: string;
    /** Where the demo's files are kept that portals get copies of (demo-copy.ts). */
    demoDirectory: string;
    /** Where to ask for the Firestore emulator of the run (shared-firestore.ts). */
    firestoreOnDemand: string;
  }
}

export const TEMPLATE_DATABASE = 'portal_template';

/** One throw-away PostgreSQL for the whole run; every test file clones the migrated template (test-database.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'portal-test-'));
  const server = await startEmbeddedPostgres({ directory, volatile: true });
  const demoDirectory = await mkdtemp(path.join(os.tmpdir(), 'portal-demo-files-'));
  const removeBundle = await bundleProcesses();
  const firestore = await offerOnDemand(startFirestoreEmulator);
  const stop = async () => {
    await Promise.all([server.stop(), removeBundle(), firestore.stop()]);
    await Promise.all([directory, demoDirectory].map((made) => rm(made, { recursive: true, force: true })));
  };
  try {
    await makeTemplate(server);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('adminUrl', server.url('postgres'));
  project.provide('demoDirectory', demoDirectory);
  project.provide('firestoreOnDemand', firestore.url);
  return stop;
}

async function makeTemplate(server: EmbeddedPostgres): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  } finally {
    await client.end();
  }
  await migrate(server.url(TEMPLATE_DATABASE));
}
