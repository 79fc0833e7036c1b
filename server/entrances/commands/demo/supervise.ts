import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import path from 'node:path';
import { endProcess } from '../../../platform/processes/end-process.ts';
import { DEFERRED_START_VARIABLE } from '../../../platform/processes/wait-for-start.ts';

const RESTART_FIRST_MS = 500;
const RESTART_MAX_MS = 10_000;
/** A process that lived this long counts as healthy: the next restart is quick. */
const HEALTHY_AFTER_MS = 30_000;
const STOP_DEADLINE_MS = 20_000;

/** A page creates much short-lived garbage: with V8's default young generation of 16 MB, a list page takes 5 % longer. */
export const MEMORY_OPTION = '--max-semi-space-size=32';

export interface SupervisedProcess {
  /** SIGTERM, then SIGKILL after 20 s; resolves when the process has ended. */
  stop(): Promise<void>;
  pid(): number | undefined;
}

/**
 * Keeps a process running by restarting it when it dies. Its output goes to `<logDirectory>/<name>.log`. Through the IPC channel it notices
 * when this process is gone, so that nothing is left behind even after kill -9.
 */
export function supervise(options: {
  name: string;
  /** Node's arguments: `['--import', 'tsx', 'server/main.ts']`, or a bundled script. */
  node: readonly string[];
  root: string;
  environment: Record<string, string>;
  logDirectory: string;
  /** Until this resolves, the process only loads its code; if it is rejected, for ever. */
  startWhen?: Promise<unknown>;
}): SupervisedProcess {
  const { startWhen } = options;
  const output: WriteStream = createWriteStream(path.join(options.logDirectory, `${options.name}.log`), { flags: 'a' });
  let child: ChildProcess | null = null;
  let stopping = false;
  let delay = RESTART_FIRST_MS;
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    const startedAt = Date.now();
    const started = spawn(process.execPath, [MEMORY_OPTION, ...options.node], {
      cwd: options.root,
      env: childEnvironment({ ...options.environment, ...(startWhen ? { [DEFERRED_START_VARIABLE]: '1' } : {}) }),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = started;
    startWhen?.then(
      // A process that has ended is restarted, and told to start then.
      () => started.connected && started.send('start', () => undefined),
      () => undefined,
    );
    started.stdout?.pipe(output, { end: false });
    started.stderr?.pipe(output, { end: false });
    started.once('exit', (code, signal) => {
      child = null;
      if (stopping) return;
      if (Date.now() - startedAt > HEALTHY_AFTER_MS) delay = RESTART_FIRST_MS;
      output.write(`${options.name} ended (${signal ?? code ?? 'unknown'}), starting again\n`);
      timer = setTimeout(start, delay);
      delay = Math.min(delay * 2, RESTART_MAX_MS);
    });
  }

  start();
  return {
    pid: () => child?.pid,
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
      if (child) await endProcess(child, STOP_DEADLINE_MS);
      await new Promise<void>((resolve) => output.end(() => resolve()));
    },
  };
}

/** The variables of the configuration plus PATH, HOME and TMPDIR: the rest of a person's environment must not leak into the processes. */
export function childEnvironment(environment: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    NODE_ENV: 'production',
    TZ: 'UTC',
    ...(PATH ? { PATH } : {}),
    ...(HOME ? { HOME } : {}),
    ...(TMPDIR ? { TMPDIR } : {}),
    ...environment,
  };
}
