import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { vi } from 'vitest';
import { migrate } from '#prisma/migrate.ts';
import { loadConfig } from '#server/config/config.ts';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { supervise, type SupervisedProcess } from '#server/entrances/commands/demo/supervise.ts';
import { createLog } from '#server/platform/log/log.ts';
import { BUNDLE_VARIABLE } from '#server/platform/processes/bundle.ts';
import { startEmbeddedPostgres } from '#server/platform/sql/embedded-postgres.ts';
import type { DatabaseName, Fields } from '#server/ports/documents/document-store.ts';
import { startFaultyBackend, type FaultyBackend } from '#server/ports/rest-backend/testing/faulty-backend.ts';
import { createPortal, type Portal } from '#server/portal.ts';
import { nodeArguments } from '#server/testing/bundle-processes.ts';
import { startFaultyWire, type FaultyWire } from '#server/testing/faulty-wire.ts';
import { firebaseEnvironment } from '#server/testing/firebase-environment.ts';
import { ownPort } from '#server/testing/own-port.ts';
import { testEnvironment } from '#server/testing/portal-processes.ts';
import { startRedis, type TestRedis } from '#server/testing/redis.ts';
import { useSharedAccounts } from '#server/testing/shared-accounts.ts';
import { useSharedFirestore } from '#server/testing/shared-firestore.ts';

/** Firebase and Redis as in production, or PostgreSQL alone as in the demo. */
export type Ground = 'firebase' | 'embedded';

export const PASSWORD = 'Tambor-lluvia-2026!';
const CLOCK = `--import=${pathToFileURL(path.join(import.meta.dirname, 'shift-clock.mjs')).href}`;
const ROOT = path.resolve(import.meta.dirname, '../..');
/** Small enough to be filled quickly. */
const DATABASE_DISK = '600m';
const FILES_DISK = '2g';

export interface FaultWorld {
  ground: Ground;
  /** The portal's address. */
  url: string;
  environment: Readonly<Record<string, string>>;
  /** The same services in this process, past every faulty wire: for checks, and for writes of other programs. */
  portal: Portal;
  web: SupervisedProcess;
  worker: SupervisedProcess;
  /** The server process; its supervisor restarts it half a second after it ends. */
  postgres: { pid(): number; stayAway(isAway: boolean): void; url(database?: string): string };
  redis: TestRedis | null;
  wires: Readonly<Partial<Record<'firestore' | 'accounts' | 'redis', FaultyWire>>>;
  backend: FaultyBackend;
  /** Folders on disks of their own; null where this machine does not allow mounting. */
  disks: { database: string; files: string } | null;
  close(): Promise<void>;
}

/**
 * A portal and everything that it depends on, with processes, wires and disks of its own; web and worker run under the demo's supervisor.
 */
