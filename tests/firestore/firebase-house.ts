import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { deleteApp, type App } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import type { DocumentData, Firestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, vi } from 'vitest';
import { childEnvironment } from '#server/commands/demo/supervise.ts';
import { connectFirestore } from '#server/documents/firestore/connection.ts';
import { AUTH_EMULATOR_START_MS, startAuthEmulator } from '#server/testing/auth-emulator.ts';
import { firebaseEnvironment } from '#server/testing/firebase-environment.ts';
import { firestoreEmulatorIsInstalled, startFirestoreEmulator } from '#server/testing/firestore-emulator.ts';
import { nodeArguments } from '#server/testing/bundle-processes.ts';
import { startPortalProcess, testEnvironment, type PortalProcess } from '#server/testing/portal-processes.ts';
import { startRedis } from '#server/testing/redis.ts';
import { serviceOrSkip } from '#server/testing/services.ts';
import { useSharedFirestore, type SharedFirestore } from '#server/testing/shared-firestore.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** For `describe.skipIf(...)`. */
export const noFirestore = !serviceOrSkip('Firestore emulator (gcloud and Java)', firestoreEmulatorIsInstalled());

/** A portal configured for Firebase, on projects of its own in the official emulators and a database of its own. */
export interface FirebaseHouse {
  database: TestDatabase;
  /** What web and worker are started with; only the addresses of the emulators differ from production. */
  environment: Record<string, string>;
  /** The main project as the mobile app, the console or an old program sees it. */
  firestore: Firestore;
  /** The project of digitized documents, likewise. */
  digitalization: Firestore;
  /** An account of Firebase Auth, as its console makes one. */
  createAccount(account: { uid: string; email: string; password: string }): Promise<void>;
  /** As the console does it: nothing tells the portal. */
  disableAccount(uid: string): Promise<void>;
  /** Fields exactly as Firestore holds them. */
  stored(documentPath: string): Promise<DocumentData>;
  start(kind: 'web' | 'worker'): Promise<PortalProcess>;
  /** `npm run read-model -- …`, as an operator runs it. */
  readModel(...args: string[]): Promise<{ code: number; output: string }>;
}

interface HouseOptions {
  /** Begins the names of its projects. */
  name: string;
  /** Firebase Auth too. */
  accounts: boolean;
  /** A Firestore emulator alone: for what tells how soon changes come. */
  alone?: boolean;
  /** Queues on a Redis of its own instead of the database. */
  redis?: boolean;
  /** What else web and worker are started with. */
  environment?: Readonly<Record<string, string>>;
}

/** Emulators and database before all tests of a file. */
export function useFirebaseHouse(options: HouseOptions): FirebaseHouse {
  const house = {} as FirebaseHouse;
  const closers: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    house.database = await createTestDatabase();
    const { host, projects } = await (options.alone ? startAlone(options.name, closers) : useSharedFirestore(options.name));
    const [accounts, redis] = await Promise.all([
      options.accounts ? startAuthEmulator(projects.main) : null,
      options.redis ? startRedis() : null,
    ]);
    closers.push(
      async () => accounts?.stop(),
      async () => redis?.remove(),
    );
    const { environment, remove } = await testEnvironment(house.database.url, {
      ...firebaseEnvironment({ firestore: host, accounts: accounts?.host }, projects),
      ...(redis && { REDIS_URL: redis.url }),
      ...options.environment,
    });
    closers.push(remove);
    house.environment = environment;
    // firebase-admin learns of the Auth emulator from the environment only, also in this process.
    if (accounts) vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', accounts.host);
    const connect = (projectId: string) => {
      const project = { projectId, clientEmail: undefined, privateKey: undefined };
      const connection = connectFirestore({ project, emulatorHost: host });
      closers.unshift(() => disconnect(connection.firestore, connection.app));
      return connection;
    };
    const { app, firestore } = connect(projects.main);
    house.firestore = firestore;
    house.digitalization = connect(projects.digitalization).firestore;
    house.createAccount = async (account) => void (await getAuth(app).createUser(account));
    house.disableAccount = async (uid) => void (await getAuth(app).updateUser(uid, { disabled: true }));
  }, AUTH_EMULATOR_START_MS);
  afterAll(async () => {
    for (const close of closers) await close();
    vi.unstubAllEnvs();
  });

  house.stored = async (documentPath) => {
    const data = (await house.firestore.doc(documentPath).get()).data();
    if (!data) throw new Error(`${documentPath} is not in Firestore`);
    return data;
  };
  house.start = async (kind) => {
    const started = await startPortalProcess(kind, house.environment);
    closers.unshift(() => started.kill('SIGTERM'));
    return started;
  };
  house.readModel = (...args) => runReadModel(house.environment, args);
  return house;
}

async function startAlone(name: string, closers: (() => Promise<unknown>)[]): Promise<SharedFirestore> {
  const emulator = await startFirestoreEmulator();
  closers.push(() => emulator.stop());
  return { host: emulator.host, projects: { main: `demo-${name}`, digitalization: `demo-${name}-d` } };
}

async function disconnect(firestore: Firestore, app: App): Promise<void> {
  await firestore.terminate();
  await deleteApp(app);
}

async function runReadModel(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<{ code: number; output: string }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...nodeArguments('read-model'), ...args], {
      cwd: ROOT,
      env: childEnvironment(environment),
    });
    return { code: 0, output: stdout };
  } catch (error) {
    const failed = error as { code: number; stdout: string; stderr: string };
    return { code: failed.code, output: failed.stdout + failed.stderr };
  }
}
