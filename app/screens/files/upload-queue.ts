import { fileExtension, formatFileSize } from '#server/domain/files-vocabulary.ts';

/** Where the files of one drop go, and what is taken there; decided before the first byte is sent. */
export interface UploadTarget {
  /** Takes one file by POST, as multipart. */
  address: string;
  /** Sent before the file, with its name and its key. */
  fields: Readonly<Record<string, string>>;
  /** A Spanish sentence for what the server would not take, null for the rest: it spares people a long upload. */
  refuses(file: Pick<File, 'name' | 'size'>): string | null;
  /** Statuses that refuse a file for good; after every other answer it may be sent again. */
  final: readonly number[];
  /** What became of a stored file, by the server's answer; a further step may be taken here. Throws UploadFailure. */
  finish(answer: unknown, upload: { key: string; signal: AbortSignal }): UploadResult | Promise<UploadResult>;
}

/** What a target takes, as its refusals name it. */
export interface UploadRules {
  name: string;
  /** Lower case without dots; empty takes any file. */
  extensions: readonly string[];
  maxBytes: number;
}

export type UploadState = 'waiting' | 'queued' | 'sending' | 'done' | 'refused' | 'failed' | 'cancelled';

export interface QueuedUpload {
  key: string;
  name: string;
  bytes: number;
  state: UploadState;
  sentBytes: number;
  /** Bytes per second; 0 until known. */
  speed: number;
  /** Why it was refused or failed, or what to know about it. */
  note: string;
  /** Address of the stored file. */
  href: string | null;
}

export interface UploadResult {
  href: string;
  note: string;
}

/** What `send` rejects with. */
export class UploadFailure extends Error {
  /** `again`: the same file may go through later (connection, server). Otherwise it was refused for what it is. */
  readonly again: boolean;
  constructor(message: string, again: boolean) {
    super(message);
    this.name = 'UploadFailure';
    this.again = again;
  }
}

/** Sends one file. @returns what the server answered; rejects with an UploadFailure */
export type SendUpload = (upload: {
  key: string;
  file: File;
  target: UploadTarget;
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
}) => Promise<unknown>;

interface Entry {
  shown: QueuedUpload;
  file: File;
  target: UploadTarget | null;
  /** The server has the file: only the target's further step is missing. */
  stored: { answer: unknown } | null;
  startedAt: number;
  abort: AbortController;
}

const PARALLEL = 3;

/** The uploads of one page: a few at a time, each with its own fate. Read with subscribe and snapshot. */
export class UploadQueue {
  #entries: Entry[] = [];
  #snapshot: readonly QueuedUpload[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly send: SendUpload,
    /** There is something new to show. Never after a failure: without a connection, reloading would cost the page and the queue with it. */
    private readonly onStored: () => void,
    private readonly now: () => number = () => Date.now(),
    /** One keeps the order of the files. */
    private readonly parallel = PARALLEL,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): readonly QueuedUpload[] => this.#snapshot;

  /** Without a target the files wait until `start`. */
  add(files: readonly File[], target: UploadTarget | null): void {
    for (const file of files) {
      const shown: QueuedUpload = {
        key: newUploadKey(),
        name: file.name,
        bytes: file.size,
        state: 'waiting',
        sentBytes: 0,
        speed: 0,
        note: '',
        href: null,
      };
      this.#entries.push({ shown, file, target: null, stored: null, startedAt: 0, abort: new AbortController() });
    }
    this.#changed();
    if (target) this.start(target);
  }

  /** Sends what waits, after looking at what can be known before sending. */
  start(target: UploadTarget): void {
    for (const entry of this.#entries) {
      if (entry.shown.state !== 'waiting') continue;
      entry.target = target;
      const reason = target.refuses(entry.file);
      this.#update(entry, reason === null ? { state: 'queued' } : { state: 'refused', note: reason });
    }
    this.#sendNext();
  }

  /** Another target may take what the one before did not: such files wait again. */
  reconsider(target: UploadTarget): void {
    for (const entry of this.#entries) {
      if (entry.shown.state === 'refused' && entry.startedAt === 0 && target.refuses(entry.file) === null)
        this.#update(entry, { state: 'waiting', note: '' });
    }
  }

  /** Again, with the same key: what the server already has is not stored twice. */
  retry(key: string): void {
    const entry = this.#find(key);
    if (!entry || !['failed', 'cancelled'].includes(entry.shown.state)) return;
    entry.abort = new AbortController();
    this.#update(entry, { state: entry.target ? 'queued' : 'waiting', note: '', sentBytes: 0, speed: 0 });
    this.#sendNext();
  }

  cancel(key: string): void {
    const entry = this.#find(key);
    if (!entry || ['done', 'refused', 'failed', 'cancelled'].includes(entry.shown.state)) return;
    this.#update(entry, { state: 'cancelled', note: 'Cancelado.' });
    entry.abort.abort();
    this.#sendNext();
  }

  /** Takes what is over off the panel. */
  clear(key?: string): void {
    const isOver = (entry: Entry) => ['done', 'refused', 'failed', 'cancelled'].includes(entry.shown.state);
    this.#entries = this.#entries.filter((entry) => !isOver(entry) || (key !== undefined && entry.shown.key !== key));
    this.#changed();
  }

  #sendNext(): void {
    const free = this.parallel - this.#entries.filter((entry) => entry.shown.state === 'sending').length;
    for (const entry of this.#entries.filter(({ shown }) => shown.state === 'queued').slice(0, Math.max(0, free)))
      void this.#sendOne(entry);
  }

  async #sendOne(entry: Entry): Promise<void> {
    const { file, target, shown } = entry;
    if (!target) return;
    entry.startedAt = this.now();
    const { signal } = entry.abort;
    const { key } = shown;
    this.#update(entry, { state: 'sending' });
    try {
      const onProgress = (sentBytes: number) => this.#progress(entry, sentBytes);
      entry.stored ??= { answer: await this.send({ key, file, target, signal, onProgress }) };
      if (signal.aborted) return;
      const result = await target.finish(entry.stored.answer, { key, signal });
      this.#update(entry, { state: 'done', sentBytes: entry.shown.bytes, href: result.href, note: result.note });
      this.onStored();
    } catch (error) {
      if (signal.aborted) return;
      const again = !(error instanceof UploadFailure) || error.again;
      this.#update(entry, {
        state: again ? 'failed' : 'refused',
        note: error instanceof UploadFailure ? error.message : 'No se pudo cargar. Intente de nuevo.',
      });
    } finally {
      this.#sendNext();
    }
  }

  #progress(entry: Entry, sentBytes: number): void {
    if (entry.shown.state !== 'sending') return;
    const seconds = (this.now() - entry.startedAt) / 1000;
    this.#update(entry, { sentBytes: Math.min(sentBytes, entry.shown.bytes), speed: seconds > 0 ? sentBytes / seconds : 0 });
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

/** The sentence for what rules of size and extension do not take; null for the rest. */
export function reasonToRefuse(file: Pick<File, 'name' | 'size'>, { name, extensions, maxBytes }: UploadRules): string | null {
  const extension = fileExtension(file.name);
  if (file.size === 0) return 'El archivo está vacío.';
  if (extensions.length > 0 && !extensions.includes(extension))
    return `«${name}» admite ${extensions.join(', ')}; este archivo es «${extension || 'sin extensión'}».`;
  if (file.size > maxBytes) return `Es demasiado grande: el máximo de «${name}» es ${formatFileSize(maxBytes)}.`;
  return null;
}

/** Not crypto.randomUUID: that exists only on https, and agencies may reach the portal by plain address. */
function newUploadKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
