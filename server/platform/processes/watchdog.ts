import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Log } from '../log/log.ts';

const HEARTBEAT_MS = 500;
/** None of our work blocks the loop for a second; late imports block it for three. */
const SILENT_AFTER_MS = 10_000;
const BYTES_PER_FLAG = 4;
/** The thread holds only a timer and a line of text. */
const THREAD_HEAP_MB = 16;

/**
 * Starts a thread that listens to the heartbeat of this thread's event loop. After 10 s of silence it writes one log line to
 * stderr, in pino's shape, with `silentMs` and the stack where the loop hangs, and ends the process with SIGKILL: its
 * supervisor restarts it. Work in progress is lost, as after any crash.
 *
 * Call it when the process has started: importing takes seconds. A process that is suspended as a whole, or that a
 * debugger may hold, is left alone.
 */
export function startWatchdog(options: { processName: string; log: Log }): void {
  const heart = new Int32Array(new SharedArrayBuffer(2 * BYTES_PER_FLAG));
  const beat = () => {
    Atomics.add(heart, 0, 1);
    Atomics.store(heart, 1, inspector.url() === undefined ? 0 : 1);
  };
  beat();
  setInterval(beat, HEARTBEAT_MS).unref();
  const thread = new Worker(new URL('./watchdog-thread.js', import.meta.url), {
    name: 'watchdog',
    workerData: { processName: options.processName, silentAfterMs: SILENT_AFTER_MS, heart },
    // The thread gets neither the loader of the main thread nor its secrets.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB, maxYoungGenerationSizeMb: 2 },
  });
  thread.once('error', (error) => options.log.error({ err: error }, 'the watchdog ended: a silent event loop goes unnoticed'));
  thread.unref();
}
