import { rawRequest, type RawAnswer } from '../http/test-web.ts';
import { watchHealth } from './watch-health.ts';

/** What a request may cost the portal, whatever it holds. */
const ANSWER_MS = 1_000;
const HEALTH_MS = 250;

export interface Attack {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Outcome {
  /** Null when the connection was closed before an answer could be read. */
  answer: RawAnswer | null;
  ms: number;
  slowestHealthMs: number;
  /** The same of a process with nothing to do: what the machine does besides. */
  idleMs: number;
}

/** Sends an attack to a running web process: how long it takes to answer, and whether others wait meanwhile. */
export async function sendWatched(web: { url: string; pid: number }, attack: Attack): Promise<Outcome> {
  const watch = await watchHealth(web);
  const begun = performance.now();
  const answer = await sendAttack(web, attack);
  const ms = performance.now() - begun;
  const { slowestMs, idleMs } = await watch.end();
  return { answer, ms, slowestHealthMs: slowestMs, idleMs };
}

/** @returns null when the connection was closed before an answer could be read */
export function sendAttack(web: { url: string }, attack: Attack): Promise<RawAnswer | null> {
  return rawRequest(Number(new URL(web.url).port), withLength(attack)).catch(() => null);
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
export function complaints({ answer, ms, slowestHealthMs, idleMs }: Outcome, statuses: readonly number[]): string[] {
  // What is too large is refused while it is still being sent, and the connection ends.
  const mayBreakOff = statuses.includes(413) || statuses.includes(431);
  return [
    ...(answer === null && !mayBreakOff ? ['gave no answer'] : []),
    ...(answer && !statuses.includes(answer.status) ? [`answered ${answer.status}`] : []),
    ...(ms > ANSWER_MS ? [`answered after ${Math.round(ms)} ms`] : []),
    ...(slowestHealthMs > HEALTH_MS + idleMs ? [`others waited ${Math.round(slowestHealthMs)} ms`] : []),
  ];
}
