import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { ownPort } from './own-port.ts';

export interface AuthEmulator {
  /** host:port, as FIREBASE_AUTH_EMULATOR_HOST wants it. */
  host: string;
  projectId: string;
  /** Code of the newest password-reset link that the emulator made for the address, null when there is none. */
  lastResetCode(email: string): Promise<string | null>;
  stop(): Promise<void>;
}

/** It answers after 15-45 s, more when the machine is busy. */
export const AUTH_EMULATOR_START_MS = 150_000;
const STOP_MS = 10_000;
const POLL_MS = 200;
const PROJECT_ID = 'demo-portal';

function firebaseCommand(): string {
  const folder = process.env['PORTAL_TOOLS_DIR'] ?? path.join(os.homedir(), '.cache', 'portal-tools');
  return path.join(folder, 'node_modules', '.bin', 'firebase');
}

export function authEmulatorIsInstalled(): boolean {
  return existsSync(firebaseCommand());
}

/** The official Firebase Auth emulator on free ports, in a process group of its own. */
export async function startAuthEmulator(): Promise<AuthEmulator> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'portal-auth-emulator-'));
  const host = '127.0.0.1';
  const [auth, hub, logging] = [await ownPort(), await ownPort(), await ownPort()];
  const emulators = { auth: { host, port: auth }, hub: { host, port: hub }, logging: { host, port: logging }, ui: { enabled: false } };
  await writeFile(path.join(directory, 'firebase.json'), JSON.stringify({ emulators }));
  const emulator = spawn(firebaseCommand(), ['emulators:start', '--only', 'auth', '--project', PROJECT_ID], {
    cwd: directory,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: 'true', NO_UPDATE_NOTIFIER: '1' },
  });
  // A test run that ends without `stop` must not leave the emulator behind.
  const killAtExit = () => signalGroup(emulator, 'SIGKILL');
  process.once('exit', killAtExit);
  const stop = async () => {
    process.off('exit', killAtExit);
    await stopGroup(emulator);
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(emulator, `http://${host}:${auth}/`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { host: `${host}:${auth}`, projectId: PROJECT_ID, lastResetCode: (email) => lastResetCode(`${host}:${auth}`, email), stop };
}

const codesSchema = z.object({
  oobCodes: z.array(z.object({ email: z.string().optional(), requestType: z.string(), oobCode: z.string() })),
});

async function lastResetCode(host: string, email: string): Promise<string | null> {
  const response = await fetch(`http://${host}/emulator/v1/projects/${PROJECT_ID}/oobCodes`);
  const { oobCodes } = codesSchema.parse(await response.json());
  return oobCodes.findLast((code) => code.email === email && code.requestType === 'PASSWORD_RESET')?.oobCode ?? null;
}

async function waitUntilReady(emulator: ChildProcess, url: string): Promise<void> {
  let output = '';
  for (const stream of [emulator.stdout, emulator.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
    });
  }
  let failure: Error | undefined;
  emulator.once('error', (error) => (failure = error));
  const deadline = Date.now() + AUTH_EMULATOR_START_MS;
  while (Date.now() < deadline && emulator.exitCode === null && emulator.signalCode === null && !failure) {
    const ready = await fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`The Auth emulator did not start:\n${output}`, { cause: failure });
}

async function stopGroup(emulator: ChildProcess): Promise<void> {
  if (emulator.exitCode === null && emulator.signalCode === null && emulator.pid !== undefined) {
    const ended = new Promise<void>((resolve) => emulator.once('exit', () => resolve()));
    signalGroup(emulator, 'SIGTERM');
    const timer = setTimeout(() => signalGroup(emulator, 'SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(timer);
  }
  signalGroup(emulator, 'SIGKILL');
}

/** The command starts further processes: the signal goes to the whole group. */
function signalGroup(emulator: ChildProcess, signal: NodeJS.Signals): void {
  if (emulator.pid === undefined) return;
  try {
    process.kill(-emulator.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
