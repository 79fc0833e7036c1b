import type { Readable } from 'node:stream';
import type { People } from './people.ts';

/**
 * The REST backend of specification section 7, whichever it is. Another instance is reached by HTTP: time-outs, bounded
 * retries for GET, status checks.
 */
export interface RestBackend extends People {
  /**
   * POST /digitalization/upload-asset, streamed. `filename` is what `openAsset` takes. A `body` that fails rejects with
   * its own error and the backend keeps nothing. Fails with `backend-failed`, `unavailable`, `too-large`.
   */
  uploadAsset(input: {
    body: Readable;
    fileName: string;
    contentType: string;
    agencyId: string;
    signal?: AbortSignal;
  }): Promise<{ url: string; filename: string }>;
  /** GET /digitalization/asset, streamed. `range` is an HTTP Range header value. Fails with `not-found`. */
  openAsset(input: { filename: string; range?: string; signal?: AbortSignal }): Promise<AssetResponse>;
  ping(): Promise<void>;
  /** Ends idle connections. */
  close(): void;
}

export interface AssetResponse {
  /** 200 or 206 (416 is thrown as invalid-input with `details.status` 416). */
  status: 200 | 206;
  body: Readable;
  contentLength: number | null;
  contentRange: string | null;
}
