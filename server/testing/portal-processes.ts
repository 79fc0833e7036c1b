import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { demoEnvironment } from '../entrances/commands/demo/demo-environment.ts';
import { childEnvironment, MEMORY_OPTION } from '../entrances/commands/demo/supervise.ts';
import { BUNDLE_VARIABLE } from '../platform/processes/bundle.ts';
import { nodeArguments } from './bundle-processes.ts';
import { ownPort } from './own-port.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const READY_TIMEOUT_MS = 60_000;
const OUTPUT_KEPT = 20_000;

const TEST_SECRETS = {
  API_TOKEN: 'test-token-of-enough-length',
  FACTOR_KEY: 'test-factor-key-of-enough-length',
  SESSION_SECRET: 'test-session-secret-of-enough-length',
};

/** One process of the portal as in production: `web` or `worker`, started by its own script. */
export interface PortalProcess {
  /** `http://127.0.0.1:<port>` of the web, or of the worker's health address. */
  url: string;
  pid: number;
  /** The last 20,000 characters of its output. */
  output(): string;
  /** Resolves when it has ended, with its exit code; null when the signal ended it. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/** Environment of a portal with its own stores; `overrides` win. */
export async function testEnvironment(
  databaseUrl: string,
  overrides: Record<string, string> = {},
): Promise<{ environment: Record<string, string>; remove: () => Promise<void> }> {
  const dataDirectory = await mkdtemp(path.join(os.tmpdir(), 'portal-files-'));
  const [port, workerPort] = [await ownPort(), await ownPort()];
  const environment = {
    ...demoEnvironment({ databaseUrl, dataDirectory, port, workerPort, secrets: TEST_SECRETS }),
    LOG_LEVEL: 'warn',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...overrides,
  };
  return { environment, remove: () => rm(dataDirectory, { recursive: true, force: true }) };
}

/** Starts `web` or `worker` and waits until it answers. @throws with its output when it does not answer */
export async function startPortalProcess(kind: 'web' | 'worker', environment: Record<string, string>): Promise<PortalProcess> {
  const child = spawn(process.execPath, [MEMORY_OPTION, ...nodeArguments(kind)], {
    cwd: ROOT,
    env: { ...childEnvironment(environment), [BUNDLE_VARIABLE]: process.env[BUNDLE_VARIABLE] },
    // The IPC channel ends the process when the test process is gone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const appendOutput = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-OUTPUT_KEPT);
  };
  child.stdout?.on('data', appendOutput);
  child.stderr?.on('data', appendOutput);
  const url = `http://127.0.0.1:${kind === 'web' ? environment['PORT'] : environment['WORKER_PORT']}`;
  try {
    // The worker counts as ready when its own address answers: what it depends on may be started later.
    await waitForAnswer(`${url}/healthz`, child);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`${kind} did not start: ${output}`, { cause: error });
  }
  // A process that ends by itself would show in its tests only as refused connections: print its output.
  const printExit = (code: number | null, signal: string | null) =>
    void process.stderr.write(`${kind} ended by itself (${signal ?? code}): ${output}\n`);
  child.once('exit', printExit);
  const kill = (signal: NodeJS.Signals) => {
    child.off('exit', printExit);
    return endProcess(child, signal);
  };
  return { url, pid: child.pid ?? 0, output: () => output, kill };
}

async function waitForAnswer(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('the process ended');
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no answer from ${url}`);
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  child.kill(signal);
  return ended;
}
