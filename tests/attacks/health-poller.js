import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setInterval } from 'node:timers';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Asks each of `workerData.urls` from a thread of its own, so that no answer waits for the test. Posted of each: its time, and for how
 * much of it the main thread of the process `workerData.pid` had a processor.
 */
const EVERY_MS = 50;

/** @returns {number} milliseconds that the main thread worked, by the scheduler (first number of schedstat, in nanoseconds) */
function workedMs() {
  try {
    return Number(readFileSync(`/proc/${workerData.pid}/task/${workerData.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    // It ended.
    return Number.NaN;
  }
}

/** @param {string} url */
function ask(url) {
  const begun = performance.now();
  const before = workedMs();
  const tell = () => {
    const ms = performance.now() - begun;
    parentPort?.postMessage({ url, ms, silentMs: Math.min(ms, workedMs() - before) });
  };
  const asked = request(url, { agent: false }, (response) => response.resume().on('end', tell));
  asked.on('error', tell);
  asked.end();
}

setInterval(() => workerData.urls.forEach(ask), EVERY_MS);
