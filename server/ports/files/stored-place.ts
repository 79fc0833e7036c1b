import { assetFilename } from './asset-name.ts';

/** An object of a cloud bucket. */
export interface BucketPlace {
  kind: 'bucket';
  bucket: string;
  object: string;
}

/** Where bytes lie that an address names: with the REST backend, under a name of its own, or in a bucket. */
export type StoredPlace = { kind: 'asset'; filename: string } | BucketPlace;

const GS = /^gs:\/\/([^/]+)\/(.+)$/s;
const FIREBASE_HOST = 'firebasestorage.googleapis.com';
const FIREBASE_PATH = /^\/v0\/b\/([^/]+)\/o\/(.+)$/;
const CLOUD_HOSTS: ReadonlySet<string> = new Set(['storage.googleapis.com', 'storage.cloud.google.com']);
const CLOUD_PATH = /^\/([^/]+)\/(.+)$/;
const BUCKET_HOST = '.storage.googleapis.com';

/**
 * `.` and `..` would be taken for steps in the address of the API, and names with a dot in front are the folders of the portal's own
 * bucket (create-file-store.ts), whose reports and exports no document may name.
 */
const OBJECT = /^[^.\p{Cc}\p{Cs}][^\p{Cc}\p{Cs}]*$/u;
const OBJECT_BYTES = 1024;

/**
 * Of an address that somebody stored. Nothing is asked, and whether a bucket may be opened is not said here (buckets.ts). null for what
 * names nothing, and for an address of Google's storage that is not quite one: it is never taken for a name of ours.
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

/** The token of such an address, or its signature, is not looked at: the portal opens objects by its own account or not at all. */
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
