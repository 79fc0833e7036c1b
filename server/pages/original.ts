import type { Readable } from 'node:stream';
import { fileTypeOfContent } from '../domain/file-types.ts';
import type { ByteRange } from '../ports/files/serve-file.ts';

/** A stored file, as rendering needs to know it. */
export interface Original {
  /** Whose turn rendering takes: a person's id. */
  owner: string;
  /** Identifies the content and its reader (`identityOf`): files with the same identity are shown the same. */
  identity: string;
  /** Expected SHA-256 of the content, hexadecimal; null when unknown. */
  sha256: string | null;
  /** As stored: only a claim. */
  contentType: string;
  /** As stored; 0 when unknown. */
  bytes: number;
  /** The stored bytes, whole or in part. Errors: those of the backend. */
  open(range?: ByteRange): Promise<Readable>;
}

/**
 * Includes the reader, because the same bytes may be read differently under another type: whoever stores them first must not decide for
 * others.
 * @param content hexadecimal, the same for the same bytes
 */
export function identityOf(content: string, contentType: string): string {
  return `${content}-${fileTypeOfContent(contentType)?.reader ?? 'none'}`;
}
