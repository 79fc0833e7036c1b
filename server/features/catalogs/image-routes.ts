import { Router, type Request, type Response } from 'express';
import { BUCKET_KEY, IMAGE_MAX_BYTES, IMAGES_URL } from '../../domain/images.ts';
import { SANDBOX_CSP, storedFileHeaders } from '../../ports/files/serve-file.ts';
import { asyncHandler, staffOf } from '../../entrances/request/locals.ts';
import type { Catalogs } from '../../catalogs/catalogs.ts';
import { MISSING_IMAGE_PATH } from '../../ports/rest-backend/schemas.ts';
import { isKnown } from '../../stored-files/file-content.ts';
import { receiveFile, type ReceivingPortal } from '../../stored-files/upload-routes.ts';
import { sendAsset } from '../../stored-files/send-asset.ts';
import { IMAGES, requireImages } from './image-services.ts';
import { createPictureReader, noPicture, type PictureFacts, type PictureReader } from '../../stored-files/published-pictures.ts';
import { isNamedPicture } from './picture-addresses.ts';
import { uploadImage } from './upload-image.ts';
import type { Services } from '../../services.ts';

export type ImageRoutesPortal = Services & ReceivingPortal & { catalogs: Pick<Catalogs, 'pictureTarget'> };

const UPLOADS_PER_PERSON = 300;
/** Fields by which a plain form names the record; scripts send only the picture. */
const TARGET_FIELDS: ReadonlySet<string> = new Set(['catalog', 'id', 'field', 'version', 'back']);

/** POST /images/upload, GET /images/:key and GET /images/:key/thumbnail. */
export function imageRoutes(portal: ImageRoutesPortal): Router {
  const router = Router();
  const pictures = createPictureReader(portal);
  router.post(
    `${IMAGES_URL}/upload`,
    receiveFile(portal, {
      place: IMAGES,
      limit: UPLOADS_PER_PERSON,
      isField: (name) => TARGET_FIELDS.has(name),
      ready: () => true,
      maxBytes: () => IMAGE_MAX_BYTES,
      missing: MISSING_IMAGE_PATH,
      async store(call) {
        const { catalog = '', id = '', field = '', version = '', back = '' } = call.upload.fields;
        const form = { actor: call.actor, requestId: call.requestId, catalog, id, field, version, back };
        // Before the picture is stored: a record that takes no picture refuses it.
        const target = call.asPage ? portal.catalogs.pictureTarget(form) : null;
        const image = await uploadImage(portal, call);
        const attachNote = await target?.attach(image.url);
        return { json: image, page: target && { href: target.href, text: `Se guardó la imagen.${attachNote}` } };
      },
    }),
  );
  for (const [path, thumbnail] of [
    [`${IMAGES_URL}/:key`, false],
    [`${IMAGES_URL}/:key/thumbnail`, true],
  ] as const) {
    router.get(
      path,
      asyncHandler((req, res) => sendImage(portal, pictures, req, res, thumbnail)),
    );
  }
  return router;
}

async function sendImage(
  services: Services,
  pictures: PictureReader,
  request: Request,
  response: Response,
  thumbnail: boolean,
): Promise<void> {
  const actor = staffOf(request);
  requireImages(actor);
  const key = String(request.params['key']);
  const isInBucket = key === BUCKET_KEY;
  const facts = await (isInBucket ? describeInBucket(services, pictures, request.query['address']) : pictures.describe(key));
  const etag = thumbnail ? `"${facts.key}-miniatura"` : `"${facts.key}"`;
  const headers = {
    ...storedFileHeaders(SANDBOX_CSP),
    'Content-Type': thumbnail ? 'image/webp' : facts.contentType,
    'Content-Disposition': 'inline',
    // A picture never changes under its key; an object of a bucket may be replaced.
    'Cache-Control': isInBucket ? 'private, no-cache, no-transform' : 'private, max-age=31536000, immutable, no-transform',
    ETag: etag,
  };
  if (isKnown(request.headers['if-none-match'], etag)) return void response.status(304).set(headers).end();
  if (request.method === 'HEAD') return void response.set(headers).end();
  if (thumbnail) return void response.set(headers).end(await pictures.makeThumbnail(facts, { owner: actor.id }));
  await sendAsset(request, response, { headers: () => headers, open: (signal) => pictures.open(facts, { signal }) });
}

/** Only what a record names as its picture: the buckets hold members' documents too. */
async function describeInBucket({ sql }: Services, pictures: PictureReader, address: unknown): Promise<PictureFacts> {
  if (typeof address !== 'string' || !(await isNamedPicture(sql, address))) throw noPicture(BUCKET_KEY);
  return pictures.describeInBucket(address);
}
