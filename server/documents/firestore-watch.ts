import { FieldPath, Timestamp, type Firestore, type Query, type QueryDocumentSnapshot, type QuerySnapshot } from 'firebase-admin/firestore';
import { deliver, MAX_BATCH_CHANGES } from './deliver.ts';
import { invalidDocument } from './document-errors.ts';
import { ALL_COLLECTIONS, type DocumentChange, type Watcher, type WatchOptions } from './document-store.ts';
import { askFirestore, toAppError } from './firestore-errors.ts';
import { collectionOf } from './firestore-query.ts';
import { toMicros, toTimestamp } from './firestore-values.ts';
import { backOff, createPause } from './pause.ts';
import { WatchGapError } from './watch-gap.ts';

/** updatedAt may come from the clock of a phone: how far behind it may be and still be seen without a reconcile. */
const OVERLAP_MICROS = 300_000_000n;
/** A listener keeps every document that it has reported: beyond this many it is replaced by one with a later start. */
const MAX_LISTENED = 10_000;
/** A listener that lived this long was sound: the next failure starts the back-off anew. */
const STABLE_MS = 60_000;
const IDLE_MS = 60_000;
const UPDATED_AT = 'updatedAt';

interface SeenChange extends DocumentChange {
  /** updatedAt in microseconds; for a delete, which has none, the position does not move. */
  cursor: bigint;
}

/**
 * Follows one collection (or group) by `updatedAt`. First pages of what changed since the position, then a listener.
 * Not seen, and left to the reconcile sweep: documents without updatedAt, and deletes while nobody listened.
 * The position is the highest updatedAt handed over, in microseconds; watching goes on from a little before it.
 */
export function watchFirestore(firestore: Firestore, options: WatchOptions): Watcher {
  if (options.collection === ALL_COLLECTIONS) throw invalidDocument('Firestore is watched one collection at a time');
  const collection = collectionOf(firestore, options.collection, options.group ?? false);
  const pause = createPause();
  const pending = new Map<string, SeenChange>();
  /** What catching up has just handed over: the listener begins with the same documents. */
  const recent = new Map<string, bigint>();
  let cursor = parsePosition(options.from);
  let closed = false;
  let stopPrevious: () => void = () => undefined;
  const isClosed = () => closed;

  const hand = async (changes: readonly SeenChange[]): Promise<void> => {
    const last = changes.at(-1);
    if (!last) return;
    const next = last.cursor > cursor ? last.cursor : cursor;
    const batch = { changes: changes.map(({ path, version, kind }) => ({ path, version, kind })), position: String(next) };
    if (await deliver(batch, options, pause, isClosed)) cursor = next;
  };

  const drain = async (): Promise<void> => {
    while (pending.size > 0 && !closed) {
      // Oldest first: the position after a batch must not pass a change that still waits.
      const oldest = [...pending.values()].sort(byCursor).slice(0, MAX_BATCH_CHANGES);
      for (const change of oldest) pending.delete(change.path);
      await hand(oldest);
    }
  };

  /** Everything changed since the position, in pages: a first listener on a big collection would load it whole. */
  const catchUp = async (): Promise<void> => {
    const ordered = changedSince(collection, cursor).orderBy(UPDATED_AT).orderBy(FieldPath.documentId()).limit(MAX_BATCH_CHANGES);
    for (let page: Query | null = ordered; page && !closed; ) {
      const current: Query = page;
      const { docs, readTime }: QuerySnapshot = await askFirestore(`watch ${options.collection}`, () => current.get());
      const changes = docs.map((document) => toChange(document, readTime, false));
      await hand(changes);
      for (const change of changes) {
        if (change.cursor > toMicros(readTime) - OVERLAP_MICROS) recent.set(change.path, change.version);
      }
      const last = docs.at(-1);
      page = last && docs.length === MAX_BATCH_CHANGES ? ordered.startAfter(last) : null;
    }
  };

  /** Resolves when the listener has grown too big or watching ends; throws when it failed. */
  const listen = async (): Promise<void> => {
    let failure: unknown;
    let size = 0;
    const startedAt = cursor;
    const stop = changedSince(collection, cursor).onSnapshot(
      (snapshot) => {
        // Only now: between two listeners nobody would see a delete.
        stopPrevious();
        size = snapshot.size;
        for (const { doc, type } of snapshot.docChanges()) {
          const change = toChange(doc, snapshot.readTime, type === 'removed');
          if (recent.get(change.path) !== change.version) pending.set(change.path, change);
        }
        recent.clear();
        pause.wake();
      },
      (error) => {
        failure = error;
        pause.wake();
      },
    );
    const isWorn = () => size > MAX_LISTENED && cursor - startedAt > OVERLAP_MICROS;
    while (!closed && failure === undefined && !isWorn()) {
      if (pending.size > 0) await drain();
      else await pause.wait(IDLE_MS);
    }
    if (failure === undefined && !closed) {
      stopPrevious = stop;
      return;
    }
    stop();
    stopPrevious();
    if (failure !== undefined) throw toAppError(`watch ${options.collection}`, failure);
  };

  const run = async (): Promise<void> => {
    for (let failures = 0; !closed; ) {
      const started = Date.now();
      try {
        await catchUp();
        while (!closed) await listen();
      } catch (error) {
        failures = Date.now() - started > STABLE_MS ? 1 : failures + 1;
        options.onError(error);
        options.onError(new WatchGapError(options.collection, 'the listener failed; deletes meanwhile were not seen'));
        if (!closed) await pause.wait(backOff(failures));
      }
    }
  };

  const running = run();
  return {
    async close() {
      closed = true;
      pause.wake();
      await running;
    },
  };
}

function changedSince(collection: Query, cursor: bigint): Query {
  return collection.where(UPDATED_AT, '>', toTimestamp(cursor > OVERLAP_MICROS ? cursor - OVERLAP_MICROS : 0n));
}

/**
 * A document that left the listener is taken for deleted (the consumer reads it again and sees). A clock that runs ahead
 * must not carry the position into the future: it never passes the time of reading.
 */
function toChange(document: QueryDocumentSnapshot, readTime: Timestamp, removed: boolean): SeenChange {
  const path = document.ref.path;
  const readAt = toMicros(readTime);
  if (removed) return { path, kind: 'deleted', version: readAt, cursor: 0n };
  const updatedAt: unknown = document.get(UPDATED_AT);
  const at = updatedAt instanceof Timestamp ? toMicros(updatedAt) : 0n;
  return { path, kind: 'changed', version: toMicros(document.updateTime), cursor: at < readAt ? at : readAt };
}

function byCursor(a: SeenChange, b: SeenChange): number {
  return a.cursor < b.cursor ? -1 : a.cursor > b.cursor ? 1 : 0;
}

function parsePosition(from: string | null): bigint {
  if (from === null) return 0n;
  if (!/^\d{1,17}$/.test(from)) throw invalidDocument('not a position of this store');
  return BigInt(from);
}
