import type { ChildProcess } from 'node:child_process';

/**
 * Ends a child process with the signal `asking`, and with `forcing` if it is still alive after `deadlineMs`. Resolves when it has ended.
 */
export async function endProcess(
  child: ChildProcess,
  deadlineMs: number,
  { asking, forcing }: { asking: NodeJS.Signals; forcing: NodeJS.Signals } = { asking: 'SIGTERM', forcing: 'SIGKILL' },
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(asking);
  const timer = setTimeout(() => child.kill(forcing), deadlineMs);
  await ended;
  clearTimeout(timer);
}
