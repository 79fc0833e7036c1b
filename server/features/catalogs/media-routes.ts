import { Router, type Request, type Response } from 'express';
import { AppError } from '../../domain/errors.ts';
import { MEDIA_URL } from '../../domain/images.ts';
import { SANDBOX_CSP, storedFileHeaders } from '../../ports/files/serve-file.ts';
import { networkKey } from '../../platform/limits/network-key.ts';
import { createRateLimiter, type RateLimiter } from '../../platform/limits/rate-limits.ts';
import { asyncHandler } from '../../entrances/request/locals.ts';
import { isKnown } from '../../stored-files/file-content.ts';
import { sendAsset } from '../../stored-files/send-asset.ts';
import type { ReceivingPortal } from '../../stored-files/upload-routes.ts';
import { createPictureReader, type PictureFacts, type PictureReader } from '../../stored-files/published-pictures.ts';
import type { Services } from '../../services.ts';

/** Unknown keys, by address and ten minutes: people mistype none, so this is somebody who guesses. */
const MISSES = { points: 300, durationSeconds: 600 };
const READABLE = 'GET, HEAD, OPTIONS';

/**
 * GET /media/:key: the pictures of public contents as the mobile app reads them, without session, cookie or token, also through a CDN.
 * Everything that is no published picture is 404, whatever else has that name.
 */
export function mediaRoutes(portal: Services & ReceivingPortal): Router {
  const pictures = createPictureReader(portal);
  const misses = createRateLimiter(portal, { name: 'media-miss', ...MISSES, whenStoreIsDown: 'allow' });
  const router = Router();
  router.options(`${MEDIA_URL}/:key`, (_request, response) => {
    response.set({ ...openToAll, Allow: READABLE, 'Access-Control-Allow-Methods': READABLE, 'Access-Control-Max-Age': '86400' });
    response.set('Access-Control-Allow-Headers', 'Range, If-None-Match').status(204).end();
  });
  router.get(
    `${MEDIA_URL}/:key`,
    asyncHandler((request, response) => sendPicture(pictures, misses, request, response)),
  );
  router.use(MEDIA_URL, (request) => {
    throw request.method === 'GET' || request.method === 'HEAD' ? noSuchPicture(request.path) : notReadable(request.method);
  });
  return router;
}

/** Any page and any app may use the picture; there is nothing of a person in the request that could leak. */
const openToAll = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Length, Content-Range, ETag',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
};

async function sendPicture(pictures: PictureReader, misses: RateLimiter, request: Request, response: Response): Promise<void> {
  const facts = await pictures.describe(String(request.params['key'])).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'not-found') await misses.consume(networkKey(request.ip ?? ''));
    throw error;
  });
  const headers = headersOf(facts);
  const { range, 'if-none-match': known, 'if-range': ifRange } = request.headers;
  if (isKnown(known, headers.ETag)) return void response.status(304).set(headers).end();
  if (request.method === 'HEAD') {
    if (facts.bytes !== null) response.set('Content-Length', String(facts.bytes));
    return void response.set(headers).end();
  }
  const rangeHolds = ifRange === undefined || ifRange === headers.ETag;
  await sendAsset(request, response, {
    headers: () => headers,
    open: (signal) => pictures.open(facts, { range: rangeHolds ? range : undefined, signal }),
  });
}

function headersOf({ key, contentType }: PictureFacts) {
  return {
    ...storedFileHeaders(SANDBOX_CSP),
    ...openToAll,
    'Content-Type': contentType,
    'Content-Disposition': 'inline',
    'Accept-Ranges': 'bytes',
    // A picture never changes under its key.
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: `"${key}"`,
  };
}

function noSuchPicture(path: string): AppError {
  return new AppError('not-found', `no picture ${path.slice(0, 200)}`, { userMessage: 'La imagen no existe.' });
}

function notReadable(method: string): AppError {
  return new AppError('method-not-allowed', `${method} on a public picture`, {
    userMessage: 'Las imágenes publicadas solo se pueden leer.',
  });
}
