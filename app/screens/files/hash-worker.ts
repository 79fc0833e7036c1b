import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Address of this script. The page imports it; a worker started with it runs the code below. */
export const address = import.meta.url;

/**
 * The file being hashed; a message of `null` aborts it. The worker answers with its SHA-256 in hexadecimal, or '' when it cannot be read or
 * was aborted.
 */
let current: File | null = null;

if (typeof window === 'undefined' && typeof self !== 'undefined' && 'WorkerGlobalScope' in self) {
  self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    current = data instanceof File ? data : null;
    if (current) hash(current).then(postMessage, () => postMessage(''));
  });
}

/** Hashes chunk by chunk: WebCrypto needs the whole file in memory and is unavailable on plain http. */
async function hash(file: File): Promise<string> {
  const measured = sha256.create();
  const reader = file.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    if (current !== file) {
      await reader.cancel();
      return '';
    }
    measured.update(piece.value);
  }
  return bytesToHex(measured.digest());
}
