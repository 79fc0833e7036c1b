import type { Contradiction } from '#server/domain/file-signatures.ts';
import { extensionRefusal, includesExtension } from '#server/domain/file-types.ts';
import { formatFileSize } from '#server/domain/file-size.ts';
import { fileExtension } from '#server/domain/files-vocabulary.ts';

/** Where dropped files go and what is accepted there; decided before the first byte is sent. */
export interface UploadTarget {
  /** Takes one file by POST, as multipart. */
  address: string;
  /** Takes files in parts, for those too big for one request; null if unsupported. */
  partsAddress: string | null;
  /** Sent before the file, with its name and key; with a desk, each file's own fields replace them. */
  fields: UploadFields;
  /** A Spanish sentence for a file that the server would refuse, else null: spares people a long upload. */
  refuses(file: FileFacts, fields: UploadFields): string | null;
  /** Statuses that refuse a file for good; after any other it may be sent again. */
  final: readonly number[];
  /** The result for a stored file, from the server's answer; may take a further step. Throws UploadFailure. */
  finish(answer: unknown, upload: { key: string; signal: AbortSignal }): UploadResult | Promise<UploadResult>;
  /** Where files wait until somebody has reviewed them; without it they are sent at once. */
  desk: UploadDesk | null;
}

export type UploadFields = Readonly<Record<string, string>>;

/** What is decided for each file before it is sent. */
export interface UploadDesk {
  /** Default fields of a file for which nothing was chosen yet. */
  suggest(file: FileFacts): UploadFields;
  /** What must still be chosen ("Elija la carpeta."), or ''. */
  lacks(fields: UploadFields): string;
  /** A stored file with the same content that the person may see. Rejects when that cannot be determined now. */
  findStored(sha256: string): Promise<KnownFile | null>;
}

/** A stored file with the same content. */
export interface KnownFile {
  /** Where it is, in Spanish. */
  note: string;
  /** null when it is in the upload list itself. */
  href: string | null;
}

export interface FileFacts {
  name: string;
  size: number;
  /** Where the first bytes contradict the name; null before they are read, and when they agree. */
  contradiction: Contradiction | null;
}

export interface UploadResult {
  href: string;
  note: string;
  /** Its stored name; by default the sent one. */
  name?: string;
}

/** A target's limits; `name` appears in its refusals. */
export interface UploadRules {
  name: string;
  /** Lower case without dots; an empty list accepts any file. */
  extensions: readonly string[];
  maxBytes: number;
}

/** Messages by field name. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Error of sending a file. */
export class UploadFailure extends Error {
  /** `again`: the same file may go through later (connection, server). Otherwise the file itself was refused. */
  readonly again: boolean;
  /** The server's errors by field. */
  readonly errors: FieldErrors;
  constructor(message: string, again: boolean, errors: FieldErrors = {}) {
    super(message);
    this.name = 'UploadFailure';
    this.again = again;
    this.errors = errors;
  }
}

/** The refusal for a file that breaks the rules of size and extension, else null. */
export function reasonToRefuse(file: Pick<FileFacts, 'name' | 'size'>, { name, extensions, maxBytes }: UploadRules): string | null {
  const extension = fileExtension(file.name);
  if (file.size === 0) return 'El archivo está vacío.';
  if (extensions.length > 0 && !includesExtension(extensions, extension)) return extensionRefusal({ name, extensions }, extension);
  if (file.size > maxBytes) return `Es demasiado grande: el máximo de «${name}» es ${formatFileSize(maxBytes)}.`;
  return null;
}
