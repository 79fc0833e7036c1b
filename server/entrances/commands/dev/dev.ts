import { spawn, type ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { ensurePrismaClient } from '#prisma/generate.ts';
import { DEMO_SIGN_INS, demoEnvironment, demoSecrets } from '../demo/demo-environment.ts';
import { forgetBuild } from '../demo/ensure-build.ts';
import { prepareDatabase } from '../demo/prepare-database.ts';
import { endProcess } from '../../../platform/processes/end-process.ts';
import { createCommand, type CommandEnvironment } from '../run-command.ts';
import { freePort, startEmbeddedPostgres } from '../../../platform/sql/embedded-postgres.ts';

/**
 * `npm run dev`: PostgreSQL with the demo's data, screens compiled on every change and picked up by the running web process, web and worker
 * restarted on every change of the server code they have loaded, and pages that reload themselves. Data is stored in DATA_DIR/dev, apart
 * from the demo's.
 */
const ROOT = path.join(import.meta.dirname, '..', '..', '..', '..');
const BUILD_FILE = path.join(ROOT, 'build', 'index.js');
const FIRST_BUILD_TIMEOUT_MS = 60_000;
const STOP_DEADLINE_MS = 15_000;

const print = (text: string) => process.stdout.write(`${text}\n`);
const tool = (...segments: string[]) => path.join(ROOT, 'node_modules', ...segments);

const USAGE = `npm run dev

  La demostración con pantallas y procesos que se actualizan solos al cambiar el código. Lo guardado queda en DATA_DIR/dev (.data/dev).

  PORT        puerto del portal (3000)
  DEMO_SIZE   normal o large: cuántos datos tiene la primera vez`;

/** `npm run dev`: returns when it runs; it ends with the process. */
export const dev = createCommand({ usage: USAGE }, async ({ environment }) => {
  await start(environment);
  return 0;
});

async function start(given: CommandEnvironment): Promise<void> {
  const dataDirectory = path.resolve(ROOT, given['DATA_DIR'] ?? '.data', 'dev');
  const port = Number(given['PORT'] ?? 3000);
  const [secrets, workerPort] = await Promise.all([demoSecrets(dataDirectory), freePort()]);
  const postgres = await startEmbeddedPostgres({ directory: path.join(dataDirectory, 'postgres') });
  const children: ChildProcess[] = [];
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    await Promise.all(children.map((child) => endProcess(child, STOP_DEADLINE_MS)));
    await postgres.stop();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

  try {
    const environment = {
      ...demoEnvironment({ databaseUrl: postgres.url(), dataDirectory, port, workerPort, secrets }),
      NODE_ENV: 'development' as const,
    };
    const run = (script: string, ...args: string[]) => {
      const child = spawn(process.execPath, [script, ...args], {
        cwd: ROOT,
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      children.push(child);
      // A watcher that exits by itself is broken; failing code only waits for the next change.
      child.once('exit', (exitCode) => void stop(exitCode ?? 1));
    };
    const startedAt = Date.now();
    ensurePrismaClient();
    await forgetBuild(ROOT);
    run(tool('@remix-run', 'dev', 'dist', 'cli.js'), 'watch');
    await prepareDatabase({
      environment,
      server: Promise.resolve(),
      seed: ['--import', 'tsx', 'server/entrances/commands/scripts/seed.ts'],
      print,
    });
    await waitForBuild(startedAt);
    const tsx = tool('tsx', 'dist', 'cli.mjs');
    // The web process picks up new screens by itself (server/entrances/http/dev-reload.ts).
    run(tsx, 'watch', '--clear-screen=false', '--exclude', 'build/**', 'server/main.ts');
    run(tsx, 'watch', '--clear-screen=false', 'jobs/worker.ts');
    print(`Desarrollo: http://localhost:${port} — ${DEMO_SIGN_INS}`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    await stop(1);
  }
}

/** Waits until the compiler has written the screens for this start. */
async function waitForBuild(since: number): Promise<void> {
  const deadline = Date.now() + FIRST_BUILD_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const file = await stat(BUILD_FILE).catch(() => null);
    if (file && file.mtimeMs >= since) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Las pantallas no se compilaron: vea los mensajes de arriba.');
}
