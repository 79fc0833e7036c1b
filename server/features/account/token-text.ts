import { createHash, randomBytes } from 'node:crypto';
import { TOKEN_PREFIX } from '../../entrances/request/bearer.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** Digits for 256 bits: 62 ** 43 > 2 ** 256. */
const SECRET_DIGITS = 43;
const CHECK_BYTES = 4;
/** Digits for 32 bits: 62 ** 6 > 2 ** 32. */
const CHECK_DIGITS = 6;
const LENGTH = TOKEN_PREFIX.length + SECRET_DIGITS + CHECK_DIGITS;
const SHOWN_DIGITS = 4;

/** A new token: prefix, 256 random bits and a checksum, in letters and digits only, so that a double click selects all of it. */
export function createToken(): string {
  const secret = TOKEN_PREFIX + inDigits(randomBytes(SECRET_BYTES), SECRET_DIGITS);
  return secret + checksumOf(secret);
}

/** Whether the portal can have issued it: this tells a cut or mistyped token from an unknown one without asking a database. */
export function isWholeToken(text: string): boolean {
  if (text.length !== LENGTH || !text.startsWith(TOKEN_PREFIX)) return false;
  const secret = text.slice(0, -CHECK_DIGITS);
  return text.slice(-CHECK_DIGITS) === checksumOf(secret);
}

/** What is stored of it (docs/decisions/044-access-tokens.md): SHA-256, hexadecimal. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

/** The last characters, by which people tell their tokens apart; they belong to the checksum, not to the secret. */
export function endOfToken(token: string): string {
  return token.slice(-SHOWN_DIGITS);
}

function checksumOf(secret: string): string {
  return inDigits(createHash('sha256').update(secret, 'utf8').digest().subarray(0, CHECK_BYTES), CHECK_DIGITS);
}

function inDigits(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (text.length < length) {
    text = DIGITS.charAt(Number(rest % BigInt(DIGITS.length))) + text;
    rest /= BigInt(DIGITS.length);
  }
  return text;
}
