import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { backendUnavailable } from './errors.ts';

export interface Sent {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Readable;
  /** Releases the connection without reading the answer. */
  discard(): void;
  /** Aborts the connection: the rest of the answer is not wanted. */
  abort(): void;
}

export interface RequestToSend {
  method: 'GET' | 'POST' | 'PATCH';
  url: URL;
  headers: Readonly<Record<string, string>>;
  agents: { http: http.Agent; https: https.Agent };
  body?: Readable;
  /** Time limit until the answer's head has arrived. */
  timeoutMs: number;
  /** Idle timeout: nothing sent and nothing received. A big body may take long, but not a silent backend. */
  idleMs: number;
  signal?: AbortSignal;
}

/**
 * One HTTP request; resolves with the answer's head. Rejects with the body's own error when the body fails, otherwise with `unavailable`
 * for every failure of the connection (refused, reset, idle for too long).
 */
export function sendRequest(input: RequestToSend): Promise<Sent> {
  return new Promise((resolve, reject) => {
    let settled = false;
    let bodyFailure: unknown;
    const secure = input.url.protocol === 'https:';
    const request = (secure ? https : http).request(input.url, {
      method: input.method,
      headers: input.headers,
      agent: secure ? input.agents.https : input.agents.http,
    });
    const deadline = setTimeout(() => fail(backendUnavailable(`no answer within ${input.timeoutMs} ms`)), input.timeoutMs);
    const onAbort = () => fail(input.signal?.reason ?? backendUnavailable('aborted'));

    function fail(reason: unknown): void {
      if (settled) return;
      settled = true;
      finish();
      request.destroy();
      input.body?.destroy();
      reject(reason instanceof Error ? reason : new Error('request failed', { cause: reason }));
    }
    function finish(): void {
      clearTimeout(deadline);
      input.signal?.removeEventListener('abort', onAbort);
    }

    request.on('response', (response) => {
      if (settled) return response.destroy();
      settled = true;
      clearTimeout(deadline);
      response.setTimeout(input.idleMs, () => response.destroy(backendUnavailable('the answer stopped coming')));
      // From here on an abort ends the answer's stream.
      input.signal?.removeEventListener('abort', onAbort);
      input.signal?.addEventListener('abort', () => response.destroy(), { once: true });
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: response,
        discard: () => void response.resume(),
        abort: () => void request.destroy(),
      });
    });
    request.setTimeout(input.idleMs, () => fail(backendUnavailable(`nothing moved for ${input.idleMs} ms`)));
    request.on('error', (error) =>
      fail(bodyFailure ?? backendUnavailable(`connection failed (${(error as NodeJS.ErrnoException).code ?? error.name})`, error)),
    );
    if (input.signal?.aborted) return onAbort();
    input.signal?.addEventListener('abort', onAbort, { once: true });

    if (!input.body) return void request.end();
    input.body.once('error', (error) => (bodyFailure = error));
    // An answer can come before the whole body is sent (413): then the rest is not needed and this failure is irrelevant.
    pipeline(input.body, request).catch((error: unknown) =>
      fail(bodyFailure ?? backendUnavailable('the connection broke while sending', error)),
    );
  });
}
