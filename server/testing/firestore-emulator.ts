import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findProgram } from './find-program.ts';
import { ownPort } from './own-port.ts';

export interface FirestoreEmulator {
  /** host:port, as FIRESTORE_EMULATOR_HOST wants it. Every project id is a database of its own. */
  host: string;
  stop(): Promise<void>;
}

const JAR = path.join('platform', 'cloud-firestore-emulator', 'cloud-firestore-emulator.jar');
const MAIN_CLASS = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
/** A JIT and a garbage collector for long-running servers cost more here than they gain. */
const QUICK_TO_START = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
/** It is ready after 2-5 s, later when the machine is busy. */
export const FIRESTORE_EMULATOR_START_MS = 60_000;
const STOP_MS = 10_000;
const POLL_MS = 100;
/**
 * The shell waits for the end of its stdin, a pipe from this process: however this process ends, even by SIGKILL, the pipe closes and the
 * shell kills Java.
 */
const GUARDED = `"$@" </dev/null & child=$!; cat >/dev/null; kill -9 $child 2>/dev/null; wait $child 2>/dev/null`;

export function firestoreEmulatorIsInstalled(): boolean {
  return emulatorJar() !== null && findProgram('java') !== null;
}

/** The official emulator (part of the gcloud SDK) on a free port, in a process group of its own. */
export async function startFirestoreEmulator(): Promise<FirestoreEmulator> {
  const jar = emulatorJar();
  if (!jar) throw new Error('The Firestore emulator is not installed (gcloud components install cloud-firestore-emulator)');
  const port = await ownPort();
  const options = ['-Xmx1g', ...QUICK_TO_START, '-Duser.language=en', '-cp', jar];
  const java = ['java', ...options, MAIN_CLASS, 'start', '--host=127.0.0.1', `--port=${port}`];
  const emulator = spawn('sh', ['-c', GUARDED, 'sh', ...java], { cwd: os.tmpdir(), detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  try {
    await waitUntilReady(emulator, `http://127.0.0.1:${port}/`);
  } catch (error) {
    await stopEmulator(emulator);
    throw error;
  }
  return { host: `127.0.0.1:${port}`, stop: () => stopEmulator(emulator) };
}

function emulatorJar(): string | null {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, 'gcloud'));
  const roots = onPath.filter((command) => existsSync(command)).map((command) => path.join(path.dirname(realpathSync(command)), '..'));
  const usual = ['/usr/lib/google-cloud-sdk', '/opt/google-cloud-sdk', '/google-cloud-sdk', path.join(os.homedir(), 'google-cloud-sdk')];
  return [...roots, ...usual].map((root) => path.join(root, JAR)).find((jar) => existsSync(jar)) ?? null;
}

async function waitUntilReady(emulator: ChildProcess, url: string): Promise<void> {
  let output = '';
  for (const stream of [emulator.stdout, emulator.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
    });
  }
  const deadline = Date.now() + FIRESTORE_EMULATOR_START_MS;
  while (Date.now() < deadline && emulator.exitCode === null) {
    const ready = await fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`The Firestore emulator did not start:\n${output}`);
}

async function stopEmulator(emulator: ChildProcess): Promise<void> {
  if (emulator.exitCode !== null || emulator.signalCode !== null || emulator.pid === undefined) return;
  const group = -emulator.pid;
  const ended = new Promise<void>((resolve) => emulator.once('exit', () => resolve()));
  emulator.stdin?.end();
  const timer = setTimeout(() => process.kill(group, 'SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}
