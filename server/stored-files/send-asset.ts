import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { AppError } from '../domain/errors.ts';
import type { AssetResponse } from '../ports/rest-backend/assets.ts';

/** Bytes and their headers; `headers` are complete except for length and range. */
interface AssetAnswer<Opened extends AssetResponse> {
  open(signal: AbortSignal): Promise<Opened>;
  headers(asset: Opened): Readonly<Record<string, string>>;
}

/**
 * Streams the asset, whole or in part; HEAD gets the same headers and no bytes. A range outside the file is answered with 416 here,
 * everything else that `open` throws is up to the caller. Reading ends when the client disconnects.
 */
export async function sendAsset<Opened extends AssetResponse>(request: Request, response: Response, answer: AssetAnswer<Opened>) {
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  const asset = await answer.open(disconnected.signal).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.details?.['status'] !== 416) throw error;
    const { contentRange } = error.details;
    if (typeof contentRange === 'string') response.set('Content-Range', contentRange);
    response.status(416).set('Cache-Control', 'no-store').end();
    return null;
  });
  if (!asset) return;
  response.status(asset.status).set(answer.headers(asset));
  if (asset.contentLength !== null) response.set('Content-Length', String(asset.contentLength));
  if (asset.status === 206 && asset.contentRange !== null) response.set('Content-Range', asset.contentRange);
  if (request.method === 'HEAD') {
    asset.body.destroy();
    return void response.end();
  }
  await pipeline(asset.body, response).catch((error: unknown) => {
    // The headers are sent: breaking the connection is the only error signal left.
    if (!disconnected.signal.aborted) response.locals.log.warn({ err: error, path: request.path }, 'file answer broke off');
    response.destroy();
  });
}
