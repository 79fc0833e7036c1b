import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { processorMs, residentMb } from '#server/platform/process-usage.ts';
import { rawRequest, type RawAnswer } from '../http/test-web.ts';

/** What a request may cost the portal, whatever it holds. */
const ANSWER_MS = 1_000;
export const SILENCE_MS = 200;

export interface Attack {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Noticed<Result> {
  result: Result;
  ms: number;
  /**
   * For how long /healthz was not answered while the web's main thread worked, at most: what others waited because of the portal, and
   * not because the machine did something else (decision 079). NaN when the process ended.
   */
  silentMs: number;
  /** Processor time that the web process took meanwhile, all its threads together. */
  workedMs: number;
}

/** Null where the connection was closed before an answer could be read. */
export type Outcome = Noticed<readonly (RawAnswer | null)[]>;

/** A running web process under observation: how long it takes to answer, and whether others wait meanwhile. */
export interface WatchedWeb {
  send(attack: Attack, atOnce?: number): Promise<Outcome>;
  during<Result>(work: () => Promise<Result>): Promise<Noticed<Result>>;
  /** Resident memory, megabytes. */
  residentMb(): number;
  close(): Promise<void>;
}

export function watchWeb(web: { url: string; pid: number }): WatchedWeb {
  const { port } = new URL(web.url);
  const polls: { begun: number; ms: number; silentMs: number }[] = [];
  const poller = new Worker(path.join(import.meta.dirname, 'health-poller.js'), {
    workerData: { urls: [`${web.url}/healthz`], pid: web.pid },
  });
  poller.on('message', ({ ms, silentMs }: { ms: number; silentMs: number }) => polls.push({ begun: performance.now() - ms, ms, silentMs }));
  const nextPoll = () => new Promise<void>((resolve) => poller.once('message', () => resolve()));
  return {
    send(attack, atOnce = 1) {
      return this.during(() =>
        Promise.all(Array.from({ length: atOnce }, () => rawRequest(Number(port), withLength(attack)).catch(() => null))),
      );
    },
    async during(work) {
      await nextPoll();
      const from = performance.now();
      const workedBefore = processorMs(web.pid);
      const result = await work();
      const to = performance.now();
      // The one under way when the answer came, and the one after it.
      await nextPoll();
      await nextPoll();
      const during = polls.splice(0).filter((poll) => poll.begun + poll.ms >= from && poll.begun <= to);
      return {
        result,
        ms: to - from,
        silentMs: Math.max(0, ...during.map((poll) => poll.silentMs)),
        workedMs: processorMs(web.pid) - workedBefore,
      };
    },
    residentMb: () => residentMb(web.pid),
    close: async () => void (await poller.terminate()),
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

/** What is wrong with an outcome; empty when the portal took it calmly. */
export function complaints({ result: answers, ms, silentMs, workedMs }: Outcome, statuses: readonly number[]): string[] {
  // What is too large is refused while it is still being sent, and the connection ends.
  const mayBreakOff = statuses.includes(413) || statuses.includes(431);
  return [
    ...(answers.includes(null) && !mayBreakOff ? ['gave no answer'] : []),
    ...answers.flatMap((answer) => (answer && !statuses.includes(answer.status) ? [`answered ${answer.status}`] : [])),
    ...(ms > ANSWER_MS && workedMs > ANSWER_MS ? [`answered after ${Math.round(ms)} ms`] : []),
    ...(silentMs <= SILENCE_MS ? [] : [`others waited ${Math.round(silentMs)} ms`]),
  ];
}
