import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';
import { isSameSecret } from '../../platform/same-secret.ts';

type Key = Pick<Config, 'factorKey'>;

const IV_BYTES = 12;
const TAG_BYTES = 16;
const MAC_BYTES = 16;
const RANDOM_BYTES = 16;
const STAMP_BYTES = 6;

/** Encrypted, and of use for `bound` alone: moved to another row or another person it opens no more. */
export function seal({ factorKey }: Key, text: string, bound: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', derive(factorKey, 'seal'), iv).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** null for what was not sealed with this key for this. */
export function unseal({ factorKey }: Key, sealed: Buffer, bound: string): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', derive(factorKey, 'seal'), sealed.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(bound))
      .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** What is stored of a secret that only ever comes back from outside. */
export function keyedHash({ factorKey }: Key, text: string): Buffer {
  return createHmac('sha256', derive(factorKey, 'hash')).update(text).digest();
}

/** Random, good for so long and for `purpose` alone; nothing is stored of it before it comes back. */
export function createChallenge(key: Key, purpose: string, minutes: number): string {
  const stamp = Buffer.alloc(STAMP_BYTES);
  stamp.writeUIntBE(Date.now() + minutes * 60_000, 0, STAMP_BYTES);
  const body = Buffer.concat([stamp, randomBytes(RANDOM_BYTES)]);
  return Buffer.concat([body, macOf(key, body, purpose)]).toString('base64url');
}

/** Until when it is good; null for one that is not ours, or not for this. */
export function readChallenge(key: Key, challenge: string, purpose: string): Date | null {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== STAMP_BYTES + RANDOM_BYTES + MAC_BYTES) return null;
  const body = bytes.subarray(0, STAMP_BYTES + RANDOM_BYTES);
  const end = new Date(body.readUIntBE(0, STAMP_BYTES));
  const isOurs = isSameSecret(bytes.subarray(body.length).toString('hex'), macOf(key, body, purpose).toString('hex'));
  return isOurs && end > new Date() ? end : null;
}

function macOf({ factorKey }: Key, body: Buffer, purpose: string): Buffer {
  return createHmac('sha256', derive(factorKey, 'challenge')).update(`${purpose}\n`).update(body).digest().subarray(0, MAC_BYTES);
}

/** A key for each use, so that what one does says nothing about another. */
function derive(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `portal factors: ${use}`, 32));
}
