import { invalidDocument } from './document-errors.ts';
import { UNSTORABLE_TEXT } from './document-values.ts';

export interface DocumentLocation {
  path: string;
  id: string;
  /** Path of the collection. */
  collection: string;
  /** Last segment of the collection path, as named by a group query. */
  group: string;
}

const MAX_SEGMENT_BYTES = 1_500;
/** Names that Firestore keeps back; numbers of documents that were imported from Datastore are written like them. */
const RESERVED = /^__(?!id\d+__$).*__$/;

/** Whether every store and the read model can keep a document of this path: Firestore alone also allows a zero byte in an id. */
export function isDocumentPath(path: string): boolean {
  const segments = path.split('/');
  return segments.length % 2 === 0 && segments.every(isSegment);
}

/** @throws invalid-input when the path is not `collection/id` repeated */
export function parseDocumentPath(path: string): DocumentLocation {
  const segments = checkSegments(path);
  if (segments.length % 2 !== 0) throw invalidDocument(`not a document path: ${path}`);
  const id = segments[segments.length - 1] ?? '';
  return { path, id, collection: path.slice(0, path.length - id.length - 1), group: segments[segments.length - 2] ?? '' };
}

/**
 * @param group whether the path names a collection group, by one segment
 * @returns the collection's last segment. @throws invalid-input when the path has an even number of segments
 */
export function parseCollectionPath(path: string, group = false): string {
  const segments = checkSegments(path);
  if (segments.length % 2 === 0 || (group && segments.length > 1)) throw invalidDocument(`not a collection path: ${path}`);
  return segments[segments.length - 1] ?? '';
}

function checkSegments(path: string): string[] {
  if (typeof path !== 'string') throw invalidDocument('a path must be text');
  const segments = path.split('/');
  if (!segments.every(isSegment)) throw invalidDocument(`not a valid path: ${path.slice(0, 200)}`);
  return segments;
}

function isSegment(segment: string): boolean {
  return (
    !['', '.', '..'].includes(segment) &&
    !RESERVED.test(segment) &&
    !UNSTORABLE_TEXT.test(segment) &&
    Buffer.byteLength(segment) <= MAX_SEGMENT_BYTES
  );
}
