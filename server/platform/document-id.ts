import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 20;
/** Bytes at or above this would make some letters likelier than others. */
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

/** The id that a text stands for, of the same shape: always the same one, and nobody finds another text for it. */
export function documentIdOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').replace(/[-_]/g, '').slice(0, ID_LENGTH);
}

const LONGEST_ID = 200;

/** Whether an id from outside (an address, a form) can be one at all: one segment of a path, none that means something else. */
export function isDocumentId(id: string): boolean {
  return id !== '' && id.length <= LONGEST_ID && !/[/\p{Cc}\p{Cs}]/u.test(id) && !/^\.{1,2}$|^__.*__$/.test(id);
}

/** Rows of a sub-collection carry the record above in their id. */
export function ownId(rowId: string): string {
  return rowId.slice(rowId.lastIndexOf('/') + 1);
}
