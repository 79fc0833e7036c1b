import { Readable } from 'node:stream';
import { AppError } from '../../domain/errors.ts';
import { IMAGES_COLLECTION, isImageKey } from '../../domain/images.ts';
import type { Staff } from '../../domain/permissions.ts';
import { readText } from '../../read-model/field-readers.ts';
import type { AssetResponse } from '../../rest-backend/assets.ts';
import { requireImages, type ImageServices } from './image-services.ts';

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

export type ImageOpener = ReturnType<typeof createImageOpener>;

export function createImageOpener(services: ImageServices) {
  const known = new RecentMap<string>(KNOWN_MAX);
  const thumbnails = new RecentMap<Buffer>(THUMBNAILS_MAX);

  /** Headers without bytes: the type, and a strong validator, quoted. Errors: `forbidden`, `not-found`. */
  const describeImage = async ({ actor, key, thumbnail }: OpenImageCall) => {
    requireImages(actor);
    const contentType = known.get(key) ?? (await findContentType(services, key));
    known.set(key, contentType);
    return thumbnail ? { contentType: THUMBNAIL_TYPE, etag: `"${key}-miniatura"` } : { contentType, etag: `"${key}"` };
  };

  return {
    describeImage,
    /** The bytes. Errors as describeImage, and `backend-failed`, `unavailable`. */
    async openImage(call: OpenImageCall): Promise<AssetResponse> {
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

/** Keeps the `max` entries that were used last. */
class RecentMap<Value> extends Map<string, Value> {
  constructor(private readonly max: number) {
    super();
  }

  override get(key: string): Value | undefined {
    const value = super.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  override set(key: string, value: Value): this {
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.max) break;
      this.delete(oldest);
    }
    return this;
  }
}
