import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { Refusal } from '../platform/refusal.ts';

/** Encrypts the files of a backup before they reach its folder. */
export interface Cipher {
  /** Public keys (`age1…`) of those who can decrypt it; empty: it is not encrypted. */
  recipients: readonly string[];
  /** Suffix of encrypted file names. */
  suffix: '' | '.age';
  /** The same for files that backups share, whose keys may differ: it names them. */
  sharedSuffix: string;
  encrypt(content: Readable): Promise<Readable>;
}

const FINGERPRINT = 16;

/** @throws Refusal for an invalid recipient */
export function cipherFor(recipients: readonly string[]): Cipher {
  if (recipients.length === 0) return { recipients, suffix: '', sharedSuffix: '', encrypt: (content) => Promise.resolve(content) };
  const encrypter = new Encrypter();
  for (const recipient of recipients)
    addKey(() => encrypter.addRecipient(recipient), `«${recipient}» no es una clave pública de age (age1…)`);
  const keys = createHash('sha256')
    .update([...recipients].sort().join(' '))
    .digest('hex')
    .slice(0, FINGERPRINT);
  return {
    recipients,
    suffix: '.age',
    sharedSuffix: `.age-${keys}`,
    encrypt: async (content) => fromWeb(await encrypter.encrypt(toWeb(content))),
  };
}

/** Decrypts what a cipher encrypted. @param identities secret keys (`AGE-SECRET-KEY-1…`) @throws Refusal for an invalid one */
export function decrypterFor(identities: readonly string[]): (content: Readable) => Promise<Readable> {
  const decrypter = new Decrypter();
  for (const identity of identities)
    addKey(() => decrypter.addIdentity(identity), 'Una línea dada como clave secreta de age no lo es (AGE-SECRET-KEY-1…)');
  return async (content) => fromWeb(await decrypter.decrypt(toWeb(content)));
}

function addKey(add: () => void, reason: string): void {
  try {
    add();
  } catch (cause) {
    throw new Refusal(reason, { cause });
  }
}

// The library uses the DOM's stream types, which are Node's under another name.
const toWeb = (content: Readable) => Readable.toWeb(content) as unknown as globalThis.ReadableStream<Uint8Array>;
const fromWeb = (content: globalThis.ReadableStream<Uint8Array>) => Readable.fromWeb(content as unknown as ReadableStream<Uint8Array>);
