import { AppError } from '../domain/errors.ts';
import { IMAGE_TYPES, IMAGES_COLLECTION, isImageKey } from '../domain/images.ts';
import { readNumber, readText } from '../read-model/field-readers.ts';
import { isActive } from '../records/content-version.ts';
import type { AssetResponse } from '../ports/rest-backend/assets.ts';
import type { Services } from '../services.ts';
import { RecentMap } from '../platform/recent-map.ts';
import { findInBucket } from './stored-bytes.ts';

const KNOWN_MAX = 2_000;
const THUMBNAILS_MAX = 300;
/** A picture never changes under its key, but may be retired: other processes notice within this time. */
const KNOWN_FOR_MS = 60_000;
const CONTENT_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/webp']);
const SHOWN_TYPES: ReadonlySet<string> = new Set(IMAGE_TYPES);

/** A picture, before any byte of it is read. */
export interface PictureFacts {
  /** Identifies its content. */
  key: string;
  contentType: string;
  /** null where its document does not say. */
  bytes: number | null;
  open: (part: { range?: string | undefined; signal?: AbortSignal | undefined }) => Promise<AssetResponse>;
}

export interface PictureReader {
  /** Errors: `not-found` for anything but a published picture. */
  describe(key: string): Promise<PictureFacts>;
  /** A picture in a bucket of FILE_BUCKETS. Errors: `not-found`, `backend-failed`, `unavailable`. */
  describeInBucket(address: string): Promise<PictureFacts>;
  /** Errors: `not-found`, `invalid-input` (details.status 416), `backend-failed`, `unavailable`. */
  open(facts: PictureFacts, options?: { range?: string | undefined; signal?: AbortSignal }): Promise<AssetResponse>;
  /** A WEBP of at most 320 px. @param owner the person whose share of conversions it uses. Errors as `open`, and of the conversion. */
  makeThumbnail(facts: PictureFacts, options: { owner: string; signal?: AbortSignal }): Promise<Buffer>;
}

/** Reads pictures; the caller checks permission. */
export function createPictureReader(services: Services): PictureReader {
  const known = new RecentMap<{ facts: PictureFacts; readAt: number }>(KNOWN_MAX);
  const thumbnails = new RecentMap<Buffer>(THUMBNAILS_MAX);
  const open: PictureReader['open'] = (facts, part = {}) => facts.open(part).catch((error: unknown) => cannotBeRead(facts.key, error));
  return {
    async describe(key) {
      const earlier = known.get(key);
      if (earlier && Date.now() - earlier.readAt < KNOWN_FOR_MS) return earlier.facts;
      const facts = await readFacts(services, key);
      known.set(key, { facts, readAt: Date.now() });
      return facts;
    },
    async describeInBucket(address) {
      const stored = await findInBucket(services, { url: address, contentType: '', bytes: 0, sha256: '' });
      if (!stored || !SHOWN_TYPES.has(stored.contentType)) throw noPicture(address);
      const { content, contentType, bytes } = stored;
      return { key: content, contentType, bytes, open: (part) => stored.open(part) };
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

async function readFacts({ documents, restBackend }: Pick<Services, 'documents' | 'restBackend'>, key: string): Promise<PictureFacts> {
  const stored = isImageKey(key) ? await documents.main.get(`${IMAGES_COLLECTION}/${key}`) : null;
  const data = stored?.data ?? {};
  const contentType = isActive(data) ? readText(data, 'contentType') : '';
  if (!CONTENT_TYPES.has(contentType)) throw noPicture(key);
  const bytes = readNumber(data, 'bytes');
  // `asset`: its name in the REST backend.
  const file = { filename: readText(data, 'asset') || key, bytes: bytes ?? undefined };
  return { key, contentType, bytes, open: (part) => restBackend.openAsset({ ...file, ...part }) };
}

export const noPicture = (name: string) =>
  new AppError('not-found', `no picture ${name.slice(0, 200)}`, { userMessage: 'La imagen no existe.' });

function cannotBeRead(key: string, error: unknown): never {
  if (error instanceof AppError) throw error;
  throw new AppError('backend-failed', `picture ${key} cannot be shown`, { userMessage: 'La imagen no se puede mostrar.', cause: error });
}
