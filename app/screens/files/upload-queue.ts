import type { DocumentTypeChoice } from '#server/features/briefcase/find-choices.ts';
import { fileExtension, formatFileSize } from '#server/domain/files-vocabulary.ts';

/** Where the files of one drop go; decided before the first byte is sent. */
export interface UploadTarget {
  folderId: string;
  documentType: DocumentTypeChoice;
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

export interface SendUpload {
  (upload: {
    key: string;
    file: File;
    target: UploadTarget;
    signal: AbortSignal;
    onProgress: (sentBytes: number) => void;
  }): Promise<UploadResult>;
}

interface Entry {
  shown: QueuedUpload;
  file: File;
  target: UploadTarget | null;
  startedAt: number;
  abort: AbortController;
}

const PARALLEL = 3;

/** The uploads of one page: at most three at a time, each with its own fate. Read with subscribe and snapshot. */
export class UploadQueue {
  #entries: Entry[] = [];
  #snapshot: readonly QueuedUpload[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly send: SendUpload,
    /** There is something new to show. Never after a failure: without a connection, reloading would cost the page and the queue with it. */
    private readonly onStored: () => void,
    private readonly now: () => number = () => Date.now(),
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
      this.#entries.push({ shown, file, target: null, startedAt: 0, abort: new AbortController() });
    }
    this.#changed();
    if (target) this.start(target);
  }

  /** Sends what waits, after looking at what can be known before sending. */
  start(target: UploadTarget): void {
    for (const entry of this.#entries) {
      if (entry.shown.state !== 'waiting') continue;
      entry.target = target;
      const reason = reasonToRefuse(entry.file, target.documentType);
      this.#update(entry, reason === null ? { state: 'queued' } : { state: 'refused', note: reason });
    }
    this.#sendNext();
  }

  /** Another type may take what the one before did not: such files wait again. */
  reconsider(documentType: DocumentTypeChoice): void {
    for (const entry of this.#entries) {
      if (entry.shown.state === 'refused' && entry.startedAt === 0 && reasonToRefuse(entry.file, documentType) === null)
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
    const free = PARALLEL - this.#entries.filter((entry) => entry.shown.state === 'sending').length;
    for (const entry of this.#entries.filter(({ shown }) => shown.state === 'queued').slice(0, Math.max(0, free)))
      void this.#sendOne(entry);
  }

  async #sendOne(entry: Entry): Promise<void> {
    if (!entry.target) return;
    entry.startedAt = this.now();
    const { signal } = entry.abort;
    this.#update(entry, { state: 'sending' });
    try {
      const result = await this.send({
        key: entry.shown.key,
        file: entry.file,
        target: entry.target,
        signal,
        onProgress: (sentBytes) => this.#progress(entry, sentBytes),
      });
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

/** The server decides; this only spares the person a long upload that would be refused. */
export function reasonToRefuse(file: Pick<File, 'name' | 'size'>, type: DocumentTypeChoice): string | null {
  const extension = fileExtension(file.name);
  if (file.size === 0) return 'El archivo está vacío.';
  if (type.extensions.length > 0 && !type.extensions.includes(extension))
    return `«${type.name}» admite ${type.extensions.join(', ')}; este archivo es «${extension || 'sin extensión'}».`;
  if (file.size > type.maxBytes) return `Es demasiado grande: el máximo de «${type.name}» es ${formatFileSize(type.maxBytes)}.`;
  return null;
}

/** Not crypto.randomUUID: that exists only on https, and agencies may reach the portal by plain address. */
function newUploadKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
