import type { ChangeBatch, DocumentChange, DocumentStore, StoredDocument } from '../document-store.ts';

/** Parameters of the contract's parts. */
export interface ContractRun {
  name: string;
  /** Available only once the suite's services are up. */
  store: () => DocumentStore;
  /** How many transactions write to one document concurrently. */
  rivals: number;
  nextCollection: () => string;
  /** Number of random histories that the agreement property tries. */
  runs: number;
}

/** A new collection for each test, so that tests can share one database. */
export function collectionNames(): () => string {
  let count = 0;
  return () => `coleccion${(count += 1)}`;
}

export function ids(documents: readonly StoredDocument[]): string[] {
  return documents.map((document) => document.id);
}

/** Paths, per page. */
export async function scanAll(pages: AsyncIterable<StoredDocument[]>): Promise<string[][]> {
  const result: string[][] = [];
  for await (const page of pages) result.push(page.map((document) => document.path));
  return result;
}

export interface RecordedChanges {
  paths(): string[];
  last(path: string): DocumentChange | undefined;
  /** Position after the last accepted batch. */
  position(): string | null;
  /** Positions of all batches offered, including refused ones. */
  positions: string[];
  errors: unknown[];
  close(): Promise<void>;
}

/** Watches and records the changes; `before` runs for each batch offered and may refuse it by throwing. */
export async function recordChanges(
  store: DocumentStore,
  options: { collection: string; group?: boolean; from?: string | null; before?: (batch: ChangeBatch) => void | Promise<void> },
): Promise<RecordedChanges> {
  const changes: DocumentChange[] = [];
  const positions: string[] = [];
  const errors: unknown[] = [];
  let position: string | null = null;
  const watcher = await store.watch({
    collection: options.collection,
    ...(options.group && { group: true }),
    from: options.from ?? null,
    onBatch: async (batch) => {
      positions.push(batch.position);
      await options.before?.(batch);
      changes.push(...batch.changes);
      position = batch.position;
    },
    onError: (error) => void errors.push(error),
  });
  return {
    paths: () => changes.map((change) => change.path),
    last: (path) => changes.findLast((change) => change.path === path),
    position: () => position,
    positions,
    errors,
    close: () => watcher.close(),
  };
}

export async function required(store: DocumentStore, path: string): Promise<StoredDocument> {
  const document = await store.get(path);
  if (!document) throw new Error(`${path} is missing`);
  return document;
}
