import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setInterval } from 'node:timers';
import { parentPort, workerData } from 'node:worker_threads';

/** Asks each of `workerData.urls` from a thread of its own, so that no answer waits for the test; the time of each is posted. */
const EVERY_MS = 50;

/** @param {string} url */
function ask(url) {
  const begun = performance.now();
  const tell = () => parentPort?.postMessage({ url, ms: performance.now() - begun });
  const asked = request(url, { agent: false }, (response) => response.resume().on('end', tell));
  asked.on('error', tell);
  asked.end();
}

setInterval(() => workerData.urls.forEach(ask), EVERY_MS);
