import type { Readable } from 'node:stream';

/** The one client of the REST backend (specification section 7): time-outs, bounded retries for GET, status checks. */
export interface RestBackend {
  /** POST /digitalization/upload-asset, streamed. `filename` is what `openAsset` takes. */
  uploadAsset(input: { body: Readable; fileName: string; contentType: string; agencyId: string; signal?: AbortSignal }): Promise<{ url: string; filename: string }>;
  /** GET /digitalization/asset, streamed. `range` is an HTTP Range header value. Fails with `not-found`. */
  openAsset(input: { filename: string; range?: string; signal?: AbortSignal }): Promise<AssetResponse>;
  ping(): Promise<void>;
}

export interface AssetResponse {
  /** 200 or 206 (416 is thrown as invalid-input). */
  status: 200 | 206;
  body: Readable;
  contentLength: number | null;
  contentRange: string | null;
}
