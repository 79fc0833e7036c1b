import { SIGNATURE_BYTES } from '#server/domain/file-signatures.ts';

/** Checks on a file before it is sent. Neither rejects: what cannot be determined is left to the server. */
export interface FileChecks {
  /** The first bytes; null if the file cannot be read. */
  readHead(file: File): Promise<Uint8Array | null>;
  /** SHA-256 in hexadecimal; '' if it could not be computed. */
  hash(file: File, signal: AbortSignal): Promise<string>;
  /** Releases the hashing worker until the next file. */
  close(): void;
}

/** Checks in the browser. The hashing worker starts with the first file and handles one file at a time. */
export function createFileChecks(): FileChecks {
  let worker: Promise<Worker | null> | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    async readHead(file) {
      return file
        .slice(0, SIGNATURE_BYTES)
        .arrayBuffer()
        .then((bytes) => new Uint8Array(bytes))
        .catch(() => null);
    },
    hash(file, signal) {
      const hashed = turn.then(async () => {
        worker ??= startWorker();
        const started = await worker;
        return started && !signal.aborted ? hashInWorker(started, file, signal) : '';
      });
      turn = hashed;
      return hashed;
    },
    close() {
      void worker?.then((started) => started?.terminate());
      worker = null;
      // A terminated worker never answers: nothing may wait behind it.
      turn = Promise.resolve();
    },
  };
}

/** The module is its own worker script: it knows the address it was built under. */
async function startWorker(): Promise<Worker | null> {
  try {
    const { address } = await import('./hash-worker.ts');
    return new Worker(address, { type: 'module' });
  } catch {
    return null;
  }
}

function hashInWorker(worker: Worker, file: File, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const end = (sha256: string) => {
      worker.removeEventListener('message', answer);
      worker.removeEventListener('error', fail);
      signal.removeEventListener('abort', stop);
      resolve(sha256);
    };
    const answer = ({ data }: MessageEvent<unknown>) => end(typeof data === 'string' ? data : '');
    const fail = () => end('');
    const stop = () => worker.postMessage(null);
    worker.addEventListener('message', answer);
    worker.addEventListener('error', fail);
    signal.addEventListener('abort', stop);
    worker.postMessage(file);
  });
}
