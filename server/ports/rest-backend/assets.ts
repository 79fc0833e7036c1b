import type { Readable } from 'node:stream';
import type { LocalFile } from '../files/file-store.ts';

/** A file to be stored. */
export interface AssetToStore {
  body: Readable | LocalFile;
  /** The sender's name for it: never its stored name. */
  fileName: string;
  /** The content type detected from its content. */
  contentType: string;
  agencyId: string;
}

/**
 * File storage (docs/specification.md section 7), in whichever process: local-assets.ts writes to this process's storage, remote-assets.ts
 * calls a REST backend. Both pass one contract (assets.contract.ts); callers need not know which is used.
 */
export interface Assets {
  /**
   * POST /digitalization/upload-asset, streamed. `filename` is the argument for `openAsset`. A failing `body` rejects with its own error
   * and nothing is stored. Errors: `backend-failed`, `unavailable`, `too-large`.
   */
  uploadAsset(asset: AssetToStore): Promise<StoredAsset>;
  /**
   * GET /digitalization/asset, streamed. `range` is the value of an HTTP Range header, `bytes` the file's size if known: a remote backend
   * that answers with another size fails, and so does `body` when it is shorter. Errors: `not-found`, `backend-failed`, `unavailable`.
   */
  openAsset(input: {
    filename: string;
    range?: string | undefined;
    bytes?: number | undefined;
    signal?: AbortSignal | undefined;
  }): Promise<AssetResponse>;
  /** Discards an asset that no document refers to: deletes it, or logs it where it cannot be deleted. Never throws. */
  discardAsset(filename: string): Promise<void>;
}

export interface StoredAsset {
  url: string;
  filename: string;
}

export interface AssetResponse {
  /** 200 or 206 (416 is thrown as invalid-input with `details.status` 416). */
  status: 200 | 206;
  body: Readable;
  contentLength: number | null;
  contentRange: string | null;
  /** HTTP date; null when the backend does not provide it. */
  lastModified: string | null;
}
