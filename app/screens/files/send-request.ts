import { UploadFailure } from './upload-target.ts';

export const LOST = 'Se perdió la conexión. Intente de nuevo: no se duplicará.';
export const FAILED = 'No se pudo cargar. Intente de nuevo.';

export interface SentAnswer {
  status: number;
  /** null when the answer is not the portal's JSON, but for example a proxy's page. */
  body: object | null;
  /** The server asks to come back in a while (Retry-After). */
  isBusy: boolean;
}

interface RequestToSend {
  method: string;
  address: string;
  body?: XMLHttpRequestBodyInit | undefined;
  contentType?: string;
  signal: AbortSignal;
  onProgress?: (sentBytes: number) => void;
  /** Breaks off when nothing moves for so long: a line that is dead after a closed lid says nothing by itself. */
  silentMs?: number;
}

/** One request. XMLHttpRequest, because fetch does not tell how much has been sent. Rejects with an UploadFailure when there is no answer. */
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
        isBusy: request.getResponseHeader('Retry-After') !== null,
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

function parse(text: string): object | null {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' ? answer : null;
  } catch {
    return null;
  }
}
