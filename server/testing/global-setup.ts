import { mkdtemp, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import pg from 'pg';
import { migrate } from '../../prisma/migrate.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../platform/sql/embedded-postgres.ts';
import { startAuthEmulator } from './auth-emulator.ts';
import { bundleProcesses } from './bundle-processes.ts';
import { startFirestoreEmulator } from './firestore-emulator.ts';
import { offerOnDemand } from './on-demand.ts';
import { missingServices } from './services.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address that starts the Auth emulator of the run on demand (shared-accounts.ts). */
    accountsOnDemand: string;
    /** Connection string of the cluster's `postgres` database, for creating databases. */
    adminUrl: string;
    /** Folder of the demo's files, which are copied for each portal (demo-copy.ts). */
    demoDirectory: string;
    /** Address that starts the Firestore emulator of the run on demand (shared-firestore.ts). */
    firestoreOnDemand: string;
    /** Seed of all random choices of tests (run-seed.ts). */
    seed: number;
  }
}

export const TEMPLATE_DATABASE = 'portal_template';
/** Twice what the clusters and everything else of a run were seen to use. */
const MEMORY_BYTES = 12 * 1024 ** 3;

/** One throw-away PostgreSQL for the whole run; every test file clones the migrated template (test-database.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // First, since it fails where the Prisma client was not generated: nothing that would be left running has started yet.
  const removeBundle = await bundleProcesses();
  const directory = await mkdtemp(path.join(await clusterPlace(), 'portal-test-'));
  const server = await startEmbeddedPostgres({ directory, volatile: true });
  const demoDirectory = await mkdtemp(path.join(os.tmpdir(), 'portal-demo-files-'));
  const firestore = await offerOnDemand(startFirestoreEmulator);
  const accounts = await offerOnDemand(startAuthEmulator);
  const stop = async () => {
    await Promise.all([server.stop(), removeBundle(), firestore.stop(), accounts.stop()]);
    await Promise.all([directory, demoDirectory].map((made) => rm(made, { recursive: true, force: true })));
    const left = Number(process.env['TEST_LEFT']);
    const lines = [
      ...(left > 0
        ? [
            `Left to other runs: ${left} dear files of tests, and features on Firestore that the seed left out. All of them: npm run test:long`,
          ]
        : []),
      ...missingServices(),
    ];
    for (const line of lines) process.stderr.write(`${line}\n`);
  };
  try {
    await makeTemplate(server);
  } catch (error) {
    await stop();
    throw error;
  }
  // Set by the caller or drawn in vitest.config.ts.
  const seed = Number(process.env['TEST_SEED']);
  process.stdout.write(`TEST_SEED=${seed}\n`);
  project.provide('seed', seed);
  project.provide('adminUrl', server.url('postgres'));
  project.provide('accountsOnDemand', accounts.url);
  project.provide('demoDirectory', demoDirectory);
  project.provide('firestoreOnDemand', firestore.url);
  return stop;
}

/** In memory where there is enough of it: three hundred databases are copied, each five times as fast as on a disk. */
export async function clusterPlace(): Promise<string> {
  const memory = '/dev/shm';
  if (os.tmpdir().startsWith(`${memory}/`)) return os.tmpdir();
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return Math.min(free, process.availableMemory()) > MEMORY_BYTES ? memory : os.tmpdir();
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
