import type { Readable } from 'node:stream';
import type { StoredHere } from '../files/file-store.ts';

/** A file on its way into the storage. */
export interface AssetToStore {
  body: Readable | StoredHere;
  /** What its sender calls it: never the name under which it is stored. */
  fileName: string;
  /** What its content was found to be. */
  contentType: string;
  agencyId: string;
}

/**
 * Where files lie (docs/specification.md section 7), whichever process keeps them: local-assets.ts writes to the storage of this
 * one, remote-assets.ts calls a REST backend. One contract (assets.contract.ts); nobody who calls it knows which.
 */
export interface Assets {
  /**
   * POST /digitalization/upload-asset, streamed. `filename` is what `openAsset` takes. A `body` that fails rejects with
   * its own error and nothing is kept. Errors: `backend-failed`, `unavailable`, `too-large`.
   */
  uploadAsset(asset: AssetToStore): Promise<StoredAsset>;
  /**
   * GET /digitalization/asset, streamed. `range` is an HTTP Range header value, `bytes` how long the file is, where that is known: a
   * backend elsewhere that answers another length fails, and so does `body` where less comes. Errors: `not-found`, `backend-failed`,
   * `unavailable`.
   */
  openAsset(input: {
    filename: string;
    range?: string | undefined;
    bytes?: number | undefined;
    signal?: AbortSignal | undefined;
  }): Promise<AssetResponse>;
  /** Lets go of an asset that no document came to name: removed, or written to the log where it cannot be. Never throws. */
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
  /** HTTP date; null when the backend does not say. */
  lastModified: string | null;
}
