import { MAX_TRANSACTION_WRITES, type DocumentStore, type DocumentTransaction, type Fields } from '../ports/documents/document-store.ts';
import type { DatabaseName, Query, StoredDocument, WritePrecondition } from '../ports/documents/document-store.ts';
import { withCreateFields } from '../ports/documents/document-values.ts';
import { isSame } from '../records/content-version.ts';
import type { Services } from '../services.ts';

type Reads = Pick<DocumentTransaction, 'getMany' | 'query'>;

/**
 * Runs several verbs, which each use a transaction of their own, in a single one: all or none. Each sees the writes of the earlier ones,
 * and the store gets all writes after the last read. `work` may run more than once, and must call one verb after the other.
 */
export async function inOneTransaction(services: Services, database: DatabaseName, work: (own: Services) => Promise<void>): Promise<void> {
  let written: string[] = [];
  await services.documents[database].transaction(async (tx) => {
    const writes = new CollectedWrites(tx);
    await work(servicesWith(services, database, writes));
    written = writes.flushTo(tx);
  });
  // Also projects audit entries, although nobody waits for their rows.
  await services.readModel.projectNow(database, written);
}

/** Dry run: verbs check and throw as usual, but nothing is written. */
export async function withoutWriting(services: Services, database: DatabaseName, work: (own: Services) => Promise<void>): Promise<void> {
  await work(servicesWith(services, database, new CollectedWrites(services.documents[database])));
}

function servicesWith(services: Services, database: DatabaseName, tx: CollectedWrites): Services {
  const overrides: Pick<DocumentStore, 'get' | 'getMany' | 'query' | 'transaction'> = {
    get: (path) => tx.get(path),
    getMany: (paths) => tx.getMany(paths),
    query: (query) => tx.query(query),
    transaction: (work) => work(tx),
  };
  const store = Object.assign(Object.create(services.documents[database]) as DocumentStore, overrides);
  return {
    ...services,
    documents: { ...services.documents, [database]: store },
    readModel: { ...services.readModel, projectNow: () => Promise.resolve() },
  };
}

/** Buffers writes; reads through it see them. */
class CollectedWrites implements DocumentTransaction {
  readonly #known = new Map<string, StoredDocument | null>();
  readonly #writes = new Map<string, { isNew: boolean; fields: Fields; precondition?: WritePrecondition | undefined }>();

  constructor(private readonly reads: Reads) {}

  /** Performs the buffered writes. @returns their paths */
  flushTo(to: Pick<DocumentTransaction, 'create' | 'update'>): string[] {
    for (const [path, { isNew, fields, precondition }] of this.#writes) {
      if (isNew) to.create(path, fields);
      else to.update(path, fields, precondition);
    }
    return [...this.#writes.keys()];
  }

  async getMany(paths: readonly string[]): Promise<(StoredDocument | null)[]> {
    const unknown = [...new Set(paths)].filter((path) => !this.#known.has(path));
    const found = unknown.length > 0 ? await this.reads.getMany(unknown) : [];
    for (const [index, path] of unknown.entries()) this.#known.set(path, found[index] ?? null);
    return paths.map((path) => this.#known.get(path) ?? null);
  }

  async get(path: string): Promise<StoredDocument | null> {
    return (await this.getMany([path]))[0] ?? null;
  }

  async query({ collection, where = [], limit }: Query): Promise<StoredDocument[]> {
    const found = new Map((await this.reads.query({ collection, where })).map((document) => [document.path, document]));
    for (const path of this.#writes.keys()) {
      const document = this.#known.get(path);
      if (document?.collection !== collection) continue;
      if (where.every(({ field, value }) => isSame(document.data[field], value))) found.set(path, document);
      else found.delete(path);
    }
    return [...found.values()].sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, limit);
  }

  create(path: string, data: Fields): void {
    const cut = path.lastIndexOf('/');
    const place = { path, id: path.slice(cut + 1), collection: path.slice(0, cut), version: 0n, createdVersion: 0n };
    this.#known.set(path, { ...place, data: withCreateFields(data, new Date()) });
    this.#write(path, { isNew: true, fields: data });
  }

  update(path: string, changes: Fields, precondition?: WritePrecondition): void {
    const known = this.#known.get(path);
    if (known) this.#known.set(path, { ...known, data: { ...known.data, ...changes } });
    const earlier = this.#writes.get(path);
    if (earlier) this.#write(path, { ...earlier, fields: { ...earlier.fields, ...changes } });
    else this.#write(path, { isNew: false, fields: changes, precondition });
  }

  #write(path: string, write: { isNew: boolean; fields: Fields; precondition?: WritePrecondition | undefined }): void {
    this.#writes.set(path, write);
    if (this.#writes.size > MAX_TRANSACTION_WRITES) throw new Error(`more than ${MAX_TRANSACTION_WRITES} writes in one transaction`);
  }
}
