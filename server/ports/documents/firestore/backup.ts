import {
  DocumentReference,
  FieldPath,
  GeoPoint,
  Timestamp,
  FieldValue,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
} from 'firebase-admin/firestore';
import { deleteApp } from 'firebase-admin/app';
import type { Config } from '../../../config/config.ts';
import type { Sql } from '../../../platform/sql/sql.ts';
import { partsOfTime } from '../backed-up-values.ts';
import type { DatabaseName } from '../document-store.ts';
import type { BackedUpDocument, BackedUpMap, BackedUpValue, RestorableDocuments } from '../documents-backup.ts';
import { beginReading, readRows } from '../table-rows.ts';
import { callFirestore, OPERATION_TIMEOUT_MS, readAtError } from './errors.ts';
import { connectFirestore } from './firestore.ts';
import { readPages } from './query.ts';
import { toMicros } from './values.ts';

const PAGE = 300;
/** How many documents per collection are asked for subcollections: this finds collections unknown to the portal. */
const PROBED = 20;
const NANOS_PER_MILLI = 1_000_000;

/** Both Firestores, and the tables of the read model's database at the same moment. Restored documents get new times from Firestore. */
export function openFirestoreDocuments(firebase: NonNullable<Config['firebase']>, sql: Sql): RestorableDocuments {
  const connect = (database: DatabaseName) =>
    connectFirestore({ project: firebase[database], emulatorHost: firebase.firestoreEmulatorHost });
  const connections = { main: connect('main'), digitalization: connect('digitalization') };
  return {
    kind: 'firebase',
    async openBackup() {
      const { client, moment, end } = await beginReading(sql);
      // Every page reads the state at this moment: Firestore keeps old versions for an hour.
      const at = Timestamp.fromMillis(moment.getTime());
      return {
        moment,
        read: (database) => readAllDocuments(connections[database].firestore, at),
        rows: (table) => readRows(client, table),
        close: end,
      };
    },
    hasDocuments: async (database) => (await call('collections', () => connections[database].firestore.listCollections())).length > 0,
    write: (database, pages) => writeAllDocuments(connections[database].firestore, pages),
    async close() {
      for (const { app, firestore } of Object.values(connections)) {
        await firestore.terminate();
        await deleteApp(app);
      }
    },
  };
}

/** Every document of one project as of `moment`. */
async function* readAllDocuments(firestore: Firestore, moment: Timestamp): AsyncIterable<BackedUpDocument[]> {
  const below = new Set<string>();
  for (const { id } of await call('collections', () => firestore.listCollections())) {
    let probed = 0;
    for await (const page of pagesOf(firestore, firestore.collection(id), moment)) {
      for (const { ref } of page.slice(0, Math.max(0, PROBED - probed))) {
        for (const inner of await call(`collections below ${ref.path}`, () => ref.listCollections())) below.add(inner.id);
        probed += 1;
      }
      yield page.map(({ document }) => document);
    }
  }
  for (const id of below) {
    for await (const page of pagesOf(firestore, firestore.collectionGroup(id), moment)) {
      // A collection of the same name at the root was already read.
      const inner = page.filter(({ ref }) => ref.parent.parent !== null);
      yield inner.map(({ document }) => document);
    }
  }
}

interface ReadPage {
  ref: DocumentReference;
  document: BackedUpDocument;
}

async function* pagesOf(firestore: Firestore, whole: Query, moment: Timestamp): AsyncIterable<ReadPage[]> {
  const readPage = (page: Query) =>
    call('a page of a backup', () =>
      firestore.runTransaction((transaction) => transaction.get(page), { readOnly: true, readTime: moment }),
    );
  const pages = readPages(whole.orderBy(FieldPath.documentId()), PAGE, (page) =>
    readPage(page).catch((error: unknown) => {
      throw readAtError(error, moment.toDate());
    }),
  );
  for await (const { docs } of pages) yield docs.map((snapshot) => ({ ref: snapshot.ref, document: toBackedUp(snapshot) }));
}

export function toBackedUp(snapshot: QueryDocumentSnapshot): BackedUpDocument {
  return {
    path: snapshot.ref.path,
    createdVersion: String(toMicros(snapshot.createTime)),
    version: String(toMicros(snapshot.updateTime)),
    data: encodeMap(snapshot.data()),
  };
}

/** Restores documents exactly as they were. */
async function writeAllDocuments(firestore: Firestore, pages: AsyncIterable<BackedUpDocument[]>): Promise<number> {
  const writer = firestore.bulkWriter();
  let failure: Error | undefined;
  writer.onWriteError((error) => {
    if (error.failedAttempts < 5) return true;
    failure ??= error;
    return false;
  });
  let written = 0;
  for await (const page of pages) {
    for (const { path, data } of page) {
      writer.set(firestore.doc(path), decodeMap(firestore, data)).catch((error: unknown) => (failure ??= error as Error));
      written += 1;
    }
    await writer.flush();
    if (failure) throw failure;
  }
  await writer.close();
  if (failure) throw failure;
  return written;
}

const call = <Result>(what: string, work: () => Promise<Result>) => callFirestore(what, work, OPERATION_TIMEOUT_MS);

function encode(value: unknown): BackedUpValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0) ? value : { $number: Object.is(value, -0) ? '-0' : String(value) };
  if (typeof value === 'bigint') return { $number: String(value) };
  if (value instanceof Timestamp) {
    const isDate = value.nanoseconds % NANOS_PER_MILLI === 0;
    return isDate ? { $date: value.toDate().toISOString() } : { $time: `${value.seconds}.${value.nanoseconds}` };
  }
  if (value instanceof GeoPoint) return { $point: [value.latitude, value.longitude] };
  if (value instanceof DocumentReference) return { $reference: value.path };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(encode);
  if (typeof value !== 'object') return null;
  if ('toArray' in value && typeof value.toArray === 'function') return { $vector: (value.toArray as () => number[])() };
  return encodeMap(value);
}

function encodeMap(map: object): BackedUpMap {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name.startsWith('$') ? `$${name}` : name, encode(value)]));
}

function decode(firestore: Firestore, value: BackedUpValue): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => decode(firestore, item));
  const [first, ...others] = Object.entries(value);
  if (first && others.length === 0) {
    const [name, content] = first;
    if (typeof content === 'string') {
      if (name === '$date') return Timestamp.fromDate(new Date(content));
      if (name === '$reference') return firestore.doc(content);
      if (name === '$bytes') return Buffer.from(content, 'base64');
      if (name === '$number') return Number(content);
      if (name === '$time') {
        const { seconds, nanoseconds } = partsOfTime(content);
        return new Timestamp(seconds, nanoseconds);
      }
    }
    if (Array.isArray(content)) {
      if (name === '$point') return new GeoPoint(Number(content[0]), Number(content[1]));
      if (name === '$vector') return FieldValue.vector(content.map(Number));
    }
  }
  return decodeMap(firestore, value);
}

function decodeMap(firestore: Firestore, map: BackedUpMap): { [name: string]: unknown } {
  return Object.fromEntries(
    Object.entries(map).map(([name, value]) => [name.startsWith('$') ? name.slice(1) : name, decode(firestore, value)]),
  );
}
