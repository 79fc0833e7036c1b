import { pipeline } from 'node:stream/promises';
import { Router, type Request, type Response } from 'express';
import { AppError } from '../../domain/errors.ts';
import { IMAGE_MAX_BYTES, IMAGES_URL } from '../../domain/images.ts';
import { receiveUpload, stopReading } from '../../files/receive-upload.ts';
import { SANDBOX_CSP, storedFileHeaders } from '../../files/serve-file.ts';
import { wantsPage } from '../../request/wants-page.ts';
import { asyncHandler, staffOf } from '../../request/locals.ts';
import type { Catalogs } from '../../catalogs/catalogs.ts';
import type { Services } from '../../services.ts';
import type { Products } from '../products/create-products.ts';
import { pictureTarget, type PictureTarget } from '../products/attach-picture.ts';
import { createRateLimiter, type RateLimiter } from '../../platform/rate-limits.ts';
import { createNotices } from '../../request/notices.ts';
import { attachImage, requireImageField, type AttachImageCall } from './attach-image.ts';
import { requireImages, type ImageServices } from './image-services.ts';
import { createImageOpener, type ImageOpener } from './open-image.ts';
import { uploadImage } from './upload-image.ts';

export type ImageRoutesPortal = ImageServices & Pick<Services, 'rateLimitStore'> & { catalogs: Catalogs; products: Products };

const UPLOADS_PER_PERSON = 300;
const UPLOAD_WINDOW_S = 600;
/** Which record of which catalog a plain form is about; scripts send the picture alone. */
const TARGET_FIELDS = ['catalog', 'id', 'field', 'version', 'back'] as const;

/** POST /images/upload, GET /images/:key and GET /images/:key/thumbnail. */
export function imageRoutes(portal: ImageRoutesPortal): Router {
  const router = Router();
  const opener = createImageOpener(portal);
  const uploads = createRateLimiter(portal, {
    name: 'image-upload',
    points: UPLOADS_PER_PERSON,
    durationSeconds: UPLOAD_WINDOW_S,
    whenStoreIsDown: 'allow',
  });
  router.post(`${IMAGES_URL}/upload`, (request, response, next) => {
    receive(portal, uploads, request, response).catch((error: unknown) => {
      stopReading(request, response);
      next(error);
    });
  });
  router.get(
    `${IMAGES_URL}/:key`,
    asyncHandler((req, res) => sendImage(opener, req, res, false)),
  );
  router.get(
    `${IMAGES_URL}/:key/thumbnail`,
    asyncHandler((req, res) => sendImage(opener, req, res, true)),
  );
  return router;
}

async function receive(portal: ImageRoutesPortal, uploads: RateLimiter, request: Request, response: Response): Promise<void> {
  const actor = staffOf(request);
  requireImages(actor);
  await uploads.consume(actor.id);
  const plainForm = wantsPage(request);
  await receiveUpload(request, {
    fieldNames: TARGET_FIELDS,
    ready: () => true,
    maxBytes: IMAGE_MAX_BYTES,
    handle: async (upload) => {
      const { catalog = '', id = '', field = '', version = '', back = '' } = upload.fields;
      const call = { actor, catalog, id, field, version, requestId: response.locals.requestId };
      const target = plainForm ? (pictureTarget(portal.products, call) ?? catalogTarget(portal, call, back)) : null;
      const image = await uploadImage(portal, { actor, upload });
      if (!target) return void response.status(201).set('Cache-Control', 'no-store').json(image);
      await target.attach(image.url);
      response
        .append('Set-Cookie', createNotices(portal.config.session).tell(actor, { kind: 'success', text: 'Se guardó la imagen.' }))
        .redirect(303, target.href);
    },
  });
}

function catalogTarget(portal: ImageRoutesPortal, call: Omit<AttachImageCall, 'url'>, back: string): PictureTarget {
  const { listUrl } = requireImageField(call);
  return {
    href: `${listUrl}/${encodeURIComponent(call.id)}${back === '' ? '' : `?back=${encodeURIComponent(back)}`}`,
    attach: (url) => attachImage(portal, { ...call, url }),
  };
}

async function sendImage(opener: ImageOpener, request: Request, response: Response, thumbnail: boolean): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  const call = { actor: staffOf(request), key: String(request.params['key']), thumbnail, signal: left.signal };
  const facts = await opener.describeImage(call);
  response.set({
    ...storedFileHeaders(SANDBOX_CSP),
    'Content-Type': facts.contentType,
    'Content-Disposition': 'inline',
    // A picture never changes under its key.
    'Cache-Control': 'private, max-age=31536000, immutable, no-transform',
    ETag: facts.etag,
  });
  if (request.headers['if-none-match']?.includes(facts.etag)) return void response.status(304).end();
  if (request.method === 'HEAD') return void response.end();
  const image = await openOrForget(opener, call, response);
  if (image.contentLength !== null) response.set('Content-Length', String(image.contentLength));
  if (Buffer.isBuffer(image.content)) return void response.end(image.content);
  await pipeline(image.content, response).catch((error: unknown) => {
    if (!left.signal.aborted) response.locals.log.warn({ err: error, key: call.key }, 'picture broke off');
    response.destroy();
  });
}

/** What fails must not stay in the browser for a year. */
async function openOrForget(
  opener: ImageOpener,
  call: Parameters<ImageOpener['openImage']>[0],
  response: Response,
): Promise<Awaited<ReturnType<ImageOpener['openImage']>>> {
  try {
    return await opener.openImage(call);
  } catch (error) {
    for (const header of ['Content-Disposition', 'ETag']) response.removeHeader(header);
    response.set('Cache-Control', 'no-store');
    throw error instanceof AppError
      ? error
      : new AppError('backend-failed', `picture ${call.key} cannot be shown`, {
          userMessage: 'La imagen no se puede mostrar.',
          cause: error,
        });
  }
}
