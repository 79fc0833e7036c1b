const PARENT_CHECK_MS = 200;

/**
 * Calls `end` once: on SIGINT, SIGTERM and SIGHUP, and when the parent process is gone, because the shell that npm inserts forwards no
 * signals.
 */
export function onShutdown(end: (reason: string) => void): void {
  let isAsked = false;
  const ask = (reason: string) => {
    if (isAsked) return;
    isAsked = true;
    end(reason);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal));
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) ask('the process that started it is gone');
  }, PARENT_CHECK_MS).unref();
}
