import type { Contradiction } from '#server/domain/file-signatures.ts';
import { formatFileSize } from '#server/domain/file-size.ts';
import { fileExtension } from '#server/domain/files-vocabulary.ts';

/** Where the files of one drop go, and what is taken there; decided before the first byte is sent. */
export interface UploadTarget {
  /** Takes one file by POST, as multipart. */
  address: string;
  /** Takes files in parts, for those that are too big for one request; null where there are none. */
  partsAddress: string | null;
  /** Sent before the file, with its name and its key; where there is a desk, those of each file take their place. */
  fields: UploadFields;
  /** A Spanish sentence for what the server would not take, null for the rest: it spares people a long upload. */
  refuses(file: FileFacts, fields: UploadFields): string | null;
  /** Statuses that refuse a file for good; after every other answer it may be sent again. */
  final: readonly number[];
  /** What became of a stored file, by the server's answer; a further step may be taken here. Throws UploadFailure. */
  finish(answer: unknown, upload: { key: string; signal: AbortSignal }): UploadResult | Promise<UploadResult>;
  /** Files wait there until somebody has looked at them; without it they are sent at once. */
  desk: UploadDesk | null;
}

export type UploadFields = Readonly<Record<string, string>>;

/** What is decided for each file before it is sent. */
export interface UploadDesk {
  /** The fields of a file that nobody has chosen yet. */
  suggest(file: FileFacts): UploadFields;
  /** What is still to be chosen ("Elija la carpeta."), '' when nothing is. */
  lacks(fields: UploadFields): string;
  /** A stored file of the same content that the person may see. Rejects when nobody can tell now. */
  findStored(sha256: string): Promise<KnownFile | null>;
}

/** A file of the same content. */
export interface KnownFile {
  /** Spanish: where it is. */
  note: string;
  /** null when it is in the list itself. */
  href: string | null;
}

export interface FileFacts {
  name: string;
  size: number;
  /** What the first bytes say against the name; null before they are read, and where they agree. */
  contradiction: Contradiction | null;
}

export interface UploadResult {
  href: string;
  note: string;
  /** What it is called where it is stored; without it, as it was sent. */
  name?: string;
}

/** What a target takes, as its refusals name it. */
export interface UploadRules {
  name: string;
  /** Lower case without dots; empty takes any file. */
  extensions: readonly string[];
  maxBytes: number;
}

/** Sentences by the name of the field. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** What sending a file fails with. */
export class UploadFailure extends Error {
  /** `again`: the same file may go through later (connection, server). Otherwise it was refused for what it is. */
  readonly again: boolean;
  /** What is wrong at which field, as the server said it. */
  readonly errors: FieldErrors;
  constructor(message: string, again: boolean, errors: FieldErrors = {}) {
    super(message);
    this.name = 'UploadFailure';
    this.again = again;
    this.errors = errors;
  }
}

/** The sentence for what rules of size and extension do not take; null for the rest. */
export function reasonToRefuse(file: Pick<FileFacts, 'name' | 'size'>, { name, extensions, maxBytes }: UploadRules): string | null {
  const extension = fileExtension(file.name);
  if (file.size === 0) return 'El archivo está vacío.';
  if (extensions.length > 0 && !extensions.includes(extension))
    return `«${name}» admite ${extensions.join(', ')}; este archivo es «${extension || 'sin extensión'}».`;
  if (file.size > maxBytes) return `Es demasiado grande: el máximo de «${name}» es ${formatFileSize(maxBytes)}.`;
  return null;
}
