/**
 * Pictures of the app's contents. Documents hold the address at which the mobile app reads a picture, without a session or
 * token: MEDIA_URL. The portal shows the same picture through its own /images, as a thumbnail where it is shown small.
 */
export const IMAGE_MAX_BYTES = 15 * 1024 * 1024;
/** Formats that browsers can show and sharp can read; SVG is excluded because it can run scripts. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;
export const IMAGES_URL = '/images';
export const MEDIA_URL = '/media';

/** Response of POST /images/upload. */
export interface UploadedImage {
  /** What a document stores. */
  url: string;
  /** Address at which the portal shows the picture; `thumbnailUrl` is at most 320 px. */
  shownUrl: string;
  thumbnailUrl: string;
  width: number;
  height: number;
  bytes: number;
}

const KEY = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,200}$/;
/** Names made by newAssetKey: long and random, so that another site's /media is not mistaken for ours. */
const OWN_KEY = /^[A-Za-z0-9][A-Za-z0-9_-]{0,50}-\d{6}-[A-Za-z0-9]{20}\.(?:jpg|webp)$/;

/** Base of addresses that are paths. */
const RELATIVE = 'http://relative.invalid';

export function isImageKey(text: string): boolean {
  return KEY.test(text);
}

/**
 * The key of one of our pictures, from its public address (whatever server stands before /media) or its address in the REST
 * backend (docs/specification.md section 7, `digitalization/asset`), as older documents have it; null for any other address.
 */
export function imageKey(address: string): string | null {
  if (!URL.canParse(address, RELATIVE)) return null;
  const { pathname, searchParams } = new URL(address, RELATIVE);
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  if (pathname.endsWith(`${MEDIA_URL}/${name}`)) return OWN_KEY.test(name) ? name : null;
  const key = searchParams.get('filename')?.replace(/[/\\]/g, '-') ?? '';
  return pathname.endsWith('/digitalization/asset') && isImageKey(key) ? key : null;
}

/** Whether a path, however it is written, is that of a picture: no other path of the portal belongs in a field for pictures. */
export function isPicturePath(address: string): boolean {
  const { pathname } = new URL(address, RELATIVE);
  if (imageKey(address) !== null || /\.(?:avif|gif|jpe?g|png|webp)$/i.test(pathname)) return true;
  return [IMAGES_URL, MEDIA_URL].some((url) => pathname.startsWith(`${url}/`));
}

/** The address that documents store. @param publicUrl public base address of /media: PUBLIC_MEDIA_URL */
export function mediaAddress(publicUrl: URL, key: string): string {
  return `${publicUrl.href.replace(/\/$/, '')}${MEDIA_URL}/${key}`;
}

/** In the place of a key: the picture whose `address` no browser opens by itself (`gs://…`). No key of ours is that short. */
export const BUCKET_KEY = 'gs';

/** The address at which the portal's pages load a stored picture; pictures of other sites keep their own. */
export const shownImage = (address: string) => shownAt(address, '');
export const shownThumbnail = (address: string) => shownAt(address, '/thumbnail');

function shownAt(address: string, part: string): string {
  const key = imageKey(address);
  if (key !== null) return `${IMAGES_URL}/${key}${part}`;
  return address.startsWith('gs:') ? `${IMAGES_URL}/${BUCKET_KEY}${part}?address=${encodeURIComponent(address)}` : address;
}

/**
 * One document per picture, under its key: /images and /media serve only what is listed here, never another asset of
 * the REST backend. `asset` is the picture's name there; without one it is the key.
 */
export const IMAGES_COLLECTION = 'imagenes';
