import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { supervise } from '#server/entrances/commands/demo/supervise.ts';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { testEnvironment } from '#server/testing/portal-processes.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';

/** 10 s without a turn of the loop, then the end, the supervisor's pause and a start. */
const BACK_WITHIN_MS = 20_000;
const SUSPENDED_MS = 15_000;
const POLL = { timeout: 60_000, interval: 100 };

const { sql, url } = await createTestDatabase();
const { environment, remove } = await testEnvironment(url);
const store = createEmbeddedDocumentStore({ sql, database: 'main' });
const logDirectory = path.dirname(environment['FILES_DIR'] ?? '');
const HOLDS_ON_SIGNAL = `--import=${pathToFileURL(path.join(import.meta.dirname, 'stop-loop.mjs')).href}`;
const start = (name: string, script: string, nodeOptions: string) =>
  supervise({
    name,
    node: ['--import', 'tsx', script],
    root: path.resolve(import.meta.dirname, '../..'),
    environment: { ...environment, NODE_OPTIONS: nodeOptions },
    logDirectory,
  });
const web = start('web', 'server/main.ts', HOLDS_ON_SIGNAL);
const debuggedWorker = start('worker', 'jobs/worker.ts', `${HOLDS_ON_SIGNAL} --inspect=127.0.0.1:0`);
afterAll(async () => {
  // Its event loop is blocked, so it handles no other signal.
  const held = debuggedWorker.pid();
  const stopping = debuggedWorker.stop();
  if (held !== undefined) process.kill(held, 'SIGKILL');
  await Promise.all([web.stop(), stopping]);
  await store.close();
  await remove();
});

/** Status of /healthz; null when there is no response within a second. */
async function health(port: string | undefined): Promise<number | null> {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
  return answer?.status ?? null;
}

/** Pid of the process that answers now. */
async function running(supervised = web, port = environment['PORT']): Promise<number> {
  await vi.waitFor(async () => expect(await health(port)).toBe(200), POLL);
  const pid = supervised.pid();
  if (pid === undefined) throw new Error('the process does not run');
  return pid;
}

/** Lines that the watchdog wrote to the log of a process. */
async function watchdogLines(name: string): Promise<Record<string, unknown>[]> {
  const lines = (await readFile(path.join(logDirectory, `${name}.log`), 'utf8')).split('\n').filter((line) => line.includes('"silentMs"'));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the watchdog', () => {
  it('leaves alone a process suspended for 15 seconds, and a blocked one with a debugger attached', async () => {
    const pids = [await running(), await running(debuggedWorker, environment['WORKER_PORT'])] as const;
    process.kill(pids[0], 'SIGSTOP');
    process.kill(pids[1], 'SIGUSR2');
    await wait(SUSPENDED_MS);
    process.kill(pids[0], 'SIGCONT');
    expect(await running()).toBe(pids[0]);
    // Meanwhile its loop has had turns.
    await wait(3_000);
    expect([await running(), debuggedWorker.pid()]).toEqual(pids);
    expect([await watchdogLines('web'), await watchdogLines('worker')]).toEqual([[], []]);
  });

  it('ends a web process with a blocked event loop and logs the stack; it is back within 20 seconds with its data', async () => {
    const pid = await running();
    await store.create('departamentos/antes', { nombre: 'Antes' });
    process.kill(pid, 'SIGUSR2');
    const stoodAt = Date.now();
    await vi.waitFor(async () => expect(await health(environment['PORT'])).toBeNull(), POLL);
    await store.create('departamentos/mientras', { nombre: 'Mientras' });
    await vi.waitFor(() => expect(web.pid()).not.toBe(pid), POLL);
    const endedMs = Date.now() - stoodAt;
    const next = await running();
    const tookMs = Date.now() - stoodAt;
    process.stdout.write(`event loop held: ended after ${endedMs} ms, back after ${tookMs} ms\n`);

    expect(next).not.toBe(pid);
    expect(tookMs).toBeGreaterThan(9_000);
    expect(tookMs).toBeLessThan(BACK_WITHIN_MS);
    const [line, ...others] = await watchdogLines('web');
    expect(others).toEqual([]);
    expect(line).toMatchObject({ level: 60, process: 'web', msg: 'event loop silent, web ends' });
    expect(line?.['silentMs']).toBeGreaterThanOrEqual(10_000);
    expect(line?.['stack']).toMatch(/^at holdTheLoop \(file:.*stop-loop\.mjs:\d+\)/);
    for (const id of ['antes', 'mientras']) expect(await store.get(`departamentos/${id}`)).not.toBeNull();
  });
});
