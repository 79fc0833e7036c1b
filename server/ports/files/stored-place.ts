import { assetFilename } from './asset-name.ts';

/** An object of a cloud bucket. */
export interface BucketPlace {
  kind: 'bucket';
  bucket: string;
  object: string;
}

/** Where an address locates bytes: in the REST backend under a name, or in a bucket. */
export type StoredPlace = { kind: 'asset'; filename: string } | BucketPlace;

const GS = /^gs:\/\/([^/]+)\/(.+)$/s;
const FIREBASE_HOST = 'firebasestorage.googleapis.com';
const FIREBASE_PATH = /^\/v0\/b\/([^/]+)\/o\/(.+)$/;
const CLOUD_HOSTS: ReadonlySet<string> = new Set(['storage.googleapis.com', 'storage.cloud.google.com']);
const CLOUD_PATH = /^\/([^/]+)\/(.+)$/;
const BUCKET_HOST = '.storage.googleapis.com';

/**
 * `.` and `..` would act as path steps in the API's address, and names with a leading dot are the folders of the portal's own bucket
 * (create-file-store.ts), whose reports and exports no document may name.
 */
const OBJECT = /^[^.\p{Cc}\p{Cs}][^\p{Cc}\p{Cs}]*$/u;
const OBJECT_BYTES = 1024;

/**
 * Parses a stored address. Nothing is requested, and whether a bucket may be opened is decided elsewhere (buckets.ts). null for an address
 * that names nothing, and for one of Google's storage that is malformed: it is never taken for an asset name.
 */
export function placeOf(address: string): StoredPlace | null {
  const text = address.trim();
  const gs = GS.exec(text);
  if (gs) return bucketPlace(gs[1], gs[2]);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && isOfGoogle(url)) return placeAtGoogle(url);
  const filename = assetFilename(text);
  return filename === null ? null : { kind: 'asset', filename };
}

function isOfGoogle({ protocol, hostname }: URL): boolean {
  return protocol === 'gs:' || hostname === FIREBASE_HOST || CLOUD_HOSTS.has(hostname) || hostname.endsWith(BUCKET_HOST);
}

/** A token or signature in such an address is ignored: the portal opens objects with its own account or not at all. */
function placeAtGoogle({ protocol, username, password, port, hostname, pathname }: URL): BucketPlace | null {
  if (protocol !== 'https:' || username !== '' || password !== '' || port !== '') return null;
  const [, bucket, object] =
    hostname === FIREBASE_HOST
      ? (FIREBASE_PATH.exec(pathname) ?? [])
      : CLOUD_HOSTS.has(hostname)
        ? (CLOUD_PATH.exec(pathname) ?? [])
        : ['', hostname.slice(0, -BUCKET_HOST.length), pathname.slice(1)];
  try {
    return bucketPlace(bucket, object && decodeURIComponent(object));
  } catch {
    return null;
  }
}

function bucketPlace(bucket = '', object = ''): BucketPlace | null {
  const isPlace = bucket !== '' && OBJECT.test(object) && Buffer.byteLength(object) <= OBJECT_BYTES;
  return isPlace ? { kind: 'bucket', bucket, object } : null;
}
