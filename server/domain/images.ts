/**
 * Pictures of the app's contents. Documents hold the address by which the mobile app reads a picture; the portal shows
 * pictures of the REST backend through its own /images, since a browser has no token for the backend.
 */
export const IMAGE_MAX_BYTES = 15 * 1024 * 1024;
/** What browsers can show and sharp can read; SVG is a document that runs script and is not among them. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;
export const IMAGES_URL = '/images';

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

export function isImageKey(text: string): boolean {
  return KEY.test(text);
}

/** Key of a picture that lies in the REST backend (specification section 7, `digitalization/asset`); null for any other address. */
export function imageKey(address: string): string | null {
  const base = 'http://relative.invalid';
  if (!URL.canParse(address, base)) return null;
  const { pathname, searchParams } = new URL(address, base);
  const key = searchParams.get('filename')?.replace(/[/\\]/g, '-') ?? '';
  return pathname.endsWith('/digitalization/asset') && isImageKey(key) ? key : null;
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

/** One document per picture: only what is listed here is shown by /images, never another asset of the REST backend. */
export const IMAGES_COLLECTION = 'imagenes';
