import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const BENCH = 'exec node --import tsx bench/main.ts --quick --only content';

interface Run {
  child: ChildProcess;
  exit: Promise<number | null>;
  /** Command lines of the bench's processes. */
  processes: () => string[];
  /** The bench's temporary folder. */
  folder: string;
}

async function startBench(command: string): Promise<Run> {
  const marker = randomUUID();
  const child = spawn('sh', ['-c', command], { cwd: ROOT, env: { ...process.env, BENCH_TEST: marker }, stdio: 'ignore' });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let folder = '';
  // By then the bench has started a PostgreSQL.
  await expect.poll(() => (folder = folderIn(processesWith(marker))), { timeout: 110_000 }).not.toBe('');
  return { child, exit, folder, processes: () => processesWith(marker, folder) };
}

const folderIn = (commandLines: readonly string[]) => /\/\S+\/portal-bench-[^/]+/.exec(commandLines.join(' '))?.[0] ?? '';

/** Processes found by environment or working folder: PostgreSQL overwrites its command line. */
function processesWith(...marks: readonly string[]): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const traces = readFileSync(`/proc/${pid}/environ`, 'utf8') + readlinkSync(`/proc/${pid}/cwd`);
      const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return commandLine !== '' && marks.some((mark) => traces.includes(mark)) ? [commandLine] : [];
    } catch {
      // Not a process, or one that has just ended.
      return [];
    }
  });
}

it('the bench leaves no process and no folder when it is ended by SIGTERM', async () => {
  const { child, exit, folder, processes } = await startBench(BENCH);
  expect(processes().length).toBeGreaterThan(1);
  child.kill('SIGTERM');
  expect(await exit).toBe(130);
  expect(processes()).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});

it('the bench leaves no process and no folder when the shell around it is killed', async () => {
  const { child, folder, processes } = await startBench(`${BENCH.replace('exec ', '')}; true`);
  child.kill('SIGKILL');
  await expect.poll(() => [processes(), existsSync(folder)], { timeout: 60_000 }).toEqual([[], false]);
});
