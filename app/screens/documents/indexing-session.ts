import { findContradiction } from '#server/domain/file-signatures.ts';
import { isProgramExtension } from '#server/domain/file-types.ts';
import { fileExtension } from '#server/domain/files-vocabulary.ts';
import type { UploadAnswer } from '#server/features/documents/document-files.ts';
import type { UploadType } from '#server/features/documents/document-types.ts';
import { createFileChecks } from '../files/check-file.ts';
import { dropParts } from '../files/send-request.ts';
import { sendUpload } from '../files/send-upload.ts';
import { hasUnsent } from '../files/upload-entry.ts';
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
  /** Why its content would be refused whatever is typed, so that it gets no form; '' as far as is known. */
  unfit: string;
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

const checks = createFileChecks();

/** Files that are indexed one after the other, and which one is open. Read with subscribe and snapshot. */
export class IndexingSession {
  readonly queue = new UploadQueue({ send: sendUpload, parallel: PARALLEL });
  #state: IndexingState = { files: [], current: null };
  #count = 0;
  readonly #listeners = new Set<() => void>();

  constructor() {
    // Of the window, not of a screen: files are sent, and wait, while people look at other ones.
    window.addEventListener('online', this.queue.retryFailed);
    window.addEventListener('beforeunload', (event) => {
      if (this.#state.files.some(isWaiting) || hasUnsent(this.queue.snapshot())) event.preventDefault();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): IndexingState => this.#state;

  /** Reads the first bytes of each file before any form opens: nobody should fill in one for a file that cannot be accepted. */
  async add(added: readonly File[], maxBytes: number): Promise<void> {
    const unfit = await Promise.all(added.map((file) => reasonToRefuseAny(file, maxBytes)));
    const files = added.map((file, place): IndexedFile => ({
      number: (this.#count += 1),
      file,
      values: null,
      uploadKey: null,
      refusal: null,
      unfit: unfit[place] ?? '',
    }));
    this.#change({
      files: [...this.#state.files, ...files],
      current: this.#state.current ?? files.find(isWaiting)?.number ?? null,
    });
  }

  /** Its content is not accepted: the next waiting file is opened, unless somebody has begun to type here. */
  refuse(number: number, reason: string): void {
    const refused = this.#state.files.find((one) => one.number === number);
    if (!refused || refused.unfit !== '' || refused.uploadKey !== null) return;
    const files = this.#state.files.map((one) => (one === refused ? { ...one, unfit: reason } : one));
    const isLeft = this.#state.current === number && refused.values === null;
    this.#change({ files, current: isLeft ? nextWaiting(files, number) : this.#state.current });
  }

  /** Opens the form of a waiting file, or of a refused one, of which nothing is stored. */
  open(number: number): void {
    const files = this.#state.files.map((one) => {
      if (one.number !== number || one.uploadKey === null) return one;
      const refused = this.queue.snapshot().find(({ key, state }) => key === one.uploadKey && state === 'refused');
      this.queue.clear(one.uploadKey, { keepsParts: true });
      return { ...one, uploadKey: null, refusal: refused ? { message: refused.note, errors: refused.errors } : null };
    });
    this.#change({ files, current: number });
  }

  /** Goes to the next or previous waiting file, cyclically. */
  step(way: 1 | -1): void {
    const { files, current } = this.#state;
    // A refused file that is still open counts as where one is.
    const waiting = files.filter((one) => isWaiting(one) || one.number === current);
    const at = waiting.findIndex(({ number }) => number === current);
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
    this.#change({ files, current: nextWaiting(files, sent.number) });
  }

  /** Removes a waiting or finished file from the list. */
  remove(number: number): void {
    const gone = this.#state.files.find((one) => one.number === number);
    if (gone?.uploadKey) this.queue.clear(gone.uploadKey);
    // Of one that was refused and is being corrected.
    else if (gone) dropParts(gone.file);
    const files = this.#state.files.filter((one) => one.number !== number);
    this.#change({ files, current: this.#state.current === number ? nextWaiting(files, number) : this.#state.current });
  }

  #change(changes: Partial<IndexingState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

/** Its form is still to be filled in, or corrected. */
export function isWaiting({ uploadKey, unfit }: IndexedFile): boolean {
  return uploadKey === null && unfit === '';
}

function nextWaiting(files: readonly IndexedFile[], number: number): number | null {
  const waiting = files.filter(isWaiting);
  return (waiting.find((one) => one.number > number) ?? waiting[0])?.number ?? null;
}

/** Why no type accepts a file, as far as its name, size and first bytes tell; otherwise ''. */
async function reasonToRefuseAny(file: File, maxBytes: number): Promise<string> {
  const extension = fileExtension(file.name);
  if (isProgramExtension(extension)) return 'Los programas no se admiten.';
  const broken = reasonToRefuse(file, { name: 'Digitalización', extensions: [], maxBytes });
  if (broken !== null) return broken;
  const head = await checks.readHead(file);
  return (head && findContradiction(head, extension)?.reason) ?? '';
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
