import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { endProcess } from '../platform/processes/end-process.ts';

interface Emulator {
  /** host:port of the Auth emulator, or of the server that hands out projects in it (shared-accounts.ts). */
  host: string;
  stop(): Promise<void>;
}

/** It is ready after 5-10 s, later when the machine is busy. */
export const AUTH_EMULATOR_START_MS = 150_000;
const HOST = '127.0.0.1';
const OUTPUT_KEPT = 4_000;

function toolsDirectory(): string {
  return process.env['PORTAL_TOOLS_DIR'] ?? path.join(os.homedir(), '.cache', 'portal-tools');
}

export function authEmulatorIsInstalled(): boolean {
  return existsSync(path.join(toolsDirectory(), 'node_modules', 'firebase-tools'));
}

/** The official Firebase Auth emulator in a process of its own. */
export const startAuthEmulator = () => startEmulator('auth-emulator-process.js');
/** The official Cloud Storage emulator, ready within a second. */
export const startStorageEmulator = () => startEmulator('storage-emulator-process.js');

async function startEmulator(script: string): Promise<Emulator> {
  const file = path.join(import.meta.dirname, script);
  const emulator = fork(file, [path.join(toolsDirectory(), 'package.json'), HOST], { execArgv: [], silent: true });
  const stop = () => endProcess(emulator, 0);
  try {
    return { host: `${HOST}:${await portOf(emulator)}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function portOf(emulator: ChildProcess): Promise<number> {
  let output = '';
  for (const stream of [emulator.stdout, emulator.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-OUTPUT_KEPT);
    });
  }
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`The emulator did not start:\n${output}`));
    const timer = setTimeout(fail, AUTH_EMULATOR_START_MS);
    emulator.once('exit', fail);
    emulator.once('message', (port) => {
      clearTimeout(timer);
      resolve(Number(port));
    });
  });
}
