import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { processorMs, residentMb } from '#server/platform/process-usage.ts';
import { rawRequest, type RawAnswer } from '../http/test-web.ts';

/** What a request may cost the portal, whatever it holds. */
const ANSWER_MS = 1_000;
const HEALTH_MS = 200;

export interface Attack {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Outcome {
  /** Null where the connection was closed before an answer could be read. */
  answers: readonly (RawAnswer | null)[];
  ms: number;
  slowestHealthMs: number;
  /** Processor time that the web process took meanwhile, all its threads together. */
  workedMs: number;
}

/** A running web process under observation: how long it takes to answer, and whether others wait meanwhile. */
export interface WatchedWeb {
  send(attack: Attack, atOnce?: number): Promise<Outcome>;
  /** Resident memory, megabytes. */
  residentMb(): number;
  close(): Promise<void>;
}

export function watchWeb(web: { url: string; pid: number }): WatchedWeb {
  const { port } = new URL(web.url);
  const polls: { begun: number; ms: number }[] = [];
  const poller = new Worker(path.join(import.meta.dirname, 'health-poller.js'), { workerData: { urls: [`${web.url}/healthz`] } });
  poller.on('message', ({ ms }: { ms: number }) => polls.push({ begun: performance.now() - ms, ms }));
  const nextPoll = () => new Promise<void>((resolve) => poller.once('message', () => resolve()));
  return {
    async send(attack, atOnce = 1) {
      await nextPoll();
      const from = performance.now();
      const workedBefore = processorMs(web.pid);
      const answers = await Promise.all(
        Array.from({ length: atOnce }, () => rawRequest(Number(port), withLength(attack)).catch(() => null)),
      );
      const to = performance.now();
      // The one under way when the answer came, and the one after it.
      await nextPoll();
      await nextPoll();
      const during = polls.splice(0).filter((poll) => poll.begun + poll.ms >= from && poll.begun <= to);
      return {
        answers,
        ms: to - from,
        slowestHealthMs: Math.max(0, ...during.map((poll) => poll.ms)),
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

/**
 * What is wrong with an outcome; empty when the portal took it calmly. Others wait for the portal only while it works: on a
 * machine that does other things they wait for those as well, which is not what is asked here.
 */
export function complaints({ answers, ms, slowestHealthMs, workedMs }: Outcome, statuses: readonly number[]): string[] {
  // What is too large is refused while it is still being sent, and the connection ends.
  const mayBreakOff = statuses.includes(413) || statuses.includes(431);
  return [
    ...(answers.includes(null) && !mayBreakOff ? ['gave no answer'] : []),
    ...answers.flatMap((answer) => (answer && !statuses.includes(answer.status) ? [`answered ${answer.status}`] : [])),
    ...(ms > ANSWER_MS ? [`answered after ${Math.round(ms)} ms`] : []),
    ...(slowestHealthMs > HEALTH_MS && workedMs > HEALTH_MS ? [`others waited ${Math.round(slowestHealthMs)} ms`] : []),
  ];
}
