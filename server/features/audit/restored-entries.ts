import { compareCreation } from '../../ports/documents/creation-place.ts';
import type { DocumentStore, StoredDocument } from '../../ports/documents/document-store.ts';
import { AUDIT_COLLECTION } from '../../records/write-audit.ts';
import { readPlace, readSeal, SEALS_COLLECTION } from './seal.ts';
import type { VerifiedStore } from './sealed-entries.ts';

const PAGE = 500;

/**
 * Whether an entry was stored by a restore and not written since. Callers have found it in a list of a seal, so its content is proved; that
 * nothing was put beside it is proved by the seals of the restore, which cover everything in their ranges.
 */
export function restoredPlaces(store: VerifiedStore): (document: StoredDocument) => Promise<boolean> {
  let places: ReturnType<typeof readRestoredPlaces> | undefined;
  return async ({ version, createdVersion }) => {
    if (version !== createdVersion) return false;
    places ??= readRestoredPlaces(store);
    return (await places).some(({ from, to }) => from <= createdVersion && createdVersion <= to);
  };
}

/** The range of each restore, from its first to its last creation. */
async function readRestoredPlaces(store: VerifiedStore): Promise<{ of: number; from: bigint; to: bigint }[]> {
  const places = new Map<number, { of: number; from: bigint; to: bigint }>();
  for await (const page of store.scan(SEALS_COLLECTION)) {
    for (const seal of page.map(readSeal)) {
      const [from, to] = [readPlace(seal.from), readPlace(seal.to)];
      if (!seal.restored || !from || !to) continue;
      const of = seal.restored.of.getTime();
      places.set(of, { of, from: places.get(of)?.from ?? from.createdVersion, to: to.createdVersion });
    }
  }
  return [...places.values()];
}

/** All entries, in the order of their creation. Only their places are held at once: the port cannot read old ones in this order. */
export async function* entriesByCreation(store: Pick<DocumentStore, 'getMany' | 'scan'>): AsyncIterable<StoredDocument[]> {
  const places: Pick<StoredDocument, 'createdVersion' | 'path'>[] = [];
  for await (const page of store.scan(AUDIT_COLLECTION, { bare: true }))
    places.push(...page.map(({ createdVersion, path }) => ({ createdVersion, path })));
  places.sort(compareCreation);
  for (let start = 0; start < places.length; start += PAGE) {
    const found = await store.getMany(places.slice(start, start + PAGE).map(({ path }) => path));
    yield found.filter((document) => document !== null);
  }
}
