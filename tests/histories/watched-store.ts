import { storeUnavailable } from '#server/ports/documents/document-errors.ts';
import type { DocumentStore, DocumentTransaction, Fields } from '#server/ports/documents/document-store.ts';
import type { ReadModel } from '#server/read-model/read-model.ts';

/** A write as it was stored. */
export interface StoredWrite {
  kind: 'create' | 'set' | 'update' | 'delete';
  path: string;
  data: Fields;
}

/** When a request is lost: `before` it is done, or `after` it is stored, so that the caller sees a failure. */
export type Fault = 'after' | 'before';

/** Observes one person's access to the stores. */
export interface Watch {
  /** Waits for the next turn. @returns the fault to inject there */
  stop: (what: 'begin' | 'commit' | 'project' | 'read') => Promise<Fault | null>;
  locks: (paths: readonly string[]) => void;
  locked: (paths: readonly string[]) => void;
  released: () => void;
  /** One transaction or single write was stored. */
  stored: (writes: readonly StoredWrite[]) => void;
  /** The rows of these documents were not written. */
  notProjected: (paths: readonly string[]) => void;
}

const lost = () => storeUnavailable('lost in a history', null);

/** The store as one person's acts use it: it stops before each read and write, injects the given faults, and reports what was stored. */
export function watchStore(inner: DocumentStore, watch: Watch): DocumentStore {
  const read = async <Found>(find: () => Promise<Found>): Promise<Found> => {
    if (await watch.stop('read')) throw lost();
    return find();
  };
  const write = async <Result>(writes: readonly StoredWrite[], store: () => Promise<Result>): Promise<Result> => {
    const fault = await watch.stop('commit');
    if (fault === 'before') throw lost();
    const result = await store();
    watch.stored(writes);
    if (fault === 'after') throw unheard(writes);
    return result;
  };
  /** After a lost response nobody projects the write right away. */
  const unheard = (writes: readonly StoredWrite[]) => {
    watch.notProjected(writes.map(({ path }) => path));
    return lost();
  };
  return {
    ...inner,
    get: (path) => read(() => inner.get(path)),
    getMany: (paths) => read(() => inner.getMany(paths)),
    query: (query) => read(() => inner.query(query)),
    create: (path, data) => write([{ kind: 'create', path, data }], () => inner.create(path, data)),
    set: (path, data) => write([{ kind: 'set', path, data }], () => inner.set(path, data)),
    update: (path, data, precondition) => write([{ kind: 'update', path, data }], () => inner.update(path, data, precondition)),
    delete: (path, precondition) => write([{ kind: 'delete', path, data: {} }], () => inner.delete(path, precondition)),
    batch: (writes) =>
      write(
        writes.map((one) => ({ kind: one.kind, path: one.path, data: 'data' in one ? one.data : 'changes' in one ? one.changes : {} })),
        () => inner.batch(writes),
      ),
    async transaction(work) {
      if (await watch.stop('begin')) throw lost();
      let writes: StoredWrite[] = [];
      let fault: Fault | null = null;
      try {
        const result = await inner.transaction(async (tx) => {
          // Forget writes of an attempt that the database rolled back.
          writes = [];
          const done = await work(watchTransaction(tx, watch, writes));
          fault = await watch.stop('commit');
          if (fault === 'before') throw lost();
          return done;
        });
        if (writes.length > 0) watch.stored(writes);
        // The compiler does not see that the callback assigns it.
        if ((fault as Fault | null) === 'after') throw unheard(writes);
        return result;
      } finally {
        watch.released();
      }
    },
  };
}

function watchTransaction(tx: DocumentTransaction, watch: Watch, writes: StoredWrite[]): DocumentTransaction {
  const getMany: DocumentTransaction['getMany'] = async (paths) => {
    if (await watch.stop('read')) throw lost();
    watch.locks(paths);
    const found = await tx.getMany(paths);
    watch.locked(paths);
    return found;
  };
  return {
    getMany,
    get: async (path) => (await getMany([path]))[0] ?? null,
    async query(query) {
      if (await watch.stop('read')) throw lost();
      return tx.query(query);
    },
    create(path, data) {
      tx.create(path, data);
      writes.push({ kind: 'create', path, data });
    },
    update(path, changes, precondition) {
      tx.update(path, changes, precondition);
      writes.push({ kind: 'update', path, data: changes });
    },
  };
}

/** Projection right after a write, which a fault may skip: the person sees the write succeed all the same. */
export function watchReadModel(inner: ReadModel, watch: Watch): ReadModel {
  return {
    ...inner,
    async projectNow(database, paths) {
      if (await watch.stop('project')) watch.notProjected(paths);
      else await inner.projectNow(database, paths);
    },
  };
}
