import { AppError } from '../domain/errors.ts';
import { IMAGES_COLLECTION, isImageKey } from '../domain/images.ts';
import { readNumber, readText } from '../read-model/field-readers.ts';
import type { AssetResponse } from '../ports/rest-backend/assets.ts';
import type { Services } from '../services.ts';
import { RecentMap } from '../platform/recent-map.ts';

const KNOWN_MAX = 2_000;
const THUMBNAILS_MAX = 300;
/** A picture never changes under its key, but may be retired: other processes notice within this time. */
const KNOWN_FOR_MS = 60_000;
const CONTENT_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/webp']);

/** A published picture, before any byte of it is read. */
export interface PictureFacts {
  key: string;
  contentType: string;
  /** null where its document does not say. */
  bytes: number | null;
  /** Its name in the REST backend. */
  asset: string;
}

export interface PictureReader {
  /** Errors: `not-found` for anything but a published picture. */
  describe(key: string): Promise<PictureFacts>;
  /** Errors: `not-found`, `invalid-input` (details.status 416), `backend-failed`, `unavailable`. */
  open(facts: PictureFacts, options?: { range?: string | undefined; signal?: AbortSignal }): Promise<AssetResponse>;
  /** A WEBP of at most 320 px. @param owner the person whose share of conversions it uses. Errors as `open`, and of the conversion. */
  makeThumbnail(facts: PictureFacts, options: { owner: string; signal?: AbortSignal }): Promise<Buffer>;
}

/** Reads pictures; the caller checks permission. */
export function createPictureReader(services: Services): PictureReader {
  const known = new RecentMap<{ facts: PictureFacts; readAt: number }>(KNOWN_MAX);
  const thumbnails = new RecentMap<Buffer>(THUMBNAILS_MAX);
  const open: PictureReader['open'] = ({ key, asset, bytes }, { range, signal } = {}) =>
    services.restBackend
      .openAsset({ filename: asset, range, bytes: bytes ?? undefined, signal })
      .catch((error: unknown) => cannotBeRead(key, error));
  return {
    async describe(key) {
      const earlier = known.get(key);
      if (earlier && Date.now() - earlier.readAt < KNOWN_FOR_MS) return earlier.facts;
      const facts = await readFacts(services, key);
      known.set(key, { facts, readAt: Date.now() });
      return facts;
    },
    open,
    async makeThumbnail(facts, { owner, signal }) {
      const made = thumbnails.get(facts.key);
      if (made) return made;
      const asset = await open(facts, { ...(signal && { signal }) });
      const thumbnail = await services.pictures.makeThumbnail(owner, asset.body);
      thumbnails.set(facts.key, thumbnail);
      return thumbnail;
    },
  };
}

async function readFacts({ documents }: Pick<Services, 'documents'>, key: string): Promise<PictureFacts> {
  const stored = isImageKey(key) ? await documents.main.get(`${IMAGES_COLLECTION}/${key}`) : null;
  const data = stored?.data ?? {};
  const contentType = data['isActive'] === false ? '' : readText(data, 'contentType');
  if (!CONTENT_TYPES.has(contentType))
    throw new AppError('not-found', `no picture ${key.slice(0, 200)}`, { userMessage: 'La imagen no existe.' });
  return { key, contentType, bytes: readNumber(data, 'bytes'), asset: readText(data, 'asset') || key };
}

function cannotBeRead(key: string, error: unknown): never {
  if (error instanceof AppError) throw error;
  throw new AppError('backend-failed', `picture ${key} cannot be shown`, { userMessage: 'La imagen no se puede mostrar.', cause: error });
}
