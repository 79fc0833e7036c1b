import { invalidDocument } from './document-errors.ts';

export interface DocumentLocation {
  path: string;
  id: string;
  /** Path of the collection. */
  collection: string;
  /** Last segment of the collection path, as named by a group query. */
  group: string;
}

const MAX_SEGMENT_BYTES = 1_500;
/** Control characters would break the order of paths; a lone surrogate has no UTF-8 form. */
const FORBIDDEN_IN_SEGMENT = /[\p{Cc}\p{Cs}]/u;

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
  for (const segment of segments) {
    const wrong =
      segment === '' ||
      segment === '.' ||
      segment === '..' ||
      /^__.*__$/.test(segment) ||
      FORBIDDEN_IN_SEGMENT.test(segment) ||
      Buffer.byteLength(segment) > MAX_SEGMENT_BYTES;
    if (wrong) throw invalidDocument(`not a valid path: ${path.slice(0, 200)}`);
  }
  return segments;
}
