/**
 * Loaded before a web process (`node --import`): measures how long its event loop is silent. What counts of the time between two
 * turns is that in which the main thread had a processor, so that nothing else that the machine does is counted. Each longest
 * silence so far goes as a line to the file LOOP_WATCH-<pid>, once somebody has made it; an emptied file begins anew.
 */
import { readFileSync, statSync, appendFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setInterval } from 'node:timers';
import { isMainThread } from 'node:worker_threads';

const TURN_MS = 10;
const file = process.env['LOOP_WATCH'] && `${process.env['LOOP_WATCH']}-${process.pid}`;
const clock = `/proc/${process.pid}/task/${process.pid}/schedstat`;

/** Milliseconds that the main thread had a processor: the first number of schedstat, in nanoseconds. */
const workedMs = () => Number(readFileSync(clock, 'utf8').split(' ')[0]) / 1e6;

if (isMainThread && file) {
  let turn = performance.now();
  let worked = workedMs();
  let longest = 0;
  setInterval(() => {
    const [now, work] = [performance.now(), workedMs()];
    const silentMs = Math.min(now - turn, work - worked);
    [turn, worked] = [now, work];
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === 0) longest = 0;
    if (size === undefined || silentMs <= longest) return;
    longest = silentMs;
    appendFileSync(file, `${silentMs}\n`);
  }, TURN_MS).unref();
}
