import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensurePrismaClient } from '#prisma/generate.ts';
import { demoEvents } from '#prisma/seed/demo-size.ts';
import { BUNDLE_VARIABLE } from '../../../platform/processes/bundle.ts';
import { embeddedUrl, freePort, startEmbeddedPostgres, type EmbeddedPostgres } from '../../../platform/sql/embedded-postgres.ts';
import { describeFailure } from '../../../platform/refusal.ts';
import { createCommand, type CommandEnvironment } from '../run-command.ts';
import { bundleScripts, PRODUCTION, type Bundle } from './bundle-scripts.ts';
import { ensureBuild } from './ensure-build.ts';
import { DEMO_SIGN_INS, demoEnvironment, demoSecrets } from './demo-environment.ts';
import { prepareDatabase } from './prepare-database.ts';
import { announceDemo, isAlive, withdrawDemo } from './running-demo.ts';
import { supervise, type SupervisedProcess } from './supervise.ts';

/**
 * `npm run demo`: the whole portal on a machine with only Node. Real PostgreSQL, web and worker as separate processes, demo data;
 * everything is stored in DATA_DIR and survives a restart.
 */
const ROOT = path.join(import.meta.dirname, '..', '..', '..', '..');
const READY_TIMEOUT_MS = 60_000;
const PARENT_CHECK_MS = 300;
const SCRIPTS = { web: PRODUCTION.web, worker: PRODUCTION.worker, seed: 'server/entrances/commands/scripts/seed.ts' };
const SERVER_SETTINGS = ['shared_buffers=256MB', 'synchronous_commit=on', 'max_wal_size=96MB', 'min_wal_size=32MB'];

const print = (text: string) => process.stdout.write(`${text}\n`);

const USAGE = `npm run demo

  El portal entero en esta máquina, con datos de muestra y sin configurar nada. Ctrl+C lo detiene; lo guardado queda en DATA_DIR (.data).

  PORT        puerto del portal (3000)
  DEMO_SIZE   normal o large: cuántos datos tiene la primera vez`;

/** `npm run demo`: returns when it runs; it ends with the process. */
export const demo = createCommand({ usage: USAGE }, async ({ environment }) => {
  try {
    await start(environment);
    return 0;
  } catch (error) {
    console.error(describeFailure(error));
    return 1;
  }
});

async function start(given: CommandEnvironment): Promise<void> {
  const dataDirectory = path.resolve(ROOT, given['DATA_DIR'] ?? '.data');
  const port = Number(given['PORT'] ?? 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`PORT no es un puerto válido: ${given['PORT']}`);
  demoEvents(given);
  const logDirectory = path.join(dataDirectory, 'logs');
  await mkdir(logDirectory, { recursive: true });
  const release = await acquireLock(path.join(dataDirectory, 'demo.pid'));

  // Kept from the beginning: ending the demo during its start must not leave a database running.
  let postgres: Promise<EmbeddedPostgres> | null = null;
  let bundling: Promise<Bundle> | null = null;
  let preparing: Promise<void> | null = null;
  const giveUp = new AbortController();
  const processes: SupervisedProcess[] = [];
  let stopping: Promise<void> | null = null;
  const stop = () =>
    (stopping ??= (async () => {
      giveUp.abort();
      await preparing?.catch(() => undefined);
      await Promise.all(processes.map((entry) => entry.stop()));
      await withdrawDemo(dataDirectory);
      await (await postgres?.catch(() => null))?.stop();
      await (await bundling?.catch(() => null))?.remove();
      await release();
    })());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      print('Deteniendo…');
      void stop().then(() => process.exit(0));
    });
  }

  // npm runs this in a shell that does not forward signals: exit when the shell is gone.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void stop().then(() => process.exit(0));
  }, PARENT_CHECK_MS).unref();

  try {
    await freePort(port).catch((error: unknown) => {
      // Fail now, rather than after a minute of waiting for a web process that cannot listen.
      const advice = `Elija otro, por ejemplo: PORT=${port + 1} npm run demo`;
      throw new Error(`El puerto ${port} está ocupado por otro programa. ${advice}`, { cause: error });
    });
    print('Preparando PostgreSQL y las pantallas…');
    const directory = path.join(dataDirectory, 'postgres');
    const isNew = !existsSync(directory);
    const [databasePort, workerPort, secrets] = await Promise.all([freePort(), freePort(), demoSecrets(dataDirectory)]);
    postgres = startEmbeddedPostgres({ directory, port: databasePort, settings: SERVER_SETTINGS });
    ensurePrismaClient();
    bundling = bundleScripts(ROOT, SCRIPTS);
    // On the first start the screens are built while the database is filled: in sequence that would take half a minute longer, on two
    // processors.
    const building = ensureBuild(ROOT);
    // Errors are reported below, after the bundle.
    for (const begun of [postgres, building]) begun.catch(() => undefined);
    const bundle = await bundling;
    if (stopping) return;
    const environment = demoEnvironment({ databaseUrl: embeddedUrl(databasePort), dataDirectory, port, workerPort, secrets });
    preparing = prepareDatabase({
      environment,
      server: postgres,
      seed: [bundle.file('seed')],
      isNew,
      signal: giveUp.signal,
      print,
    });
    const ready = Promise.all([preparing, building]);
    const shared = {
      root: ROOT,
      environment: { ...environment, [BUNDLE_VARIABLE]: bundle.directory },
      logDirectory,
      // Nobody sees a half-filled demo; the processes load their code while the database is filled and CPU is left.
      startWhen: ready,
    };
    processes.push(
      supervise({ name: 'web', node: [bundle.file('web')], ...shared }),
      supervise({ name: 'worker', node: [bundle.file('worker')], ...shared }),
    );
    await ready;
    if (stopping) return;
    await Promise.all([port, workerPort].map((listening) => waitUntilReady(`http://127.0.0.1:${listening}/readyz`)));
    await announceDemo(dataDirectory, environment);
    print(`Listo: http://localhost:${port} — ${DEMO_SIGN_INS}`);
  } catch (error) {
    // Aborted work fails: nothing to report.
    if (stopping) return;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nRegistros: ${logDirectory}\n`);
    await stop();
    process.exit(1);
  }
}

/** One demo per data folder: a second one would use the same database files. */
async function acquireLock(file: string): Promise<() => Promise<void>> {
  const other = Number(await readFile(file, 'utf8').catch(() => '0'));
  if (other > 0 && other !== process.pid && isAlive(other))
    throw new Error(`Ya hay una demostración en marcha con estos datos (proceso ${other}).`);
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  let last = '';
  while (Date.now() < deadline) {
    try {
      const response = await fetch(url);
      if (response.ok) return;
      last = await response.text();
    } catch (error) {
      last = String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`El portal no respondió en ${url}: ${last}`);
}
