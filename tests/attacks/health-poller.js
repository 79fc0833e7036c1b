import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setInterval } from 'node:timers';
import { parentPort, workerData } from 'node:worker_threads';

/** Asks `workerData.url` from a thread of its own, so that no answer waits for the test; the time of each is posted. */
const EVERY_MS = 50;

setInterval(() => {
  const begun = performance.now();
  const tell = () => parentPort?.postMessage({ ms: performance.now() - begun });
  const asked = request(workerData.url, { agent: false }, (response) => response.resume().on('end', tell));
  asked.on('error', tell);
  asked.end();
}, EVERY_MS);
