import { Readable } from 'node:stream';
import { AppError } from '../../domain/errors.ts';
import { IMAGES_COLLECTION, isImageKey } from '../../domain/images.ts';
import type { Staff } from '../../domain/permissions.ts';
import { readText } from '../../read-model/field-readers.ts';
import type { AssetResponse } from '../../rest-backend/assets.ts';
import { requireImages, type ImageServices } from './image-services.ts';
import { RecentMap } from './recent-map.ts';

/** A picture never changes under its key, so what is kept here is never stale. */
const KNOWN_MAX = 2_000;
const THUMBNAILS_MAX = 300;
const CONTENT_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/webp']);
const THUMBNAIL_TYPE = 'image/webp';

export interface OpenImageCall {
  actor: Staff;
  key: string;
  thumbnail: boolean;
  signal?: AbortSignal;
}

export interface ImageFacts {
  contentType: string;
  /** Strong validator, quoted. */
  etag: string;
}

export interface ImageOpener {
  /** Headers without bytes. Errors: `forbidden`, `not-found`. */
  describeImage(call: OpenImageCall): Promise<ImageFacts>;
  /** The bytes. Errors as describeImage, and `backend-failed`, `unavailable`. */
  openImage(call: OpenImageCall): Promise<AssetResponse>;
}

export function createImageOpener(services: ImageServices): ImageOpener {
  const known = new RecentMap<string>(KNOWN_MAX);
  const thumbnails = new RecentMap<Buffer>(THUMBNAILS_MAX);

  const describeImage = async ({ actor, key, thumbnail }: OpenImageCall): Promise<ImageFacts> => {
    requireImages(actor);
    const contentType = known.get(key) ?? (await findContentType(services, key));
    known.set(key, contentType);
    return thumbnail ? { contentType: THUMBNAIL_TYPE, etag: `"${key}-miniatura"` } : { contentType, etag: `"${key}"` };
  };

  return {
    describeImage,
    async openImage(call) {
      await describeImage(call);
      const made = call.thumbnail ? thumbnails.get(call.key) : undefined;
      if (made) return whole(made);
      const asset = await services.restBackend.openAsset({ filename: call.key, signal: call.signal });
      if (!call.thumbnail) return asset;
      const thumbnail = await services.pictures.makeThumbnail(call.actor.id, asset.body);
      thumbnails.set(call.key, thumbnail);
      return whole(thumbnail);
    },
  };
}

function whole(content: Buffer): AssetResponse {
  const body = Readable.from([content], { objectMode: false });
  return { status: 200, body, contentLength: content.length, contentRange: null, lastModified: null };
}

async function findContentType({ documents }: ImageServices, key: string): Promise<string> {
  const stored = isImageKey(key) ? await documents.main.get(`${IMAGES_COLLECTION}/${key}`) : null;
  const contentType = stored && stored.data['isActive'] !== false ? readText(stored.data, 'contentType') : '';
  if (CONTENT_TYPES.has(contentType)) return contentType;
  throw new AppError('not-found', `no picture ${key.slice(0, 200)}`, { userMessage: 'La imagen no existe.' });
}
