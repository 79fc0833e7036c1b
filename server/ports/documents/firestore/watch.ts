import { FieldPath, Timestamp, type Firestore, type Query, type QueryDocumentSnapshot, type QuerySnapshot } from 'firebase-admin/firestore';
import { invalidDocument, WatchGapError } from '../document-errors.ts';
import { ALL_COLLECTIONS, WATCHED_WHOLE, type DocumentChange, type Watcher, type WatchOptions } from '../document-store.ts';
import { callFirestore, toAppError } from './errors.ts';
import { collectionOf, readPages } from './query.ts';
import { toMicros, toTimestamp } from './values.ts';
import { MAX_BATCH_CHANGES, WatchLoop } from '../watch-loop.ts';

/** updatedAt may come from a phone's clock: how far behind it may be and still be seen without a reconcile. */
const OVERLAP_MICROS = 300_000_000n;
/** A listener keeps every document it has reported: beyond this many it is replaced by one with a later start. */
const MAX_LISTENED = 10_000;
/**
 * A listener can fall silent without an error: its stream stays open and sends nothing more (the emulator does that now and then when a
 * write falls into its first moment). So it is checked, soon after its start and then less and less often.
 */
const FIRST_LOOK_MS = 2_000;
const LONGEST_LOOK_MS = 60_000;
/** Changes older than this should have been reported by a working listener. */
const LATE_MICROS = 1_500_000n;
const UPDATED_AT = 'updatedAt';
const CREATED_AT = 'createdAt';

interface SeenChange extends DocumentChange {
  /**
   * updatedAt in microseconds, at most the read time; Firestore's own update time if the document has none. A delete has neither and does
   * not move the position.
   */
  cursor: bigint;
  isUntimed: boolean;
  /** The real updatedAt, if its clock is ahead of the read time. */
  ahead: bigint | null;
}

/**
 * Follows one collection (or group) by `updatedAt`; documents without it are covered by listening to the whole collection if it is small,
 * else by `createdAt`. It first pages through the changes since the position, then starts a listener.
 * Missed in a big collection, and left to the reconcile sweep: documents with neither time, changes of documents without updatedAt, and
 * deletes while nobody listened or of documents unchanged since the listener began.
 * The position is the highest updatedAt delivered, in microseconds; watching resumes from a little before it.
 */
export function watchFirestore(firestore: Firestore, options: WatchOptions, { listenWhole = WATCHED_WHOLE } = {}): Watcher {
  const watching = new WatchLoop(options);
  new FirestoreWatch(firestore, options, watching, listenWhole).start();
  return watching;
}

class FirestoreWatch {
  readonly #options: WatchOptions;
  readonly #listenWhole: number;
  readonly #collection: Query;
  readonly #watching: WatchLoop;
  readonly #pending = new Map<string, SeenChange>();
  /** Delivered by the last catch-up: the listener starts with the same documents. */
  readonly #recent = new Map<string, bigint>();
  /** Delivered although their updatedAt is beyond the position: by path, until the position has passed them. */
  readonly #ahead = new Map<string, { version: bigint; updatedAt: bigint }>();
  /** The field that is followed. */
  readonly #updatedAt: string;
  readonly #createdAt: string;
  #cursor: bigint;
  /** Position up to which documents without an update time were delivered. */
  #untimed: bigint;
  /** Number of documents held by the listener on the whole collection; null without one. */
  #held: number | null = null;
  #looks = 0;
  /** A listener failed and the next one has not started yet: deletes go unnoticed until then. */
  #hasGap = false;
  #stopPrevious: () => void = () => undefined;

  constructor(firestore: Firestore, options: WatchOptions, watching: WatchLoop, listenWhole: number) {
    if (options.collection === ALL_COLLECTIONS) throw invalidDocument('Firestore is watched one collection at a time');
    this.#options = options;
    this.#watching = watching;
    this.#listenWhole = listenWhole;
    this.#collection = collectionOf(firestore, options.collection, options.group ?? false);
    this.#updatedAt = options.times?.updatedAt ?? options.times?.createdAt ?? UPDATED_AT;
    this.#createdAt = options.times?.createdAt ?? CREATED_AT;
    this.#cursor = parsePosition(options.from);
    this.#untimed = this.#cursor;
  }

