import type { Readable } from 'node:stream';

/** Where bytes live: a disk folder or a cloud bucket. Keys are opaque, made by us, without slashes. */
export interface FileStore {
  /** Writes the whole stream; a stream that fails leaves nothing behind. */
  put(key: string, body: Readable, options: { contentType: string }): Promise<void>;
  /** Bytes from `start` to `end`, both inclusive; the whole file without a range. Fails with `not-found`. */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** null when there is no such file. */
  stat(key: string): Promise<{ bytes: number; modifiedAt: Date } | null>;
  delete(key: string): Promise<void>;
  ping(): Promise<void>;
}
