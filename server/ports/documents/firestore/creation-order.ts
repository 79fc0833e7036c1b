import { FieldPath, Timestamp, type Query, type QuerySnapshot } from 'firebase-admin/firestore';
import type { CreatedOptions, CreationPlace, StoredDocument } from '../document-store.ts';
import { compareCreation } from '../creation-place.ts';
import { readPages, toStoredDocuments } from './query.ts';
import { toMicros, toTimestamp } from './values.ts';

const PAGE = 500;
const CREATED_AT = 'createdAt';
/** How much later than its `createdAt` (when the server received the request) a document may have been stored. */
const OVERLAP_MICROS = 10_000_000n;

type FirestoreCall = <Result>(what: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Documents of one collection by (create time, path). Firestore cannot query create times, but `createdAt`, written by the server, is never
 * later: every document with a create time before the last `createdAt` read has been read. A strong read sees every commit before its read
 * time, so nothing can appear in between later.
 */
export async function* scanCreated(
  collection: Query,
  ask: FirestoreCall,
  { after, minimumAgeMs, imported = false, pageSize = PAGE, times }: CreatedOptions,
): AsyncIterable<StoredDocument[]> {
  const since = after === null || imported ? 0n : after.createdVersion - OVERLAP_MICROS;
  const createdAt = times?.createdAt ?? CREATED_AT;
  const ordered = collection
    .where(createdAt, '>=', toTimestamp(since > 0n ? since : 0n))
    .orderBy(createdAt)
    .orderBy(FieldPath.documentId());
  let horizon: bigint | null = null;
  let waiting: StoredDocument[] = [];
  for await (const found of readPages(ordered, pageSize, (page) => ask('scan in the order of creation', () => page.get()))) {
    horizon ??= toMicros(found.readTime) - BigInt(minimumAgeMs) * 1_000n;
    const last = found.docs.at(-1);
    const reached = last ? microsIn(last, createdAt) : 0n;
    waiting.push(...toStoredDocuments(found).filter(isBetween(after, horizon)));
    const ready = waiting.filter(({ createdVersion }) => createdVersion < reached);
    waiting = waiting.filter(({ createdVersion }) => createdVersion >= reached);
    yield* pagesOf(ready.sort(compareCreation), pageSize);
    if (reached >= horizon) break;
  }
  yield* pagesOf(waiting.sort(compareCreation), pageSize);
}

function isBetween(after: CreationPlace | null, horizon: bigint): (document: StoredDocument) => boolean {
  return (document) => document.createdVersion < horizon && (after === null || compareCreation(document, after) > 0);
}

function microsIn(document: QuerySnapshot['docs'][number], field: string): bigint {
  const at: unknown = document.get(field);
  return at instanceof Timestamp ? toMicros(at) : 0n;
}

function* pagesOf(documents: readonly StoredDocument[], pageSize: number): Iterable<StoredDocument[]> {
  for (let start = 0; start < documents.length; start += pageSize) yield documents.slice(start, start + pageSize);
}
