import { randomBytes } from 'node:crypto';

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
