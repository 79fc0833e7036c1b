/**
 * Pictures of the app's contents. Documents hold the address by which the mobile app reads a picture, without a session or a
 * token: MEDIA_URL. The portal shows the same picture through its own /images, small where it is shown small.
 */
export const IMAGE_MAX_BYTES = 15 * 1024 * 1024;
/** What browsers can show and sharp can read; SVG is a document that runs script and is not among them. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;
export const IMAGES_URL = '/images';
export const MEDIA_URL = '/media';

/** What POST /images/upload answers. */
export interface UploadedImage {
  /** What a document stores. */
  url: string;
  /** What the portal shows: the picture, and at most 320 px of it. */
  shownUrl: string;
  thumbnailUrl: string;
  width: number;
  height: number;
  bytes: number;
}

const KEY = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,200}$/;
/** Names as newAssetKey makes them: long and random, so that a /media of another site is not mistaken for ours. */
const OWN_KEY = /^[A-Za-z0-9][A-Za-z0-9_-]{0,50}-\d{6}-[A-Za-z0-9]{20}\.(?:jpg|webp)$/;

export function isImageKey(text: string): boolean {
  return KEY.test(text);
}

/**
 * Key of a picture of ours, by its public address (whatever server stands before /media) or by its address in the REST
 * backend (docs/specification.md section 7, `digitalization/asset`), as older documents have it; null for any other address.
 */
export function imageKey(address: string): string | null {
  const base = 'http://relative.invalid';
  if (!URL.canParse(address, base)) return null;
  const { pathname, searchParams } = new URL(address, base);
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  if (pathname.endsWith(`${MEDIA_URL}/${name}`)) return OWN_KEY.test(name) ? name : null;
  const key = searchParams.get('filename')?.replace(/[/\\]/g, '-') ?? '';
  return pathname.endsWith('/digitalization/asset') && isImageKey(key) ? key : null;
}

/** What documents store. @param publicUrl where /media is found from outside: PUBLIC_MEDIA_URL */
export function mediaAddress(publicUrl: URL, key: string): string {
  return `${publicUrl.href.replace(/\/$/, '')}${MEDIA_URL}/${key}`;
}

/** Where the portal's pages find the picture of a stored address; pictures of other sites at their own address. */
export function shownImage(address: string): string {
  const key = imageKey(address);
  return key === null ? address : `${IMAGES_URL}/${key}`;
}

export function shownThumbnail(address: string): string {
  const key = imageKey(address);
  return key === null ? address : `${IMAGES_URL}/${key}/thumbnail`;
}

/**
 * One document per picture, under its key: only what is listed here is shown by /images and /media, never another asset of
 * the REST backend. `asset` is the picture's name there; without one it is the key.
 */
export const IMAGES_COLLECTION = 'imagenes';
