import type { FileChecks } from './check-file.ts';
import { dropParts, FAILED } from './send-request.ts';
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
  /** Checks on a file before it is sent from a desk. */
  checks?: FileChecks;
  now?: () => number;
  /** 1 keeps the order of the files. */
  parallel?: number;
}

const PARALLEL = 3;
const UNREADABLE = 'No se pudo leer. Si es una carpeta, suelte los archivos que contiene.';

/** Uploads, a few at a time, each independent of the others. Read with subscribe and snapshot. */
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

  /** With a desk, the files wait on it and are checked one after the other; otherwise they are sent at once. */
  add(files: readonly File[], target: UploadTarget, given: UploadFields = target.fields): void {
    const added = files.map((file) => newEntry(file, target, given));
    this.#entries.push(...added);
    if (target.desk) void this.#checkAll(added);
    else this.#sendAtOnce(added);
    this.#changed();
  }

  /** Sends the complete files on the desk; those still being checked follow by themselves. */
  start(): void {
    for (const entry of this.#entries) entry.wanted = entry.shown.checking;
    for (const entry of this.#entries) if (isReady(entry)) this.#enqueue(entry);
    this.#sendNext();
  }

  /** Changes name or fields of unsent files and judges them anew. A null key means all of them. */
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

  /** Confirms a file although its content is already stored. */
  admit(key: string): void {
    const entry = this.#find(key);
    if (entry?.shown.state !== 'held') return;
    entry.known = null;
    this.#judge(entry);
    this.#changed();
  }

  /** Tries again with the same key: what the server already has is neither sent nor stored twice. */
  retry(key: string): void {
    const entry = this.#find(key);
    if (!entry || !['failed', 'cancelled'].includes(entry.shown.state)) return;
    entry.abort = new AbortController();
    this.#update(entry, { state: 'queued', note: '', sentBytes: 0, speed: 0 });
    this.#sendNext();
  }

  /** Retries all failed uploads. */
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

  /** Removes finished uploads from the list; with a key also an unsent one. `keepsParts`: it will be sent again. */
  clear(key?: string, { keepsParts = false } = {}): void {
    const goes = ({ shown }: Entry) => (key === undefined ? isOver(shown) : shown.key === key && !isUnderWay(shown));
    for (const entry of this.#entries.filter(goes)) {
      entry.abort.abort();
      if (!keepsParts) dropParts(entry.file);
    }
    this.#entries = this.#entries.filter((entry) => !goes(entry));
    this.#changed();
  }

  /** The desk is closed: finished uploads go, unsent ones wait for the next time. */
  putAway(): void {
    for (const { shown, file } of this.#entries) if (shown.state === 'cancelled') dropParts(file);
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

  /** One after the other, so that only pieces of one file are in memory. */
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

  /** Decides a file's state and message before it is sent. */
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
      const canRetry = !(error instanceof UploadFailure) || error.again;
      const note = error instanceof UploadFailure ? error.message : FAILED;
      this.#update(entry, { state: canRetry ? 'failed' : 'refused', note, errors: error instanceof UploadFailure ? error.errors : {} });
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
