import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { childEnvironment } from '#server/entrances/commands/demo/supervise.ts';
import { freePort } from '#server/platform/sql/embedded-postgres.ts';
import { signIn } from './demo-portal.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Other test files may use every core; alone, the first start takes some 20 s and the second 4. */
const START_MS = 240_000;

describe('npm run demo', () => {
  const started: ChildProcess[] = [];
  let dataDirectory = '';
  afterAll(async () => {
    for (const child of started) if (child.exitCode === null) child.kill('SIGTERM');
    await Promise.all(started.map(ended));
    if (!dataDirectory) return;
    // When run as root, the database is elsewhere: the user that runs it may not enter this folder.
    await rm(await realpath(path.join(dataDirectory, 'postgres')).catch(() => dataDirectory), { recursive: true, force: true });
    await rm(dataDirectory, { recursive: true, force: true });
  });

  /** Waits until the demo is ready or has ended; `said` is its line `Listo:`, or all its output. */
  async function startDemo(port: number, directory = dataDirectory): Promise<{ demo: ChildProcess; said: string }> {
    const environment = { ...childEnvironment({}), PORT: String(port), DATA_DIR: directory };
    const demo = spawn(process.execPath, ['--import', 'tsx', 'server/entrances/commands/scripts/demo.ts'], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(demo);
    let output = '';
    for (const stream of [demo.stdout, demo.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => (demo.exitCode === null ? /^Listo:.*$/m.exec(output)?.[0] : output), { timeout: START_MS }).toBeDefined();
    return { demo, said: output.match(/^Listo:.*$/gm)?.join('\n') ?? output };
  }

  async function status(): Promise<{ code: number; text: string }> {
    const run = promisify(execFile)(process.execPath, ['--import', 'tsx', 'server/entrances/commands/scripts/read-model.ts', 'status'], {
      cwd: ROOT,
      env: { ...childEnvironment({}), DATA_DIR: dataDirectory },
    });
    return run.then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
    );
  }

  it(
    'prints its address, refuses a busy port or data folder, keeps its data, and stops without leftovers',
    { timeout: START_MS * 2 },
    async () => {
      dataDirectory = await mkdtemp(path.join(os.tmpdir(), 'portal-demo-'));
      const port = await freePort();
      const first = await startDemo(port);
      expect(first.said).toBe(
        `Listo: http://localhost:${port} — admin@demo.coop, editor@demo.coop, reportes@demo.coop, digitaliza@demo.coop, recibe@demo.coop (contraseña Demo-2026!)`,
      );
      const url = `http://localhost:${port}`;
      const cookie = await signIn(url, 'admin@demo.coop');
      const running = await status();
      expect(running.text).toMatch(/ agencias: 40 filas/);
      expect(running.code).toBe(0);

      const onItsPort = await startDemo(port, path.join(dataDirectory, 'other'));
      expect([await ended(onItsPort.demo), onItsPort.said]).toEqual([
        1,
        expect.stringContaining(`El puerto ${port} está ocupado por otro programa.`),
      ]);
      const onItsData = await startDemo(port);
      expect([await ended(onItsData.demo), onItsData.said]).toEqual([
        1,
        expect.stringContaining('Ya hay una demostración en marcha con estos datos'),
      ]);

      const database = Number((await readFile(path.join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
      first.demo.kill('SIGTERM');
      expect(await ended(first.demo)).toBe(0);
      await expect(fetch(url)).rejects.toThrow();
      expect(() => process.kill(database, 0)).toThrow();
      expect(existsSync(path.join(dataDirectory, 'running.json'))).toBe(false);
      expect(await status()).toMatchObject({ code: 2, text: expect.stringContaining('falta DATABASE_URL') as string });

      const second = await startDemo(port);
      const page = await fetch(`${url}/locations/list-agencies`, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' });
      expect(page.status).toBe(200);
      second.demo.kill('SIGINT');
      expect(await ended(second.demo)).toBe(0);
    },
  );
});

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}