  start(): void {
    const follow = async () => {
      this.#untimed = this.#cursor;
      await this.#catchUp();
      while (!this.#watching.closed) await this.#listen();
    };
    this.#watching.start(follow, () => {
      this.#hasGap = true;
    });
  }

  /** Delivers everything changed since the position, in pages: a first listener on a big collection would load it whole. */
  async #catchUp(): Promise<void> {
    const ordered = changedSince(this.#collection, this.#updatedAt, this.#cursor).orderBy(this.#updatedAt).orderBy(FieldPath.documentId());
    const pages = readPages(ordered, MAX_BATCH_CHANGES, (page) => callFirestore(`watch ${this.#options.collection}`, () => page.get()));
    for await (const { docs, readTime } of pages) {
      const changes = docs.map((document) => toChange(document, this.#updatedAt, readTime, false));
      await this.#hand(changes);
      for (const change of changes) {
        if (change.cursor > toMicros(readTime) - OVERLAP_MICROS) this.#recent.set(change.path, change.version);
      }
      if (this.#watching.closed) return;
    }
  }

  /** Resolves when the listener has grown too big or watching ends; throws when it failed. */
  async #listen(): Promise<void> {
    let failure: unknown;
    let size = 0;
    const startedAt = this.#cursor;
    const isWhole = (await this.#size()) <= this.#listenWhole;
    // Read before listening, so that documents created meanwhile are not taken for deleted.
    const known = isWhole ? ((await this.#options.known?.()) ?? []) : [];
    let isFirst = true;
    const fail = (error: unknown) => {
      failure = error;
      this.#watching.wake();
    };
    const stops = [
      (isWhole ? this.#collection : changedSince(this.#collection, this.#updatedAt, startedAt)).onSnapshot((snapshot) => {
        // Only now: between two listeners a delete would go unnoticed.
        this.#stopPrevious();
        size = snapshot.size;
        this.#held = isWhole ? size : null;
        if (isFirst && isWhole) this.#takeWhole(snapshot, startedAt, known);
        else this.#take(snapshot);
        isFirst = false;
        this.#tellGap();
      }, fail),
    ];
    // Documents created without an update time; the others come from the first listener.
    if (!isWhole && this.#createdAt !== this.#updatedAt)
      stops.push(
        changedSince(this.#collection, this.#createdAt, this.#untimed).onSnapshot((snapshot) => {
          this.#take(snapshot, ({ isUntimed }) => isUntimed);
        }, fail),
      );
    const stop = () => stops.forEach((end) => end());
    const isWorn = () => size > MAX_LISTENED && this.#cursor - startedAt > OVERLAP_MICROS;
    let lookAfterMs = FIRST_LOOK_MS;
    let lookAt = Date.now() + lookAfterMs;
    while (!this.#watching.closed && failure === undefined && !isWorn()) {
      if (this.#pending.size > 0) await this.#drain();
      else if (Date.now() < lookAt) await this.#watching.wait(lookAt - Date.now());
      else {
        failure = await this.#look().catch((error: unknown) => error);
        lookAfterMs = Math.min(LONGEST_LOOK_MS, lookAfterMs * 2);
        lookAt = Date.now() + lookAfterMs;
      }
    }
    this.#untimed = this.#cursor;
    if (failure === undefined && !this.#watching.closed) {
      this.#stopPrevious = stop;
      return;
    }
    stop();
    this.#stopPrevious();
    if (failure !== undefined) throw toAppError(`watch ${this.#options.collection}`, failure);
  }

  /**
   * @returns an error when the listener should already have reported something: after the position, or, every other time, by the count of
   * the whole collection. Costs one read, or one per thousand documents.
   */
  async #look(): Promise<Error | undefined> {
    this.#looks += 1;
    if (this.#held !== null && this.#looks % 2 === 0) return (await this.#isCountLate()) ? this.#silent() : undefined;
    const due = toTimestamp(toMicros(Timestamp.now()) - LATE_MICROS);
    for (const [path, { updatedAt }] of this.#ahead) if (updatedAt <= this.#cursor) this.#ahead.delete(path);
    const beyond = this.#collection
      .where(this.#updatedAt, '>', toTimestamp(this.#cursor))
      .where(this.#updatedAt, '<=', due)
      .limit(this.#ahead.size + 1);
    const { docs } = await callFirestore(`watch ${this.#options.collection}`, () => beyond.get());
    const untold = docs.find((document) => this.#ahead.get(document.ref.path)?.version !== toMicros(document.updateTime));
    return untold && this.#pending.size === 0 ? this.#silent() : undefined;
  }

  /** A count differs legitimately during a write: it is late only if it still differs a moment later. */
  async #isCountLate(): Promise<boolean> {
    if ((await this.#size()) === this.#held) return false;
    await this.#watching.wait(Number(LATE_MICROS / 1_000n));
    return !this.#watching.closed && (await this.#size()) !== this.#held && this.#pending.size === 0;
  }

  #silent(): Error {
    return new Error(`watch ${this.#options.collection}: the listener has fallen silent`);
  }

  /** Called once listening has resumed: an earlier reconcile would miss the last changes of the gap. */
  #tellGap(): void {
    if (!this.#hasGap) return;
    this.#hasGap = false;
    this.#options.onError(new WatchGapError(this.#options.collection, 'the listener failed; deletes meanwhile were not seen'));
  }

  /** How many documents a listener on the whole collection would hold. */
  async #size(): Promise<number> {
    const counted = await callFirestore(`count ${this.#options.collection}`, () => this.#collection.count().get());
    return counted.data().count;
  }

  /** Old documents are held only to notice their deletion: the catch-up has already delivered what is new. */
  #takeWhole(snapshot: QuerySnapshot, startedAt: bigint, known: readonly string[]): void {
    this.#take(snapshot, ({ cursor, isUntimed }) => cursor > (isUntimed ? this.#untimed : startedAt) - OVERLAP_MICROS);
    const found = new Set(snapshot.docs.map(({ ref }) => ref.path));
    for (const path of known) {
      if (!found.has(path))
        this.#pending.set(path, { path, kind: 'deleted', version: toMicros(snapshot.readTime), cursor: 0n, isUntimed: false, ahead: null });
    }
  }

  #take(snapshot: QuerySnapshot, isNews: (change: SeenChange) => boolean = () => true): void {
    for (const { doc, type } of snapshot.docChanges()) {
      const change = toChange(doc, this.#updatedAt, snapshot.readTime, type === 'removed');
      if (isNews(change) && this.#recent.get(change.path) !== change.version) this.#pending.set(change.path, change);
    }
    this.#recent.clear();
    this.#watching.wake();
  }

  async #drain(): Promise<void> {
    while (this.#pending.size > 0 && !this.#watching.closed) {
      // Oldest first: the position after a batch must not pass a change that is still pending.
      const oldest = [...this.#pending.values()].sort(byCursor).slice(0, MAX_BATCH_CHANGES);
      for (const change of oldest) this.#pending.delete(change.path);
      await this.#hand(oldest);
    }
  }

  async #hand(changes: readonly SeenChange[]): Promise<void> {
    const last = changes.at(-1);
    if (!last) return;
    const next = last.cursor > this.#cursor ? last.cursor : this.#cursor;
    const batch = { changes: changes.map(({ path, version, kind }) => ({ path, version, kind })), position: String(next) };
    if (!(await this.#watching.deliver(batch))) return;
    this.#cursor = next;
    for (const { path, version, ahead } of changes) if (ahead !== null) this.#ahead.set(path, { version, updatedAt: ahead });
  }
}

function changedSince(collection: Query, updatedAt: string, cursor: bigint): Query {
  return collection.where(updatedAt, '>', toTimestamp(cursor > OVERLAP_MICROS ? cursor - OVERLAP_MICROS : 0n));
}

/**
 * A document that left the listener counts as deleted (the consumer reads it again). A clock that runs ahead must not move the position
 * into the future: it never exceeds the read time.
 */
function toChange(document: QueryDocumentSnapshot, field: string, readTime: Timestamp, removed: boolean): SeenChange {
  const path = document.ref.path;
  const readAt = toMicros(readTime);
  if (removed) return { path, kind: 'deleted', version: readAt, cursor: 0n, isUntimed: false, ahead: null };
  const updatedAt: unknown = document.get(field);
  const isUntimed = !(updatedAt instanceof Timestamp);
  const version = toMicros(document.updateTime);
  const at = isUntimed ? version : toMicros(updatedAt);
  return {
    path,
    kind: 'changed',
    isUntimed,
    version,
    cursor: at < readAt ? at : readAt,
    ahead: at > readAt ? at : null,
  };
}

function byCursor(a: SeenChange, b: SeenChange): number {
  return a.cursor < b.cursor ? -1 : a.cursor > b.cursor ? 1 : 0;
}

function parsePosition(from: string | null): bigint {
  if (from === null) return 0n;
  if (!/^\d{1,17}$/.test(from)) throw invalidDocument('not a position of this store');
  return BigInt(from);
}
