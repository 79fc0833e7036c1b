import type { BackedUpDocument } from './documents-backup.ts';
import { toEmbeddedMap } from './backed-up-values.ts';
import type { DatabaseName, StoredDocument } from './document-store.ts';
import { decodeMap } from './embedded/values.ts';

/** A collection of a database, known to the portal or not. */
export interface FoundCollection {
  /** Its path, with `*` for the ids of parent documents, as records are declared. */
  path: string;
  documents: number;
}

/** Read-only access to the documents of both databases. Values keep the kinds they are stored in (backed-up-values.ts). */
export interface ReadOnlyDocuments {
  /** Subcollections are found through the documents that have them; on Firestore through a sample of each collection. */
  collections(database: DatabaseName): Promise<FoundCollection[]>;
  /** In pages: about `most` documents, those of root collections sampled across the order of their ids; null reads all. */
  read(database: DatabaseName, collection: FoundCollection, most: number | null): AsyncIterable<BackedUpDocument[]>;
  /** Those of the given paths that do not exist. */
  missing(database: DatabaseName, paths: readonly string[]): Promise<string[]>;
  /** Number of reads so far in Firestore's terms: one per document, one for an empty query, one per thousand counted. */
  reads(): number;
  close(): Promise<void>;
}

/** A collection's path with `*` for the ids in it. */
export const patternOf = (collection: string) =>
  collection
    .split('/')
    .map((segment, index) => (index % 2 === 1 ? '*' : segment))
    .join('/');

/** Start points in the order of ids, so that old and new documents are met whether ids are sequential or random. */
const START_IDS = ['', '1', '2', '3', '5', '7', '9', 'D', 'M', 'V', 'e', 'n', 'w'] as const;

/** Start ids, and how many documents to read from each; a single part where all are read. */
export function partsToRead({ path, documents }: FoundCollection, most: number | null): { from: string; limit: number }[] {
  const limit = most ?? Infinity;
  if (documents <= limit || path.includes('/')) return [{ from: '', limit }];
  return START_IDS.map((from) => ({ from, limit: Math.ceil(limit / START_IDS.length) }));
}

/** The document as the portal's store would return it. */
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
