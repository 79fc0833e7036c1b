import type { DatabaseName, Fields, FieldValue, StoredDocument } from '#server/ports/documents/document-store.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { applyRows } from '#server/read-model/sync/apply-rows.ts';
import type { AnyProjection } from '#server/read-model/projection.ts';
import { projectAll, projectTombstones } from '#server/read-model/sync/project-documents.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { makersOf } from './random-fields.ts';

/** A document as the store has it now. */
export interface Doc {
  id: string;
  database: DatabaseName;
  data: Fields;
}

/** Every document that is not deleted, by collection. */
export class World {
  readonly #stored: Readonly<Record<string, readonly Doc[]>>;

  /** Paths of deleted documents. */
  readonly #deleted: ReadonlySet<string>;

  /** Documents by which names are looked up. */
  readonly #named: Readonly<Record<string, readonly Doc[]>>;

  constructor(stored: Readonly<Record<string, readonly Doc[]>>, deleted: ReadonlySet<string>, named = stored) {
    this.#stored = stored;
    this.#deleted = deleted;
    this.#named = named;
  }

  /** The same for somebody who may see only some documents of these collections; names stay known to everybody. */
  narrowed(may: Readonly<Record<string, (doc: Doc) => boolean>>): World {
    const seen = Object.entries(this.#stored).map(
      ([collection, docs]) => [collection, docs.filter(may[collection] ?? (() => true))] as const,
    );
    return new World(Object.fromEntries(seen), this.#deleted, this.#named);
  }

  all(collection: string): readonly Doc[] {
    const found = this.#stored[collection];
    if (!found) throw new Error(`nobody makes documents of ${collection}: tests/reports/random-fields.ts`);
    return found;
  }

  wasDeleted(collection: string, id: string): boolean {
    return this.#deleted.has(`${collection}/${id}`);
  }

  /** Documents that are not deactivated. */
  active(collection: string): readonly Doc[] {
    return this.all(collection).filter(({ data }) => data['isActive'] !== false);
  }

  /** A text field of one document; '' when the document or the field is missing. */
  textOf(collection: string, id: string, field: string): string {
    const value = this.#named[collection]?.find((one) => one.id === id)?.data[field];
    return typeof value === 'string' ? value : '';
  }

  /** Distinct values of a field, for filters. */
  values(collection: string, of: (doc: Doc) => string): string[] {
    return [...new Set(this.all(collection).map(of))].filter((value) => value !== '');
  }
}

/** The store's creation time for documents without one of their own. */
export const STORED_AT = new Date('2040-01-01T00:00:00Z');
const VERSION = BigInt(STORED_AT.getTime()) * 1_000n;

/** A random generator: the same seed gives the same sequence. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed % 2_147_483_646) + 1;
  }

  below(limit: number): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return this.#state % limit;
  }

  one<Item>(...items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }
}

/** Documents that programs wrote into one collection of one database, and those of them that were deleted again. */
export interface MadeCollection {
  projection: AnyProjection;
  documents: readonly StoredDocument[];
  gone: readonly StoredDocument[];
}

/** @param size number of documents per collection that reports count */
export function makeCollections({ seed, size }: { seed: number; size: number }): MadeCollection[] {
  const dice = new Dice(seed);
  return Object.entries(makersOf(dice)).flatMap(([collection, { make, few }]) => {
    // The audit has one projection for each database.
    const projections = PROJECTIONS.filter((projection) => projection.collection === collection);
    return projections.map((projection, at) => {
      const ids = few ?? Array.from({ length: Math.ceil(size / projections.length) }, (_none, place) => `d${at}-${place}`);
      const documents = ids.map((id) => documentOf(collection, id, make(id)));
      return { projection, documents, gone: documents.filter(() => dice.below(15) === 0) };
    });
  });
}

/** The documents that are left. @param dataOf what the store holds of a document, if it differs from what was written */
export function worldOf(made: readonly MadeCollection[], dataOf: (document: StoredDocument) => Fields = ({ data }) => data): World {
  const stored: Record<string, Doc[]> = {};
  for (const { projection, documents, gone } of made) {
    const there = documents.filter((document) => !gone.includes(document));
    (stored[projection.collection] ??= []).push(
      ...there.map((document) => ({ id: document.id, data: dataOf(document), database: projection.database })),
    );
  }
  return new World(stored, new Set(made.flatMap(({ gone }) => gone.map(({ path }) => path))));
}

/** Writes generated documents into the read model as the sync does; some existed and are deleted. */
export async function loadWorld(sql: Sql, asked: { seed: number; size: number }): Promise<World> {
  const made = makeCollections(asked);
  for (const { projection, documents, gone } of made) {
    const late = gone.map(({ path }) => ({ path, version: VERSION + 1n }));
    await applyRows(sql, [{ projection, ...projectAll(projection, documents) }]);
    await applyRows(sql, [{ projection, ...projectTombstones(projection, late) }]);
  }
  return worldOf(made);
}

function documentOf(collection: string, id: string, data: Record<string, FieldValue>): StoredDocument {
  return { path: `${collection}/${id}`, id, collection, data, version: VERSION, createdVersion: VERSION };
}
