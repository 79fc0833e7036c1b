import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../domain/errors.ts';
import type { Log } from '../../platform/log/log.ts';
import { traced, traceHeaders } from '../../platform/tracing.ts';
import { backendFailed } from './errors.ts';
import { sendRequest, type RequestToSend, type Sent } from './send-request.ts';

interface Timeouts {
  /** One storage operation with its retries. */
  operationMs: number;
  uploadMs: number;
  /** One call about people with its retries: a person waits for it. */
  callMs: number;
  /** The same for a call that nobody waits for. */
  backgroundMs: number;
  /** Idle timeout of an upload or download. */
  idleMs: number;
}

// docs/specification.md section 9; callMs and backgroundMs are the portal's own.
const DEFAULT_TIMEOUTS: Timeouts = { operationMs: 120_000, uploadMs: 600_000, callMs: 15_000, backgroundMs: 120_000, idleMs: 120_000 };
const GET_ATTEMPTS = 3;
const FIRST_RETRY_MS = 200;
const RETRY_STATUS: ReadonlySet<number> = new Set([502, 503, 504]);

export interface ConnectionOptions {
  /** Base address (`https://host/api`); a function if it is known only once this process listens. */
  url: string | (() => string);
  token: string;
  log: Log;
  timeouts?: Partial<Timeouts>;
}

/** Shared by all calls: address, token, connections, timeouts, retries. */
export type Connection = ReturnType<typeof openConnection>;

/**
 * Plain node:http instead of fetch: an upload of ten minutes must not run into fetch's hidden five-minute limits. Redirects are not
 * followed (they would carry the token elsewhere); the token is never logged.
 */
export function openConnection(options: ConnectionOptions) {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };
  const { log } = options;
  const send = (input: Omit<RequestToSend, 'agents' | 'idleMs'>): Promise<Sent> =>
    traced(
      'REST backend',
      { 'http.request.method': input.method },
      () => {
        const headers = { ...input.headers, ...traceHeaders(), authorization: options.token };
        return sendRequest({ ...input, headers, agents, idleMs: timeouts.idleMs });
      },
      'asks',
    );
  return {
    timeouts,
    log,
    send,
    address: (path: string, query: Readonly<Record<string, string>> = {}): URL => {
      const base = typeof options.url === 'string' ? options.url : options.url();
      const url = new URL(`${base.endsWith('/') ? base.slice(0, -1) : base}${path}`);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url;
    },
    /** GET with retries while the backend is unreachable or reports so, within the time limit. */
    async get(
      url: URL,
      { headers, timeoutMs, signal }: Pick<RequestToSend, 'headers' | 'timeoutMs'> & { signal?: AbortSignal | undefined },
    ): Promise<Sent> {
      const deadline = Date.now() + timeoutMs;
      for (let attempt = 1; ; attempt += 1) {
        const last = attempt === GET_ATTEMPTS;
        try {
          const sent = await send({
            method: 'GET',
            url,
            headers,
            timeoutMs: Math.max(1, deadline - Date.now()),
            ...(signal ? { signal } : {}),
          });
          if (last || !RETRY_STATUS.has(sent.status)) return sent;
          sent.discard();
        } catch (error) {
          const waits = Date.now() + FIRST_RETRY_MS * 2 ** attempt < deadline;
          if (last || signal?.aborted || !waits || !(error instanceof AppError) || error.code !== 'unavailable') throw error;
        }
        log.warn({ path: url.pathname, attempt }, 'REST backend did not answer, trying again');
        await pause(FIRST_RETRY_MS * 2 ** (attempt - 1));
      }
    },
    close(): void {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** @throws AppError `backend-failed` when the answer is not JSON or longer than `maxBytes` */
export async function readJson(sent: Sent, maxBytes: number): Promise<unknown> {
  try {
    return JSON.parse(await readText(sent, maxBytes)) as unknown;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw backendFailed('the answer is not JSON', { status: sent.status });
  }
}

export async function readText({ body, status }: { body: Readable; status: number }, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw backendFailed('the answer is too long', { status });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
