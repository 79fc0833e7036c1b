import { findContradiction } from '#server/domain/file-signatures.ts';
import { fileExtension } from '#server/domain/files-vocabulary.ts';
import type { FieldErrors, FileFacts, KnownFile, UploadFields, UploadTarget } from './upload-target.ts';

/**
 * `waiting`: on the desk; `held`: its content is already stored, somebody has to confirm that it is wanted nevertheless; `refused`: not
 * acceptable as it is, but may be corrected in place.
 */
export type UploadState = 'waiting' | 'held' | 'queued' | 'sending' | 'done' | 'refused' | 'failed' | 'cancelled';

export interface QueuedUpload {
  key: string;
  /** With its extension; people edit only the part before it. */
  name: string;
  bytes: number;
  state: UploadState;
  sentBytes: number;
  /** Bytes per second; 0 until known. */
  speed: number;
  /** Why it was refused or failed, what is still to be chosen, or a remark. */
  note: string;
  /** What is wrong, by field, if it was refused for that. */
  errors: FieldErrors;
  /** Address of the stored file, or of an existing one with the same content. */
  href: string | null;
  fields: UploadFields;
  /** Its content is still being checked. */
  checking: boolean;
  /** The name under which its content would be accepted; null when the name is not the problem. */
  mend: string | null;
}

/** Sends one file. @returns the server's answer; rejects with an UploadFailure */
export type SendUpload = (upload: {
  key: string;
  file: File;
  name: string;
  fields: UploadFields;
  /** Hexadecimal; '' when it was not computed. */
  sha256: string;
  target: UploadTarget;
  signal: AbortSignal;
  /** `before`: bytes that had arrived before this attempt, which must not count for the speed. */
  onProgress: (sentBytes: number, before?: number) => void;
  /** Why nothing moves at the moment; '' when it moves again. */
  onPause: (reason: string) => void;
}) => Promise<unknown>;

export interface Entry {
  shown: QueuedUpload;
  file: File;
  target: UploadTarget;
  /** The content's first bytes; null until read. */
  head: Uint8Array | null;
  /** Nothing of it can be read: a folder, or a file that is gone. */
  unreadable: boolean;
  sha256: string;
  known: KnownFile | null;
  /** To be sent as soon as its content has been checked. */
  wanted: boolean;
  /** The server has the file: only the target's further step is missing. */
  stored: { answer: unknown } | null;
  startedAt: number;
  abort: AbortController;
}

/** Entry for a file that was just dropped. */
export function newEntry(file: File, target: UploadTarget, fields: UploadFields): Entry {
  const shown: QueuedUpload = {
    key: newUploadKey(),
    name: file.name,
    bytes: file.size,
    state: 'waiting',
    sentBytes: 0,
    speed: 0,
    note: '',
    errors: {},
    href: null,
    fields,
    checking: target.desk !== null,
    mend: null,
  };
  return {
    shown,
    file,
    target,
    head: null,
    unreadable: false,
    sha256: '',
    known: null,
    wanted: false,
    stored: null,
    startedAt: 0,
    abort: new AbortController(),
  };
}

export function fileFactsOf({ shown: { name, bytes }, head }: Entry): FileFacts {
  return { name, size: bytes, contradiction: head && bytes > 0 ? findContradiction(head, fileExtension(name)) : null };
}

/** What must still be chosen before it can be sent. */
export function lacks({ target, shown }: Entry): string {
  return target.desk?.lacks(shown.fields) ?? '';
}

/** It can be sent now. */
export function isReady(entry: Entry): boolean {
  return entry.shown.state === 'waiting' && !entry.shown.checking && lacks(entry) === '';
}

/** It has not been sent: name and fields may still change. */
export function isOpen({ state }: QueuedUpload): boolean {
  return state === 'waiting' || state === 'held' || state === 'refused';
}

export function isUnderWay({ state }: QueuedUpload): boolean {
  return state === 'sending' || state === 'queued';
}

/** Whether files wait or failed: they, and what was typed for them, exist nowhere else. */
export function hasUnsent(uploads: readonly QueuedUpload[]): boolean {
  return uploads.some(({ state }) => state !== 'done' && state !== 'cancelled');
}

/** Nothing more happens to it by itself. */
export function isOver({ state }: QueuedUpload): boolean {
  return state === 'done' || state === 'held' || state === 'refused' || state === 'failed' || state === 'cancelled';
}

/** The name without its extension. */
export function stemOf(name: string): string {
  const extension = fileExtension(name);
  return extension === '' ? name : name.slice(0, -extension.length - 1);
}

export function withoutEmpty(fields: UploadFields): UploadFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/** crypto.randomUUID exists only on https, and agencies may reach the portal over plain http. */
function newUploadKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
