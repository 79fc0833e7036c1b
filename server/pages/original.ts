import type { Readable } from 'node:stream';
import { fileTypeOfContent } from '../domain/file-types.ts';
import type { ByteRange } from '../ports/files/serve-file.ts';

/** A stored file as those who make pages of it need to know it. */
export interface Original {
  /** Whose turn making takes: a person's id. */
  owner: string;
  /** Names the content and what reads it (`identityOf`): files of the same identity are shown the same. */
  identity: string;
  /** SHA-256 that the content must have, hexadecimal; null when nobody wrote it down. */
  sha256: string | null;
  /** As it is stored: a claim. */
  contentType: string;
  /** As it is stored; 0 when nobody wrote it down. */
  bytes: number;
  /** The stored bytes, whole or in part. Errors: those of the backend. */
  open(range?: ByteRange): Promise<Readable>;
}

/**
 * The same bytes under another type may be read otherwise: whoever stores them first does not decide for the others.
 * @param content hexadecimal, the same for the same bytes
 */
export function identityOf(content: string, contentType: string): string {
  return `${content}-${fileTypeOfContent(contentType)?.reader ?? 'none'}`;
}
