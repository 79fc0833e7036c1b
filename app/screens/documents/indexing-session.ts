import type { UploadAnswer } from '#server/features/documents/document-files.ts';
import type { UploadType } from '#server/features/documents/document-types.ts';
import { sendUpload } from '../files/send-upload.ts';
import { UploadQueue } from '../files/upload-queue.ts';
import { reasonToRefuse, type FieldErrors, type UploadFields, type UploadTarget } from '../files/upload-target.ts';
import { documentHref, PARTS_URL, UPLOAD_URL } from './document-links.ts';

/** A file of this session. */
export interface IndexedFile {
  /** In order of arrival, from 1. */
  number: number;
  file: File;
  /** Form values as last typed or sent; null before anything was. */
  values: UploadFields | null;
  /** Key of its upload; null before it is sent. */
  uploadKey: string | null;
  /** Why it was refused, while it is being corrected; otherwise null. */
  refusal: Refusal | null;
}

interface Refusal {
  message: string;
  errors: FieldErrors;
}

export interface IndexingState {
  files: readonly IndexedFile[];
  /** Number of the file whose form is open; null when none is waiting. */
  current: number | null;
}

/** Two in parallel, while the next document is being typed. */
const PARALLEL = 2;

/** Files that are indexed one after the other, and which one is open. Read with subscribe and snapshot. */
export class IndexingSession {
  readonly queue = new UploadQueue({ send: sendUpload, parallel: PARALLEL });
  #state: IndexingState = { files: [], current: null };
  #count = 0;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): IndexingState => this.#state;

  add(added: readonly File[]): void {
    const files = added.map((file): IndexedFile => ({ number: (this.#count += 1), file, values: null, uploadKey: null, refusal: null }));
    this.#change({ files: [...this.#state.files, ...files], current: this.#state.current ?? files[0]?.number ?? null });
  }

  /** Opens the form of a waiting file, or of a refused one, of which nothing is stored. */
  open(number: number): void {
    const files = this.#state.files.map((one) => {
      if (one.number !== number || one.uploadKey === null) return one;
      const refused = this.queue.snapshot().find(({ key, state }) => key === one.uploadKey && state === 'refused');
      this.queue.clear(one.uploadKey);
      return { ...one, uploadKey: null, refusal: refused ? { message: refused.note, errors: refused.errors } : null };
    });
    this.#change({ files, current: number });
  }

  /** Goes to the next or previous waiting file, cyclically. */
  step(way: 1 | -1): void {
    const waiting = this.#waiting();
    const at = waiting.findIndex(({ number }) => number === this.#state.current);
    const next = waiting[(at + way + waiting.length) % waiting.length];
    if (next) this.#change({ current: next.number });
  }

  /** Stores what is typed into the form of a file, which is rendered anew each time that it is opened. */
  setValues(number: number, values: UploadFields): void {
    this.#change({ files: this.#state.files.map((one) => (one.number === number ? { ...one, values } : one)) });
  }

  /** Sends the open file and opens the next waiting one. */
  send(target: UploadTarget, values: UploadFields): void {
    const { current } = this.#state;
    const sent = this.#state.files.find(({ number }) => number === current);
    if (!sent) return;
    this.queue.add([sent.file], target);
    const uploadKey = this.queue.snapshot().at(-1)?.key ?? null;
    const files = this.#state.files.map((one) => (one === sent ? { ...one, values, uploadKey, refusal: null } : one));
    const waiting = files.filter(({ uploadKey: key }) => key === null);
    const next = waiting.find(({ number }) => number > sent.number) ?? waiting[0];
    this.#change({ files, current: next?.number ?? null });
  }

  /** Removes a waiting or finished file from the list. */
  remove(number: number): void {
    const gone = this.#state.files.find((one) => one.number === number);
    if (gone?.uploadKey) this.queue.clear(gone.uploadKey);
    const files = this.#state.files.filter((one) => one.number !== number);
    const waiting = files.filter(({ uploadKey }) => uploadKey === null);
    const next = waiting.find((one) => one.number > number) ?? waiting[0];
    this.#change({ files, current: this.#state.current === number ? (next?.number ?? null) : this.#state.current });
  }

  #waiting(): IndexedFile[] {
    return this.#state.files.filter(({ uploadKey }) => uploadKey === null);
  }

  #change(changes: Partial<IndexingState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

/** The session of this window, independent of any page: uploads continue elsewhere in the portal. Written only in browsers. */
export const indexing: { session: IndexingSession | null } = { session: null };

/** Upload target of one document, with its form's values. */
export function indexingTarget(type: UploadType, maxBytes: number, values: UploadFields): UploadTarget {
  return {
    address: UPLOAD_URL,
    partsAddress: PARTS_URL,
    fields: { ...values, categoryId: type.categoryId, documentId: type.id },
    final: [400, 403, 404, 413, 415],
    refuses: (file) => reasonToRefuse(file, { name: type.name, extensions: type.extensions, maxBytes }),
    finish(answer) {
      const { id, documentName, duplicateOf, warnings } = answer as UploadAnswer;
      const repeats = duplicateOf ? [`Mismo contenido que «${duplicateOf.documentName}» (${duplicateOf.typeName}).`] : [];
      return { name: documentName, href: documentHref(id), note: [...repeats, ...warnings].join(' ') };
    },
    desk: null,
  };
}
