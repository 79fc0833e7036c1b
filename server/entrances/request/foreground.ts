import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import type { Row, RowBatches } from '../../workbooks/sheet.ts';

/** After this time a request (a download, another export) no longer counts as somebody waiting for a page. */
const FOREGROUND_MS = 250;
/** Rows that an export handles between two checks: about a millisecond of work. */
const ROWS_PER_TURN = 20;
/** However busy the process is, an export continues after this time. */
const LONGEST_WAIT_MS = 40;

/** Requests of this process that people are waiting for now. For scheduling only: no answer depends on it. */
let waiting = 0;
let wakeUps: (() => void)[] = [];

/** Counts every request until it is answered, at most for a quarter of a second. */
export function countForeground(): RequestHandler {
  return (_req, res, next) => {
    let counted = true;
    const leave = () => {
      if (!counted) return;
      counted = false;
      clearTimeout(timer);
      waiting -= 1;
      if (waiting > 0) return;
      for (const wakeUp of wakeUps.splice(0)) wakeUp();
    };
    waiting += 1;
    const timer = setTimeout(leave, FOREGROUND_MS);
    res.once('close', leave);
    next();
  };
}

/**
 * Yields the same rows in small pieces, each only when nobody waits for a page (or after 40 ms): a page needs a dozen turns of the event
 * loop, and an export that takes one between each two would make it several times slower.
 */
export async function* inBackground(batches: RowBatches): AsyncGenerator<readonly Row[]> {
  for await (const batch of batches) {
    for (let start = 0; start < batch.length; start += ROWS_PER_TURN) {
      await waitUntilIdle();
      yield batch.slice(start, start + ROWS_PER_TURN);
    }
    await waitUntilIdle();
  }
}

async function waitUntilIdle(): Promise<void> {
  await nextTurn();
  if (waiting === 0) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(goOn, LONGEST_WAIT_MS);
    function goOn() {
      clearTimeout(timer);
      wakeUps = wakeUps.filter((wakeUp) => wakeUp !== goOn);
      resolve();
    }
    wakeUps.push(goOn);
  });
}
