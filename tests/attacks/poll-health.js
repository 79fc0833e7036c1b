import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setInterval } from 'node:timers';
import { parentPort, workerData } from 'node:worker_threads';

/** Asks `workerData.url` every 50 ms from a thread of its own, so that nothing here waits for the test; each answer's time is posted. */
const EVERY_MS = 50;

setInterval(() => {
  const begun = performance.now();
  const tell = () => parentPort?.postMessage({ begun: performance.timeOrigin + begun, ms: performance.now() - begun });
  const asked = request(workerData.url, { agent: false }, (response) => response.resume().on('end', tell));
  asked.on('error', tell);
  asked.end();
}, EVERY_MS);
