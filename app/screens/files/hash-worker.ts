import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Where this script is. The page reads it; a worker that is started with it runs what follows. */
export const address = import.meta.url;

/** `null` breaks off the file under way. Answers with its SHA-256 in hexadecimal, '' when it cannot be read or was broken off. */
let current: File | null = null;

if (typeof window === 'undefined' && typeof self !== 'undefined' && 'WorkerGlobalScope' in self) {
  self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    current = data instanceof File ? data : null;
    if (current) hash(current).then(postMessage, () => postMessage(''));
  });
}

/** A piece at a time: WebCrypto would want the whole file in memory, and is not there on plain http. */
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
