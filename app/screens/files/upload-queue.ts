import type { FileChecks } from './check-file.ts';
import { FAILED } from './send-request.ts';
import {
  fileFactsOf,
  isOpen,
  isOver,
  isReady,
  isUnderWay,
  lacks,
  newEntry,
  stemOf,
  withoutEmpty,
  type Entry,
  type QueuedUpload,
  type SendUpload,
} from './upload-entry.ts';
import { UploadFailure, type KnownFile, type UploadFields, type UploadTarget } from './upload-target.ts';

interface QueueOptions {
  send: SendUpload;
  /** What is looked at before a file is sent from a desk. */
  checks?: FileChecks;
  now?: () => number;
  /** One keeps the order of the files. */
  parallel?: number;
}

const PARALLEL = 3;
const UNREADABLE = 'No se pudo leer. Si es una carpeta, suelte los archivos que contiene.';

/** Uploads, a few at a time, each with its own fate. Read with subscribe and snapshot. */
export class UploadQueue {
  #entries: Entry[] = [];
  #snapshot: readonly QueuedUpload[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #options: QueueOptions;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): readonly QueuedUpload[] => this.#snapshot;

  /** Where the target has a desk the files wait on it, looked at one after the other; otherwise they are sent. */
  add(files: readonly File[], target: UploadTarget, given: UploadFields = target.fields): void {
    const added = files.map((file) => newEntry(file, target, given));
    this.#entries.push(...added);
    if (target.desk) void this.#checkAll(added);
    else this.#sendAtOnce(added);
    this.#changed();
  }

  /** Sends what waits on the desk and lacks nothing; what is still being looked at follows by itself. */
  start(): void {
    for (const entry of this.#entries) entry.wanted = entry.shown.checking;
    for (const entry of this.#entries) if (isReady(entry)) this.#enqueue(entry);
    this.#sendNext();
  }

  /** Changes name or fields of what has not been sent, and judges it anew. Without a key: of all of them. */
  amend(key: string | null, changes: { name?: string; fields?: UploadFields | ((upload: QueuedUpload) => UploadFields) }): void {
    for (const entry of this.#entries) {
      if (!isOpen(entry.shown) || (key !== null && entry.shown.key !== key)) continue;
      const fields = typeof changes.fields === 'function' ? changes.fields(entry.shown) : changes.fields;
      const { shown } = entry;
      entry.shown = { ...shown, name: changes.name ?? shown.name, fields: { ...shown.fields, ...fields } };
      this.#judge(entry);
    }
    this.#changed();
  }

  /** It is wanted although its content is there already. */
  admit(key: string): void {
    const entry = this.#find(key);
    if (entry?.shown.state !== 'held') return;
    entry.known = null;
    this.#judge(entry);
    this.#changed();
  }

  /** Again, with the same key: what the server already has is neither sent nor stored twice. */
  retry(key: string): void {
    const entry = this.#find(key);
    if (!entry || !['failed', 'cancelled'].includes(entry.shown.state)) return;
    entry.abort = new AbortController();
    this.#update(entry, { state: 'queued', note: '', sentBytes: 0, speed: 0 });
    this.#sendNext();
  }

  /** What failed, each as `retry` does it. */
  readonly retryFailed = (): void => {
    for (const { shown } of this.#entries) if (shown.state === 'failed') this.retry(shown.key);
  };

  cancel(key: string): void {
    const entry = this.#find(key);
    if (!entry || isOver(entry.shown)) return;
    this.#update(entry, { state: 'cancelled', note: 'Cancelado.' });
    entry.abort.abort();
    this.#sendNext();
  }

  /** Takes what is over off the list; with a key also what has not been sent. */
  clear(key?: string): void {
    const goes = ({ shown }: Entry) => (key === undefined ? isOver(shown) : shown.key === key && !isUnderWay(shown));
    for (const entry of this.#entries) if (goes(entry)) entry.abort.abort();
    this.#entries = this.#entries.filter((entry) => !goes(entry));
    this.#changed();
  }

  /** The desk is put away: what has ended goes, what has not been sent waits for the next time. */
  putAway(): void {
    this.#entries = this.#entries.filter(({ shown }) => shown.state !== 'done' && shown.state !== 'cancelled');
    if (this.#entries.length === 0) this.#options.checks?.close();
    this.#changed();
  }

  #sendAtOnce(entries: readonly Entry[]): void {
    for (const entry of entries) {
      this.#judge(entry);
      if (isReady(entry)) this.#enqueue(entry);
    }
    this.#sendNext();
  }

  #enqueue(entry: Entry): void {
    this.#update(entry, { state: 'queued', note: '' });
  }

  /** One after the other: whatever was dropped, one file is in memory by pieces. */
  async #checkAll(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) await this.#readHead(entry);
    for (const entry of entries) await this.#findCopy(entry);
  }

  async #readHead(entry: Entry): Promise<void> {
    const { checks } = this.#options;
    const { target, file } = entry;
    entry.head = (await checks?.readHead(file)) ?? null;
    entry.unreadable = checks !== undefined && entry.head === null;
    const suggested = target.desk?.suggest(fileFactsOf(entry));
    entry.shown = { ...entry.shown, fields: { ...suggested, ...withoutEmpty(entry.shown.fields) } };
    if (isOpen(entry.shown)) this.#judge(entry);
    this.#changed();
  }

  async #findCopy(entry: Entry): Promise<void> {
    const { checks } = this.#options;
    if (checks && !entry.unreadable && !entry.abort.signal.aborted) {
      entry.sha256 = await checks.hash(entry.file, entry.abort.signal);
      entry.known = entry.sha256 === '' ? null : await this.#findKnown(entry);
    }
    entry.shown = { ...entry.shown, checking: false };
    if (isOpen(entry.shown)) this.#judge(entry);
    if (entry.wanted && isReady(entry)) this.#enqueue(entry);
    this.#changed();
    this.#sendNext();
  }

