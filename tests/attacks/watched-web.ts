import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { processorMs, residentMb } from '#server/platform/processes/process-usage.ts';
import { rawRequest, type RawAnswer } from '../http/test-web.ts';

/** Most that any request may cost the portal. */
const ANSWER_MS = 1_000;
export const SILENCE_MS = 200;
/** Interval of loop-watch.mjs. */
const TURN_MS = 10;

export interface Attack {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Noticed<Result> {
  result: Result;
  ms: number;
  /** The longest block of the event loop while its thread had a CPU (loop-watch.mjs, decision 079). */
  silentMs: number;
  /** CPU time of the web process in this period, over all threads. */
  workedMs: number;
}

/** Null where the connection was closed before a response could be read. */
export type Outcome = Noticed<readonly (RawAnswer | null)[]>;

/** A running web process under observation: how long its responses take, and whether others wait in the meantime. */
export interface WatchedWeb {
  send(attack: Attack, atOnce?: number): Promise<Outcome>;
  /** Observes the process while `work` runs. Fails when the process ended. */
  during<Result>(work: () => Promise<Result>): Promise<Noticed<Result>>;
  /** Resident memory in megabytes. */
  residentMb(): number;
}

const WATCH_FILE = path.join(os.tmpdir(), `portal-attacks-${process.pid}`);

/** Environment of a process that is to be watched. */
export const WATCHED = {
  NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, 'loop-watch.mjs')).href}`,
  LOOP_WATCH: WATCH_FILE,
};

/** @param web a process that was started with `WATCHED` */
export function watchWeb(web: { url: string; pid: number }): WatchedWeb {
  const { port } = new URL(web.url);
  const file = `${WATCH_FILE}-${web.pid}`;
  const alive = async () => expect((await fetch(`${web.url}/healthz`)).status).toBe(200);
  return {
    send(attack, atOnce = 1) {
      return this.during(() =>
        Promise.all(Array.from({ length: atOnce }, () => rawRequest(Number(port), withLength(attack)).catch(() => null))),
      );
    },
    async during(work) {
      await writeFile(file, '');
      await setTimeout(2 * TURN_MS);
      const from = performance.now();
      const workedBefore = processorMs(web.pid);
      const result = await work();
      const ms = performance.now() - from;
      // The turn that made the response is reported by the next one.
      await alive();
      await setTimeout(2 * TURN_MS);
      await alive();
      const silences = (await readFile(file, 'utf8')).split('\n').filter(Boolean).map(Number);
      expect(silences, 'measured in the process').not.toEqual([]);
      return { result, ms, silentMs: Math.max(...silences), workedMs: processorMs(web.pid) - workedBefore };
    },
    residentMb: () => residentMb(web.pid),
  };
}

function withLength({ headers, body, ...rest }: Attack) {
  const chunked = headers?.['Transfer-Encoding'] !== undefined;
  return {
    ...rest,
    ...(body === undefined ? {} : { body }),
    headers: { ...headers, ...(body === undefined || chunked ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }) },
  };
}

/** What is wrong with an outcome; empty when the portal handled it well. */
export function complaints({ result: answers, ms, silentMs, workedMs }: Outcome, statuses: readonly number[]): string[] {
  // A request that is too large is refused while it is still being sent, and the connection is closed.
  const mayBreakOff = statuses.includes(413) || statuses.includes(431);
  return [
    ...(answers.includes(null) && !mayBreakOff ? ['gave no answer'] : []),
    ...answers.flatMap((answer) => (answer && !statuses.includes(answer.status) ? [`answered ${answer.status}`] : [])),
    ...(ms > ANSWER_MS && workedMs > ANSWER_MS ? [`answered after ${Math.round(ms)} ms`] : []),
    ...(silentMs <= SILENCE_MS ? [] : [`others waited ${Math.round(silentMs)} ms`]),
  ];
}
