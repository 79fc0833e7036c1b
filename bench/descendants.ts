import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 20;
const GONE_MS = 5_000;
const TICK_MS = 10;

interface ProcessEntry {
  pid: number;
  parent: number;
  hasEnded: boolean;
  /** CPU time of the process and of its ended children, in milliseconds. */
  processorMs: number;
}

/** Kills this process's descendants. @throws when some are still alive after 5 s */
export async function killDescendants(): Promise<void> {
  const deadline = Date.now() + GONE_MS;
  // Repeated until none is left: they may start others in the meantime.
  for (let living = livingDescendants(); living.length > 0; living = livingDescendants()) {
    if (Date.now() > deadline) throw new Error(`processes ${living.join(', ')} do not end`);
    for (const pid of living) kill(pid);
    await pause(POLL_MS);
  }
}

/** CPU time of this process and all its descendants, in milliseconds. */
export function processorMsOfAll(): number {
  const entries = readProcesses();
  const own = entries.filter(({ pid }) => pid === process.pid);
  return [...own, ...descendantsOf(process.pid, entries)].reduce((sum, { processorMs }) => sum + processorMs, 0);
}

function livingDescendants(): number[] {
  return descendantsOf(process.pid, readProcesses()).flatMap(({ pid, hasEnded }) => (hasEnded ? [] : [pid]));
}

function descendantsOf(root: number, entries: readonly ProcessEntry[]): ProcessEntry[] {
  return entries.filter(({ parent }) => parent === root).flatMap((child) => [child, ...descendantsOf(child.pid, entries)]);
}

/** All processes of the machine (proc(5)). */
function readProcesses(): ProcessEntry[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // Fields are read after the program's name: it stands in parentheses and may contain anything.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      return [{ pid: Number(name), parent: Number(fields[1]), hasEnded: fields[0] === 'Z', processorMs: ticks * TICK_MS }];
    } catch {
      // The process has just ended.
      return [];
    }
  });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has just ended.
  }
}
