import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import { isSameSecret } from '../../platform/same-secret.ts';

type Key = Pick<Config, 'factorKey'>;

const IV_BYTES = 12;
const TAG_BYTES = 16;
const MAC_BYTES = 16;
const RANDOM_BYTES = 16;
const STAMP_BYTES = 6;

/** Encrypts a text that only the same `bound` opens again: moved to another row or person, it cannot be read. */
export function seal({ factorKey }: Key, text: string, bound: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', derive(factorKey, 'seal'), iv).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Returns null for anything not sealed with this key and `bound`. */
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

/** What is stored of a secret that is only ever compared with what somebody sends. */
export function keyedHash({ factorKey }: Key, text: string): Buffer {
  return createHmac('sha256', derive(factorKey, 'hash')).update(text).digest();
}

/** Random, valid for `minutes` and `purpose` alone; nothing of it is stored until an answer uses it. */
export function createChallenge(key: Key, purpose: string, minutes: number): string {
  const stamp = Buffer.alloc(STAMP_BYTES);
  stamp.writeUIntBE(Date.now() + minutes * 60_000, 0, STAMP_BYTES);
  const body = Buffer.concat([stamp, randomBytes(RANDOM_BYTES)]);
  return Buffer.concat([body, macOf(key, body, purpose)]).toString('base64url');
}

/** Until when it is valid; null for one that was not created here, has ended, or has another purpose. */
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

/** One key per use, so that what one use reveals says nothing about another. */
function derive(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `portal factors: ${use}`, 32));
}
