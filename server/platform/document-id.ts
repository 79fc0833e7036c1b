import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 20;
/** Bytes at or above this limit are skipped: they would make some letters likelier than others. */
const UNBIASED_LIMIT = 256 - (256 % ALPHABET.length);

/** A new random document id of 20 letters and digits, the shape that Firestore gives its own. */
export function newDocumentId(): string {
  let id = '';
  while (id.length < ID_LENGTH) {
    for (const byte of randomBytes(ID_LENGTH)) {
      if (byte < UNBIASED_LIMIT && id.length < ID_LENGTH) id += ALPHABET[byte % ALPHABET.length];
    }
  }
  return id;
}

/** An id of the same shape, derived from a text: always the same one, and another text with the same id cannot be found. */
export function documentIdOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').replace(/[-_]/g, '').slice(0, ID_LENGTH);
}

/** In bytes of UTF-8; Firestore's own limit. */
export const LONGEST_ID = 1_500;

/** Whether an id from outside (an address, a form) can be valid at all: one path segment, without special meaning. */
export function isDocumentId(id: string): boolean {
  return id !== '' && Buffer.byteLength(id) <= LONGEST_ID && !/[/\p{Cc}\p{Cs}]/u.test(id) && !/^\.{1,2}$|^__.*__$/.test(id);
}

/** Whether there is no id at all: programs that forget one send 'null' or 'undefined'. */
export function isNoId(id: string): boolean {
  return ['', 'null', 'undefined'].includes(id.trim());
}

/** The record's own id: rows of a sub-collection put the parent's id in front. */
export function ownId(rowId: string): string {
  return rowId.slice(rowId.lastIndexOf('/') + 1);
}
