import { deleteApp } from 'firebase-admin/app';
import { FieldPath, type Query } from 'firebase-admin/firestore';
import type { Config } from '../../../config/config.ts';
import type { DatabaseName } from '../document-store.ts';
import { partsToRead, patternOf, type FoundCollection, type ReadOnlyDocuments } from '../read-only-documents.ts';
import { toBackedUp } from './backup.ts';
import { callFirestore, OPERATION_TIMEOUT_MS } from './errors.ts';
import { connectFirestore } from './firestore.ts';
import { readPages } from './query.ts';

const PAGE = 500;
const COUNTED_BY_ONE_READ = 1_000;
/** How many documents per collection are asked for subcollections. */
const PROBED = 20;
const DEEPEST = 4;

/** Read-only access to both Firestores. */
export function openFirestoreReadOnly(firebase: NonNullable<Config['firebase']>): ReadOnlyDocuments {
  const connect = (database: DatabaseName) =>
    connectFirestore({ project: firebase[database], emulatorHost: firebase.firestoreEmulatorHost });
  const connections = { main: connect('main'), digitalization: connect('digitalization') };
  let reads = 0;
  const get = async (what: string, query: Query) => {
    const found = await call(what, () => query.get());
    reads += Math.max(1, found.size);
    return found;
  };
  const count = async (query: Query) => {
    const documents = (await call('a count', () => query.count().get())).data().count;
    reads += Math.max(1, Math.ceil(documents / COUNTED_BY_ONE_READ));
    return documents;
  };
  /** Subcollections of the same name under different documents are counted together. */
  const whole = (database: DatabaseName, pattern: string) => {
    const { firestore } = connections[database];
    return pattern.includes('/') ? firestore.collectionGroup(pattern.slice(pattern.lastIndexOf('/') + 1)) : firestore.collection(pattern);
  };
  return {
    async collections(database) {
      const { firestore } = connections[database];
      const found: FoundCollection[] = [];
      let level = (await call('collections', () => firestore.listCollections())).map(({ id }) => id);
      reads += 1;
      for (let depth = 1; level.length > 0 && depth <= DEEPEST; depth += 1) {
        const below = new Set<string>();
        for (const pattern of level) {
          found.push({ path: pattern, documents: await count(whole(database, pattern)) });
          const { docs } = await get(pattern, whole(database, pattern).limit(PROBED));
          for (const { ref } of docs.filter(({ ref: { parent } }) => patternOf(parent.path) === pattern)) {
            for (const inner of await call(`collections below ${ref.path}`, () => ref.listCollections())) below.add(patternOf(inner.path));
            reads += 1;
          }
        }
        level = [...below].sort();
      }
      return found.sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    async *read(database, collection, most) {
      const ordered = whole(database, collection.path).orderBy(FieldPath.documentId());
      const seen = new Set<string>();
      for (const { from, limit } of partsToRead(collection, most)) {
        const pages = readPages(from === '' ? ordered : ordered.startAt(from), PAGE, (page) => get(collection.path, page), limit);
        for await (const { docs } of pages) {
          const own = docs.filter(({ ref }) => patternOf(ref.parent.path) === collection.path && !seen.has(ref.path));
          for (const { ref } of own) seen.add(ref.path);
          if (own.length > 0) yield own.map(toBackedUp);
        }
      }
    },
    async missing(database, paths) {
      if (paths.length === 0) return [];
      const { firestore } = connections[database];
      const found = await call('documents that are named', () =>
        firestore.getAll(...paths.map((path) => firestore.doc(path)), { fieldMask: [] }),
      );
      reads += paths.length;
      return found.filter(({ exists }) => !exists).map(({ ref }) => ref.path);
    },
    reads: () => reads,
    async close() {
      for (const { app, firestore } of Object.values(connections)) {
        await firestore.terminate();
        await deleteApp(app);
      }
    },
  };
}

const call = <Result>(what: string, work: () => Promise<Result>) => callFirestore(what, work, OPERATION_TIMEOUT_MS);
