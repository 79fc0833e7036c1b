import { deleteApp, type App } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import type { DocumentData, Firestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, vi } from 'vitest';
import { startWorker } from '#jobs/start-worker.ts';
import { loadConfig } from '#server/config/config.ts';
import { connectFirestore } from '#server/ports/documents/firestore/firestore.ts';
import { createLog } from '#server/platform/log/log.ts';
import { startWeb } from '#server/entrances/http/start-web.ts';
import { AUTH_EMULATOR_START_MS } from '#server/testing/auth-emulator.ts';
import { firebaseEnvironment } from '#server/testing/firebase-environment.ts';
import { startPortalProcess, testEnvironment, type PortalProcess } from '#server/testing/portal-processes.ts';
import { startRedis } from '#server/testing/redis.ts';
import { runCommandProcess } from '#server/testing/run-command-process.ts';
import { hasService } from '#server/testing/services.ts';
import { useSharedAccounts } from '#server/testing/shared-accounts.ts';
import { useSharedFirestore } from '#server/testing/shared-firestore.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

/** For `describe.skipIf(...)`. */
export const noFirestore = !hasService('Firestore emulator');

/** A portal configured for Firebase, with projects of its own in the official emulators and a database of its own. */
export interface FirebaseHouse {
  database: TestDatabase;
  /** Environment of web and worker; only the emulators' addresses differ from production. */
  environment: Record<string, string>;
  /** The main project as the mobile app, the console or another program accesses it. */
  firestore: Firestore;
  /** The project of digitized documents, accessed the same way. */
  digitalization: Firestore;
  /** Creates a Firebase Auth account, as the console does. */
  createAccount(account: { uid: string; email: string; password: string }): Promise<void>;
  /** As the console does: the portal is not notified. */
  disableAccount(uid: string): Promise<void>;
  /** Changes what the library cannot, through the emulator's own API. */
  changeAccount(uid: string, change: { validSince: string }): Promise<void>;
  /** The fields exactly as Firestore stores them. */
  stored(documentPath: string): Promise<DocumentData>;
  /** Starts a process as in production. */
  start(kind: 'web' | 'worker'): Promise<PortalProcess>;
  /** Starts web and worker in this process, for tests that end neither. @returns the web's address */
  startHere(): Promise<{ url: string }>;
  /** Runs `npm run read-model -- …` as an operator does. */
  readModel(...args: string[]): ReturnType<typeof runCommandProcess>;
}

interface HouseOptions {
  /** Prefix of its project ids. */
  name: string;
  /** Whether Firebase Auth is needed. */
  accounts: boolean;
  /** Queues on a Redis instead of the database. */
  redis?: boolean;
  /** Additional environment of web and worker. */
  environment?: Readonly<Record<string, string>>;
}

/** Starts emulators and database before all tests of a file. */
export function useFirebaseHouse(options: HouseOptions): FirebaseHouse {
  const house = {} as FirebaseHouse;
  const closers: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    house.database = await createTestDatabase();
    const { host, projects } = await useSharedFirestore(options.name);
    const [accounts, redis] = await Promise.all([
      options.accounts ? useSharedAccounts(projects.main) : null,
      options.redis ? startRedis() : null,
    ]);
    closers.push(async () => redis?.remove());
    const { environment, remove } = await testEnvironment(house.database.url, {
      ...firebaseEnvironment({ firestore: host, accounts: accounts?.host }, projects),
      ...(redis && { REDIS_URL: redis.url }),
      ...options.environment,
    });
    closers.push(remove);
    house.environment = environment;
    // firebase-admin learns the Auth emulator's address from the environment only, in this process too; nothing else here reads it.
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
    house.changeAccount = async (localId, change) => {
      const address = `http://${accounts?.host}/identitytoolkit.googleapis.com/v1/projects/${projects.main}/accounts:update`;
      const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
      const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ localId, ...change }) });
      if (!answer.ok) throw new Error(`the account was not changed: ${answer.status} ${await answer.text()}`);
    };
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
  house.startHere = async () => {
    const log = createLog({ level: 'silent', process: 'test' });
    for (const start of [startWeb, startWorker]) {
      const running = await start(loadConfig(house.environment), log);
      closers.unshift(() => running.close());
    }
    return { url: house.environment['PUBLIC_URL'] ?? '' };
  };
  house.readModel = (...args) => runCommandProcess('read-model', args, house.environment);
  return house;
}

async function disconnect(firestore: Firestore, app: App): Promise<void> {
  await firestore.terminate();
  await deleteApp(app);
}
