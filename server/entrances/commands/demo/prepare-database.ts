import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { migrate } from '#prisma/migrate.ts';
import { isSeeded } from '#prisma/seed/seeded.ts';
import { createEmbeddedDocumentStore } from '../../../ports/documents/embedded/embedded.ts';
import { createSql } from '../../../platform/sql/sql.ts';
import { DEFERRED_START_VARIABLE } from '../../../platform/processes/wait-for-start.ts';
import { childEnvironment, MEMORY_OPTION } from './supervise.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..', '..');

export interface Preparation {
  /** Environment of the demo's processes. */
  environment: Readonly<Record<string, string>>;
  /** Resolves when the database of `environment` accepts queries. */
  server: PromiseLike<unknown>;
  /** Node's arguments for `npm run seed`. */
  seed: readonly string[];
  /** Loads the seed's code while the server starts: worthwhile if the cluster is about to be created. */
  isNew?: boolean;
  /** Aborts the filling; the next start begins it anew. */
  signal?: AbortSignal;
  /** Tells the person what takes time. */
  print: (text: string) => void;
}

/** Migrates the demo's database and, the first time, fills it, in a separate process. */
export async function prepareDatabase({ environment, server, seed, isNew = false, signal, print }: Preparation): Promise<void> {
  const url = environment['DATABASE_URL'] ?? '';
  const start = () => startFilling(seed, environment, signal);
  let filling = isNew ? start() : null;
  try {
    await server;
    await migrate(url);
    if (await holdsDemo(url)) return;
    signal?.throwIfAborted();
    print('Cargando los datos de demostración…');
    filling ??= start();
    // A process that has already ended reports that through its output.
    filling.child.send('start', () => undefined);
    print((await filling.output).trimEnd());
  } finally {
    filling?.child.kill();
  }
}

/** @returns a process that loads its code and waits for the start message, and its output as a promise, rejected with its error output. */
function startFilling(seed: readonly string[], environment: Readonly<Record<string, string>>, signal: AbortSignal | undefined) {
  const { DEMO_SIZE = '' } = process.env;
  const child = spawn(process.execPath, [MEMORY_OPTION, ...seed], {
    cwd: ROOT,
    signal,
    env: childEnvironment({ ...environment, LOG_LEVEL: 'warn', DEMO_SIZE, [DEFERRED_START_VARIABLE]: '1' }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  let complained = '';
  child.stdout?.setEncoding('utf8').on('data', (words: string) => (printed += words));
  child.stderr?.setEncoding('utf8').on('data', (words: string) => (complained += words));
  const output = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`No se pudieron cargar los datos de demostración.\n${complained}`);
    return printed;
  });
  // If it is ended before its start, nobody awaits the output.
  output.catch(() => undefined);
  return { child, output };
}

async function holdsDemo(url: string): Promise<boolean> {
  const sql = createSql({ url, max: 1, application: 'portal demo', onError: () => undefined });
  const store = createEmbeddedDocumentStore({ sql, database: 'main' });
  try {
    return await isSeeded(store);
  } finally {
    await store.close();
    await sql.end();
  }
}
