import { readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { errorCode } from './error-code.ts';
import type { Log } from './log/log.ts';

const KINDS = ['carga', 'paginas', 'reporte'] as const;

/** Beginning of the folders in which this process works on people's files. */
export const temporaryPrefix = (kind: (typeof KINDS)[number]): string => path.join(os.tmpdir(), `portal-${kind}-${process.pid}-`);

/** Removes the folders that killed processes left, because they hold members' data. */
export async function removeLeftFolders(log: Log): Promise<void> {
  try {
    for (const name of await readdir(os.tmpdir())) if (isOfNobodyElse(name)) await removeIfLeft(path.join(os.tmpdir(), name));
  } catch (error) {
    log.warn({ err: error }, 'temporary folders of killed processes not removed');
  }
}

function isOfNobodyElse(name: string): boolean {
  const [portal, kind, number] = name.split('-');
  const pid = Number(number);
  return portal === 'portal' && KINDS.some((known) => known === kind) && pid > 0 && (pid === process.pid || !isRunning(pid));
}

/** In a container, the process before had the same number as this one: its folders are older than this process. */
async function removeIfLeft(location: string): Promise<void> {
  const { mtimeMs } = await stat(location);
  if (mtimeMs < Date.now() - process.uptime() * 1_000) await rm(location, { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
