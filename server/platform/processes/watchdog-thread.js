// @ts-check
/**
 * The thread of watchdog.ts. Plain JavaScript, so that it starts without a loader: its own heap is all it costs.
 * Nothing here may wait for the main thread, which by then answers to nobody: the line is written and the process ended
 * from this thread alone.
 */
import { writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { clearInterval, setInterval, setTimeout } from 'node:timers';
import { workerData } from 'node:worker_threads';
import { countSilence } from './silence.js';

const TURN_MS = 500;
const LATE_AFTER_MS = 2_000;
const STACK_DEADLINE_MS = 1_000;
const STACK_FRAMES = 12;
const STDERR = 2;
/** pino's number for `fatal`. */
const FATAL = 60;

/** @type {{ processName: string, silentAfterMs: number, heart: Int32Array }} */
const { processName, silentAfterMs, heart } = workerData;
const silence = countSilence({ lateAfterMs: LATE_AFTER_MS });

const turns = setInterval(() => {
  const silentMs = Math.round(silence(performance.now(), Atomics.load(heart, 0)));
  const debugged = Atomics.load(heart, 1) === 1;
  if (silentMs < silentAfterMs || debugged) return;
  clearInterval(turns);
  void end(silentMs);
}, TURN_MS);

/** @param {number} silentMs */
async function end(silentMs) {
  const stack = await readMainStack().catch(() => null);
  const msg = `event loop silent, ${processName} ends`;
  const line = { level: FATAL, time: Date.now(), process: processName, silentMs, ...(stack ? { stack } : {}), msg };
  try {
    writeSync(STDERR, `${JSON.stringify(line)}\n`);
  } finally {
    // Only this ends it: process.exit() of a thread ends the thread, and a loop that stands runs no handler.
    process.kill(process.pid, 'SIGKILL');
  }
}

/**
 * Where the main thread stands: function, file and line, innermost first. It works while JavaScript runs, expressions
 * included; null when the thread is held by something else (a synchronous call into the system).
 *
 * @returns {Promise<string | null>}
 */
function readMainStack() {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), STACK_DEADLINE_MS);
    /** @type {Map<string, string>} */
    const files = new Map();
    const session = new Session();
    session.connectToMainThread();
    session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url));
    session.on('Debugger.paused', ({ params }) => {
      const frames = params.callFrames.slice(0, STACK_FRAMES).map(({ functionName, location }) => {
        return `at ${functionName || '(anonymous)'} (${files.get(location.scriptId) ?? ''}:${location.lineNumber + 1})`;
      });
      resolve(frames.join('\n'));
    });
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  });
}
