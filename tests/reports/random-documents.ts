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

  /** Paths. */
  readonly #deleted: ReadonlySet<string>;

  /** Where names are found. */
  readonly #named: Readonly<Record<string, readonly Doc[]>>;

  constructor(stored: Readonly<Record<string, readonly Doc[]>>, deleted: ReadonlySet<string>, named = stored) {
    this.#stored = stored;
    this.#deleted = deleted;
    this.#named = named;
  }

  /** The same for somebody who may not see all documents of some collections; names stay known to everybody. */
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

  /** Those that nobody has deactivated. */
  active(collection: string): readonly Doc[] {
    return this.all(collection).filter(({ data }) => data['isActive'] !== false);
  }

  /** A text of one document; '' when the document is gone or does not say it. */
  textOf(collection: string, id: string, field: string): string {
    const value = this.#named[collection]?.find((one) => one.id === id)?.data[field];
    return typeof value === 'string' ? value : '';
  }

  /** What a field holds in any of them, for filters. */
  values(collection: string, of: (doc: Doc) => string): string[] {
    return [...new Set(this.all(collection).map(of))].filter((value) => value !== '');
  }
}

/** When the store says that documents came which tell no time themselves. */
export const STORED_AT = new Date('2040-01-01T00:00:00Z');
const VERSION = BigInt(STORED_AT.getTime()) * 1_000n;

/** The same sequence for the same seed. */
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

/** What programs wrote into one collection of one database, and what of it they deleted again. */
export interface MadeCollection {
  projection: AnyProjection;
  documents: readonly StoredDocument[];
  gone: readonly StoredDocument[];
}

/** @param size how many of the collections that reports count */
export function makeCollections({ seed, size }: { seed: number; size: number }): MadeCollection[] {
  const dice = new Dice(seed);
  return Object.entries(makersOf(dice)).flatMap(([collection, { make, few }]) => {
    // The audit of both databases is one.
    const projections = PROJECTIONS.filter((projection) => projection.collection === collection);
    return projections.map((projection, at) => {
      const ids = few ?? Array.from({ length: Math.ceil(size / projections.length) }, (_none, place) => `d${at}-${place}`);
      const documents = ids.map((id) => documentOf(collection, id, make(id)));
      return { projection, documents, gone: documents.filter(() => dice.below(15) === 0) };
    });
  });
}

/** What is left of them. @param dataOf what the store holds of a document, if it is not what was written */
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

/** Documents as programs wrote them, in the read model as the sync writes them; some were there and are deleted. */
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
