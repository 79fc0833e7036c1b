import { SIGNATURE_BYTES } from '#server/domain/file-signatures.ts';

/** What a desk looks at before a file is sent. Neither rejects: what cannot be told is left to the server. */
export interface FileChecks {
  /** The first bytes; null for what cannot be read. */
  readHead(file: File): Promise<Uint8Array | null>;
  /** SHA-256 in hexadecimal; '' when it could not be measured. */
  hash(file: File, signal: AbortSignal): Promise<string>;
  /** Lets go of what hashing needs, until the next file. */
  close(): void;
}

/** Checks in the browser. The worker that hashes starts with the first file; one file at a time. */
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
        return started && !signal.aborted ? askWorker(started, file, signal) : '';
      });
      turn = hashed;
      return hashed;
    },
    close() {
      void worker?.then((started) => started?.terminate());
      worker = null;
      // A worker that was ended gives no answer: nobody may wait in line behind it.
      turn = Promise.resolve();
    },
  };
}

/** The module is its own script: it knows under which address it was built. */
async function startWorker(): Promise<Worker | null> {
  try {
    const { address } = await import('./hash-worker.ts');
    return new Worker(address, { type: 'module' });
  } catch {
    return null;
  }
}

function askWorker(worker: Worker, file: File, signal: AbortSignal): Promise<string> {
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
