import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { Refusal } from '../platform/refusal.ts';

/** What stands between the bytes of a backup and its folder. */
export interface Cipher {
  /** Public keys (`age1…`) that can open it; none: it lies open. */
  recipients: readonly string[];
  /** What follows the name of a file. */
  suffix: '' | '.age';
  encrypt(content: Readable): Promise<Readable>;
}

/** @throws Refusal a recipient that is none */
export function cipherFor(recipients: readonly string[]): Cipher {
  if (recipients.length === 0) return { recipients, suffix: '', encrypt: (content) => Promise.resolve(content) };
  const encrypter = new Encrypter();
  for (const recipient of recipients) addKey(() => encrypter.addRecipient(recipient), `«${recipient}» is no public key of age (age1…)`);
  return { recipients, suffix: '.age', encrypt: async (content) => fromWeb(await encrypter.encrypt(toWeb(content))) };
}

/** Opens what a cipher closed. @param identities secret keys (`AGE-SECRET-KEY-1…`) @throws Refusal one that is none */
export function opener(identities: readonly string[]): (content: Readable) => Promise<Readable> {
  const decrypter = new Decrypter();
  for (const identity of identities)
    addKey(() => decrypter.addIdentity(identity), 'A line given as a secret key of age is none (AGE-SECRET-KEY-1…)');
  return async (content) => fromWeb(await decrypter.decrypt(toWeb(content)));
}

function addKey(add: () => void, reason: string): void {
  try {
    add();
  } catch (cause) {
    throw new Refusal(reason, { cause });
  }
}

// The library speaks of the DOM's streams, which are Node's under another name.
const toWeb = (content: Readable) => Readable.toWeb(content) as unknown as globalThis.ReadableStream<Uint8Array>;
const fromWeb = (content: globalThis.ReadableStream<Uint8Array>) => Readable.fromWeb(content as unknown as ReadableStream<Uint8Array>);