export async function openFaultWorld(ground: Ground): Promise<FaultWorld> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closeOne of closers.splice(0)) await closeOne().catch(() => undefined);
  };
  const opened = <Part>(part: Part, end: (part: Part) => Promise<unknown>): Part => {
    closers.unshift(() => end(part));
    return part;
  };
  try {
    await ensureBuild(ROOT);
    const directory = opened(await mkdtemp(path.join(os.tmpdir(), 'portal-faults-')), (made) => rm(made, { recursive: true, force: true }));
    // The database's own user must be able to enter it.
    await chmod(directory, 0o755);
    const disks = await mountDisks(directory, closers);
    const postgres = opened(await supervisePostgres(path.join(directory, 'database', 'cluster')), (kept) => kept.stop());
    await migrate(postgres.url());
    const backend = await startFaultyBackend('http://127.0.0.1:1');
    const { environment: base, remove } = await testEnvironment(postgres.url(), {
      FILES_DIR: path.join(directory, 'files'),
      REST_BACKEND_URL: `${backend.url}/api`,
      LOG_LEVEL: 'warn',
    });
    closers.unshift(remove);
    const [straight, faulty, parts] = await openGround(ground, opened);
    const direct = { ...base, ...straight };
    const url = base['PUBLIC_URL'] ?? '';
    backend.lead(url);
    const portal = opened(
      await createPortal(loadConfig({ ...direct, PORT: '1', REST_BACKEND_URL: '' }), createLog({ level: 'silent', process: 'test' })),
      (one) => one.close(),
    );
    await fill(portal);
    const environment = { ...direct, ...faulty, NODE_OPTIONS: CLOCK, [BUNDLE_VARIABLE]: process.env[BUNDLE_VARIABLE] ?? '' };
    const [web, worker] = (['web', 'worker'] as const).map((name) =>
      opened(supervise({ name, node: nodeArguments(name), root: ROOT, environment, logDirectory: directory }), (one) => one.stop()),
    ) as [SupervisedProcess, SupervisedProcess];
    return { ground, url, environment: direct, portal, web, worker, postgres, backend, disks, ...parts, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Opened = <Part>(part: Part, end: (part: Part) => Promise<unknown>) => Part;

/** @returns environment variables with direct addresses, those through faulty wires, and the parts of both */
async function openGround(ground: Ground, opened: Opened) {
  if (ground === 'embedded') return [{}, {}, { redis: null, wires: {} }] as const;
  const { host, projects } = await useSharedFirestore('faults');
  const accountsHost = (await useSharedAccounts(projects.main)).host;
  // firebase-admin learns the emulator's address from the environment only, in this process too.
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', accountsHost);
  const redis = opened(await startRedis(), (one) => one.remove());
  const wire = async (target: string, speaks?: 'grpc') => opened(await startFaultyWire(target, speaks), (one) => one.close());
  const wires = { firestore: await wire(host, 'grpc'), accounts: await wire(accountsHost), redis: await wire(new URL(redis.url).host) };
  const variables = (hosts: { firestore: string; accounts: string; redis: string }) => ({
    ...firebaseEnvironment(hosts, projects),
    REDIS_URL: `redis://${hosts.redis}`,
  });
  const through = { firestore: wires.firestore.host, accounts: wires.accounts.host, redis: wires.redis.host };
  return [
    variables({ firestore: host, accounts: accountsHost, redis: new URL(redis.url).host }),
    variables(through),
    { redis, wires },
  ] as const;
}

async function mountDisks(directory: string, closers: (() => Promise<unknown>)[]): Promise<FaultWorld['disks']> {
  const [database, files] = [path.join(directory, 'database'), path.join(directory, 'files')];
  await Promise.all([database, files].map((one) => mkdir(one)));
  try {
    for (const [folder, size] of [
      [database, DATABASE_DISK],
      [files, FILES_DISK],
    ] as const) {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
      closers.unshift(async () => execFileSync('umount', ['-l', folder], { stdio: 'ignore' }));
    }
    return { database, files };
  } catch {
    return null;
  }
}

/** PostgreSQL under a supervisor, as in production: it restarts half a second after it ends. */
async function supervisePostgres(directory: string) {
  const port = await ownPort();
  const start = () =>
    startEmbeddedPostgres({
      directory,
      port,
      settings: ['max_connections=80', 'shared_buffers=32MB', 'max_wal_size=64MB', 'min_wal_size=32MB'],
    });
  let server = await start();
  let isAway = false;
  let isStopping = false;
  const supervision = (async () => {
    while (!isStopping) {
      await pause(100);
      if (isAway || isAlive(server.pid)) continue;
      await pause(500);
      if (!isStopping) server = await start().catch(() => server);
    }
  })();
  return {
    pid: () => server.pid,
    url: (database?: string) => server.url(database),
    stayAway: (away: boolean) => {
      isAway = away;
    },
    async stop() {
      isStopping = true;
      await supervision;
      await server.stop();
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Two administrators of two agencies, and what files and packages need. */
export async function fill({ documents, readModel, identity }: Pick<Portal, 'documents' | 'identity' | 'readModel'>): Promise<void> {
  const put = async (database: DatabaseName, place: string, data: Fields) => {
    const now = new Date();
    await documents[database].set(place, { ...data, isActive: true, createdAt: now, updatedAt: now });
    await readModel.projectNow(database, [place]);
  };
  for (const agency of ['uno', 'dos'])
    await put('main', `agencias/${agency}`, { nombre: `Agencia ${agency}`, tipo: 'agencia', estado: true });
  await put('main', 'maletin_carpetas/c1', { nombre: 'Actas', estado: true });
  await put('main', 'maletin_tipos_documento/t1', { nombre: 'Acta', extensiones: ['mp4', 'pdf'], tamanoMaximoMb: 50, estado: true });
  await put('digitalization', 'categorias/c1', { nombre: 'Legal' });
  await put('digitalization', 'tipos_documento/t1', { nombre: 'Poder', categoryId: 'c1' });
  await put('digitalization', 'permisos_documentos/todo', { title: 'Todo', permissions: { c1: { t1: ['create', 'view', 'edit'] } } });
  for (const [id, agency] of [
    ['jefa', 'uno'],
    ['recibe', 'dos'],
  ] as const) {
    const person = { name: id, email: `${id}@demo.coop`, role: 'admin', agency, state: true, digitalization_permission_id: 'todo' };
    await put('main', `usuarios/${id}`, person);
    await identity.createAccount({ uid: id, email: person.email, password: PASSWORD });
  }
}

/** Takes all connections of PostgreSQL, the portal's included. @returns a function that releases them */
export async function exhaustConnections(url: string): Promise<() => Promise<void>> {
  const openClients: pg.Client[] = [];
  const connectMore = async () => {
    for (;;) {
      const client = new pg.Client({ connectionString: url, application_name: 'taker', connectionTimeoutMillis: 2_000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        openClients.push(client);
      } catch {
        return;
      }
    }
  };
  await connectMore();
  for (let round = 0; round < 3; round += 1) {
    await openClients[0]?.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name <> 'taker' AND backend_type = 'client backend'`,
    );
    await connectMore();
  }
  return async () => void (await Promise.all(openClients.map((client) => client.end().catch(() => undefined))));
}

/** Fills the disk of a folder completely. @returns a function that frees the space again */
export async function fillDisk(folder: string): Promise<() => Promise<void>> {
  if (folder === '') throw new Error('without a disk of its own, the disk of the machine would be filled');
  const ballast = path.join(folder, 'ballast');
  // `dd` fails once nothing more fits.
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M'], { stdio: 'ignore' });
  } catch {
    await writeFile(`${ballast}-2`, Buffer.alloc(4096)).catch(() => undefined);
  }
  return async () => {
    await rm(ballast, { force: true });
    await rm(`${ballast}-2`, { force: true });
  };
}

/** @returns a function that makes it writable again */
export async function makeReadOnly(folder: string): Promise<() => Promise<void>> {
  const remount = async (mode: 'ro' | 'rw') => {
    for (let tries = 0; ; tries += 1) {
      try {
        return void execFileSync('mount', ['-o', `remount,${mode}`, folder], { stdio: 'ignore' });
      } catch (error) {
        // Remounting fails while a file there is open for writing.
        if (tries > 200) throw error;
        await pause(20);
      }
    }
  };
  await remount('ro');
  return () => remount('rw');
}
