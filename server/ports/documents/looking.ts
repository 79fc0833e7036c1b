import type { BackedUpDocument } from './documents-backup.ts';
import { toEmbeddedMap } from './backed-up-values.ts';
import type { DatabaseName, StoredDocument } from './document-store.ts';
import { decodeMap } from './embedded/values.ts';

/** A collection that a database has, known to the portal or not. */
export interface FoundCollection {
  /** Its path, with a star for the ids of documents above, as records are declared. */
  path: string;
  documents: number;
}

/**
 * The documents of both databases for somebody who only looks: there is nothing here that writes. Values have the kinds that they are
 * stored in (backed-up-values.ts).
 */
export interface LookedAtDocuments {
  /** Those below documents are found by the documents that have them; on Firestore by some of each collection. */
  collections(database: DatabaseName): Promise<FoundCollection[]>;
  /** In pages: about `most` of them, those at the root from all over the order of their ids; with null all. */
  read(database: DatabaseName, collection: FoundCollection, most: number | null): AsyncIterable<BackedUpDocument[]>;
  /** Those of these documents that are not there. */
  missing(database: DatabaseName, paths: readonly string[]): Promise<string[]>;
  /** What was read so far, as Firestore counts it: a document each, a query without one, a thousand of a count. */
  reads(): number;
  close(): Promise<void>;
}

/** A collection's path with a star for the ids in it. */
export const patternOf = (collection: string) =>
  collection
    .split('/')
    .map((segment, index) => (index % 2 === 1 ? '*' : segment))
    .join('/');

/** Where to begin in the order of ids, so that old and new ones are met whether ids are counted or drawn. */
const BEGINNINGS = ['', '1', '2', '3', '5', '7', '9', 'D', 'M', 'V', 'e', 'n', 'w'] as const;

/** From which ids on to read, and how many from each; once from the first where all are read. */
export function partsToRead({ path, documents }: FoundCollection, most: number | null): { from: string; limit: number }[] {
  const limit = most ?? Infinity;
  if (documents <= limit || path.includes('/')) return [{ from: '', limit }];
  return BEGINNINGS.map((from) => ({ from, limit: Math.ceil(limit / BEGINNINGS.length) }));
}

/** As the portal reads it from its store. */
export function storedOf({ path, data, version, createdVersion }: BackedUpDocument): StoredDocument {
  const separator = path.lastIndexOf('/');
  return {
    path,
    id: path.slice(separator + 1),
    collection: path.slice(0, separator),
    data: decodeMap(toEmbeddedMap(data)),
    version: BigInt(version),
    createdVersion: BigInt(createdVersion),
  };
}