  async #findKnown(entry: Entry): Promise<KnownFile | null> {
    const stored = await entry.target.desk?.findStored(entry.sha256).catch(() => null);
    if (stored) return stored;
    const twin = this.#entries.find((other) => other !== entry && other.sha256 === entry.sha256 && other.shown.state !== 'cancelled');
    return twin ? { note: `Es igual a «${twin.shown.name}» de esta lista.`, href: null } : null;
  }

  /** What is to be said of it before anything is sent. */
  #judge(entry: Entry): void {
    const facts = fileFactsOf(entry);
    const reason = entry.unreadable ? UNREADABLE : entry.target.refuses(facts, entry.shown.fields);
    const { known } = entry;
    const other = facts.contradiction?.extension;
    const mend = reason !== null && other ? `${stemOf(facts.name)}.${other}` : null;
    if (reason !== null) entry.shown = { ...entry.shown, state: 'refused', note: reason, href: null, mend };
    else if (known) entry.shown = { ...entry.shown, state: 'held', note: known.note, href: known.href, mend };
    else entry.shown = { ...entry.shown, state: 'waiting', note: lacks(entry), href: null, mend };
  }

  #sendNext(): void {
    const free = (this.#options.parallel ?? PARALLEL) - this.#entries.filter((entry) => entry.shown.state === 'sending').length;
    for (const entry of this.#entries.filter(({ shown }) => shown.state === 'queued').slice(0, Math.max(0, free)))
      void this.#sendOne(entry);
  }

  async #sendOne(entry: Entry): Promise<void> {
    const { file, target, sha256 } = entry;
    const { key, name, fields } = entry.shown;
    const { signal } = entry.abort;
    entry.startedAt = this.#now();
    this.#update(entry, { state: 'sending' });
    try {
      const onProgress = (sentBytes: number, before = 0) => this.#progress(entry, sentBytes, before);
      const onPause = (note: string) => entry.shown.state === 'sending' && this.#update(entry, { note });
      const call = { key, file, name, fields, sha256, target, signal, onProgress, onPause };
      entry.stored ??= { answer: await this.#options.send(call) };
      if (signal.aborted) return;
      const result = await target.finish(entry.stored.answer, { key, signal });
      this.#update(entry, { state: 'done', sentBytes: entry.shown.bytes, name, ...result });
    } catch (error) {
      if (signal.aborted) return;
      const again = !(error instanceof UploadFailure) || error.again;
      const note = error instanceof UploadFailure ? error.message : FAILED;
      this.#update(entry, { state: again ? 'failed' : 'refused', note, errors: error instanceof UploadFailure ? error.errors : {} });
    } finally {
      this.#sendNext();
    }
  }

  #progress(entry: Entry, sentBytes: number, before: number): void {
    if (entry.shown.state !== 'sending') return;
    const seconds = (this.#now() - entry.startedAt) / 1000;
    const speed = seconds > 0 ? Math.max(0, sentBytes - before) / seconds : 0;
    this.#update(entry, { sentBytes: Math.min(sentBytes, entry.shown.bytes), speed });
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  #find(key: string): Entry | undefined {
    return this.#entries.find((entry) => entry.shown.key === key);
  }

  #update(entry: Entry, changes: Partial<QueuedUpload>): void {
    entry.shown = { ...entry.shown, ...changes };
    this.#changed();
  }

  #changed(): void {
    this.#snapshot = this.#entries.map((entry) => entry.shown);
    for (const listener of this.#listeners) listener();
  }
}
