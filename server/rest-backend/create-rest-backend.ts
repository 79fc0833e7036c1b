import http from 'node:http';
import https from 'node:https';
import { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import type { Log } from '../log.ts';
import { assetFilename, slashesToDashes } from '../files/asset-name.ts';
import { multipartBody } from './multipart-body.ts';
import { backendFailed, backendUnavailable, rangeNotSatisfiable } from './errors.ts';
import type { AssetResponse, RestBackend } from './rest-backend.ts';
import { fileNotFound } from '../files/file-store.ts';
import { sendRequest, type Sent } from './send-request.ts';

export interface RestBackendOptions {
  /** Base address (`https://host/api`); a function when it is known only once this process listens. */
  url: string | (() => string);
  token: string;
  log: Log;
  timeouts?: Partial<Timeouts>;
}

interface Timeouts {
  /** One storage operation with its retries. */
  operationMs: number;
  uploadMs: number;
  /** Silence on an open download before it is given up. */
  idleMs: number;
}

// Specification section 9.
const DEFAULT_TIMEOUTS: Timeouts = { operationMs: 120_000, uploadMs: 600_000, idleMs: 120_000 };
const GET_ATTEMPTS = 3;
const FIRST_RETRY_MS = 200;
const PING_MS = 2_000;
const MAX_JSON_BYTES = 64 * 1024;
const RETRY_STATUS: ReadonlySet<number> = new Set([502, 503, 504]);

const uploadedSchema = z.object({ url: z.string().min(1).max(4096), filename: z.string().min(1).max(512).optional() });

/**
 * The client of the REST backend. Plain node:http instead of fetch: an upload of ten minutes must not meet fetch's
 * hidden five-minute limits. Redirects are not followed (they would carry the token elsewhere); the token is never logged.
 */
export function createRestBackend(options: RestBackendOptions): RestBackend {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };
  const { log } = options;

  const address = (path: string, query: Readonly<Record<string, string>> = {}): URL => {
    const base = typeof options.url === 'string' ? options.url : options.url();
    const url = new URL(`${base.replace(/\/+$/, '')}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  };
  const send = (input: Omit<Parameters<typeof sendRequest>[0], 'agents' | 'idleMs'>): Promise<Sent> =>
    sendRequest({ ...input, headers: { ...input.headers, authorization: options.token }, agents, idleMs: timeouts.idleMs });

  /** GET, tried again while the backend is unreachable or says so, within the time of one operation. */
  const get = async (url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal | undefined): Promise<Sent> => {
    const deadline = Date.now() + timeouts.operationMs;
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt === GET_ATTEMPTS;
      try {
        const sent = await send({ method: 'GET', url, headers, timeoutMs: Math.max(1, deadline - Date.now()), ...(signal ? { signal } : {}) });
        if (last || !RETRY_STATUS.has(sent.status)) return sent;
        sent.discard();
      } catch (error) {
        const waits = Date.now() + FIRST_RETRY_MS * 2 ** attempt < deadline;
        if (last || signal?.aborted || !waits || !(error instanceof AppError) || error.code !== 'unavailable') throw error;
      }
      log.warn({ path: url.pathname, attempt }, 'REST backend did not answer, trying again');
      await pause(FIRST_RETRY_MS * 2 ** (attempt - 1));
    }
  };

  return {
    async uploadAsset(input) {
      const { contentType, body } = multipartBody({ fields: { agencyId: input.agencyId }, file: input });
      const url = address('/digitalization/upload-asset');
      const sent = await send({
        method: 'POST', url, body, headers: { 'content-type': contentType, accept: 'application/json' },
        timeoutMs: timeouts.uploadMs, ...(input.signal ? { signal: input.signal } : {}),
      });
      if (sent.status < 200 || sent.status > 299) throw await refusal(sent, log, 'POST upload-asset');
      const answer = uploadedSchema.safeParse(await readJson(sent));
      const filename = answer.success ? (answer.data.filename ?? assetFilename(answer.data.url)) : null;
      if (!answer.success || filename === null) throw backendFailed('POST upload-asset answered without a usable url', sent.status);
      return { url: answer.data.url, filename };
    },

    async openAsset({ filename, range, signal }): Promise<AssetResponse> {
      const url = address('/digitalization/asset', { filename: slashesToDashes(filename) });
      const sent = await get(url, { accept: '*/*', ...(range ? { range } : {}) }, signal);
      if (sent.status === 200 || sent.status === 206) {
        const length = Number(sent.headers['content-length'] ?? NaN);
        return { status: sent.status, body: sent.body, contentLength: Number.isSafeInteger(length) ? length : null, contentRange: sent.headers['content-range'] ?? null };
      }
      if (sent.status === 404) {
        sent.discard();
        throw fileNotFound(filename);
      }
      if (sent.status === 416) {
        sent.discard();
        throw rangeNotSatisfiable(sent.headers['content-range'] ?? null);
      }
      throw await refusal(sent, log, 'GET asset');
    },

    async ping() {
      // A path that no backend has: any answer from it shows that it listens and reads the token.
      const sent = await send({ method: 'GET', url: address('/digitalization/asset', { filename: 'ping' }), headers: {}, timeoutMs: PING_MS });
      sent.discard();
      if (sent.status >= 500 || sent.status === 401 || sent.status === 403) throw backendUnavailable(`ping answered ${sent.status}`);
    },

    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

async function refusal(sent: Sent, log: Log, what: string): Promise<AppError> {
  const text = (await readText(sent).catch(() => '')).slice(0, 500);
  sent.abort();
  log.error({ status: sent.status, contentType: sent.headers['content-type'], answer: sent.status < 500 ? text : undefined }, `REST backend refused ${what}`);
  if (sent.status === 413) {
    return new AppError('too-large', `${what}: 413`, { userMessage: 'El archivo es más grande de lo que admite el servidor de archivos.' });
  }
  return sent.status === 503 || sent.status === 504 ? backendUnavailable(`${what}: status ${sent.status}`) : backendFailed(`${what}: status ${sent.status}`, sent.status);
}

async function readJson(sent: Sent): Promise<unknown> {
  try {
    return JSON.parse(await readText(sent)) as unknown;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw backendFailed('the answer is not JSON', sent.status);
  }
}

async function readText(sent: Sent): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of sent.body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_JSON_BYTES) throw backendFailed('the answer is too long', sent.status);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

