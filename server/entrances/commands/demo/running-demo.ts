import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { OWNER_ONLY } from '../../../platform/owner-only.ts';

const note = z.object({ pid: z.int().positive(), environment: z.record(z.string(), z.string()) });

/** Announces the demo that this process runs, so that commands (`npm run read-model`) find its database. */
export async function announceDemo(dataDirectory: string, environment: Readonly<Record<string, string>>): Promise<void> {
  await rm(fileOf(dataDirectory), { force: true });
  await writeFile(fileOf(dataDirectory), JSON.stringify({ pid: process.pid, environment }), { mode: OWNER_ONLY.file });
}

export async function withdrawDemo(dataDirectory: string): Promise<void> {
  await rm(fileOf(dataDirectory), { force: true });
}

/** The environment of the demo running on this data; null if none runs. */
export async function runningDemo(dataDirectory: string): Promise<Readonly<Record<string, string>> | null> {
  const text = await readFile(fileOf(dataDirectory), 'utf8').catch(() => null);
  if (text === null) return null;
  const { pid, environment } = note.parse(JSON.parse(text));
  return isAlive(pid) ? environment : null;
}

/** Not for a process that may not be signalled: another user's took the number of a demo that has ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function fileOf(dataDirectory: string): string {
  return path.join(dataDirectory, 'running.json');
}
