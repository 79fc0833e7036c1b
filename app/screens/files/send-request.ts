import { countOf } from '#server/domain/text.ts';
import type { SendUpload } from './upload-entry.ts';
import { UploadFailure } from './upload-target.ts';

export const LOST = 'Se perdió la conexión. Intente de nuevo: no se duplicará.';
export const FAILED = 'No se pudo cargar. Intente de nuevo.';
const TOO_MANY = 429;

export interface SentAnswer {
  status: number;
  /** null when the answer is not the portal's JSON, for example a proxy's page. */
  body: object | null;
  /** Delay that the server asks for (Retry-After), or null. */
  retryAfterMs: number | null;
}

interface RequestToSend {
  method: string;
  address: string;
  body?: XMLHttpRequestBodyInit | undefined;
  contentType?: string;
  signal: AbortSignal;
  onProgress?: (sentBytes: number) => void;
  /** Aborts when nothing moves for this long: a connection that died while the lid was closed raises no error. */
  silentMs?: number;
}

/** One request. XMLHttpRequest, because fetch does not report upload progress. Rejects with an UploadFailure when there is no answer. */
export function sendRequest({ method, address, body, contentType, signal, onProgress, silentMs }: RequestToSend): Promise<SentAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      clearTimeout(silence);
      if (silentMs !== undefined) silence = setTimeout(abort, silentMs);
    };
    request.open(method, address);
    request.setRequestHeader('Accept', 'application/json');
    if (contentType !== undefined) request.setRequestHeader('Content-Type', contentType);
    request.upload.onprogress = (event) => {
      listen();
      onProgress?.(event.loaded);
    };
    request.onload = () =>
      resolve({
        status: request.status,
        body: parse(request.responseText),
        retryAfterMs: millisecondsIn(request.getResponseHeader('Retry-After')),
      });
    request.onerror = () => reject(new UploadFailure(LOST, true));
    request.onabort = () => reject(new UploadFailure(signal.aborted ? 'Cancelado.' : LOST, true));
    request.onloadend = () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort);
    listen();
    request.send(body);
  });
}

const millisecondsIn = (seconds: string | null) => (seconds === null ? null : Number(seconds) * 1_000 || 0);

/** Addresses of uploads in parts that are not stored yet: the server keeps what has arrived. */
export const unfinished = new WeakMap<File, string>();

/** Deletes the parts of an upload that was given up: they would count among the person's unfinished uploads until they expire. */
export function dropParts(file: File): void {
  const address = unfinished.get(file);
  if (address === undefined) return;
  unfinished.delete(file);
  fetch(address, { method: 'DELETE', keepalive: true }).catch(() => undefined);
}

type Waiting = Pick<Parameters<SendUpload>[0], 'onPause' | 'signal'>;

/** Waits as long as the server's rate limit asks for, then tries again. */
export async function inTurn({ onPause, signal }: Waiting, attempt: () => Promise<SentAnswer>): Promise<SentAnswer> {
  for (;;) {
    const answer = await attempt();
    if (answer.status !== TOO_MANY || answer.retryAfterMs === null) return answer;
    const minutes = Math.ceil(answer.retryAfterMs / 60_000);
    onPause(`Van muchas cargas seguidas. Sigue sola en ${minutes > 1 ? countOf(minutes, 'minuto', 'minutos') : 'menos de un minuto'}.`);
    await waitFor(answer.retryAfterMs, signal);
    onPause('');
  }
}

/** While offline there is nothing to try: only the return of the network ends the wait. */
export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(new UploadFailure('Cancelado.', true));
      else resolve();
    };
    const timer = navigator.onLine ? setTimeout(end, ms) : undefined;
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

function parse(text: string): object | null {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' ? answer : null;
  } catch {
    return null;
  }
}
