import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The code by which people name a package on paper, by voice and by scanner: 8 signs of Crockford's base32, of the hash of the
 * package's id, and one check sign (docs/decisions/037-packages.md). It follows from the id, so it needs no place of its own.
 */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS = 5;
const HASHED = 8;
const LENGTH = HASHED + 1;

/** What people and scanners put around and between the signs. */
const BETWEEN = /[\s-]/g;
/** Longer texts hold no code. */
const TEXT_MAX = 40;
/** Letters that look like digits stand for them. */
const LOOKALIKES: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

export function packageCode(id: string): string {
  const digest = sha256(utf8ToBytes(id));
  const values = Array.from({ length: HASHED }, (_none, place) => bitsOf(digest, place * BITS));
  return [...values, checkOf(values)].map((value) => SIGNS[value]).join('');
}

/** The code that somebody typed or scanned, as it is stored; null for any other text, also where one sign is wrong or two are swapped. */
export function readPackageCode(text: string): string | null {
  if (text.length > TEXT_MAX) return null;
  const signs = [...text.replace(BETWEEN, '').toUpperCase()].map((sign) => LOOKALIKES[sign] ?? sign);
  const values = signs.map((sign) => SIGNS.indexOf(sign));
  if (values.length !== LENGTH || values.includes(-1)) return null;
  return checkOf(values.slice(0, HASHED)) === values[HASHED] ? signs.join('') : null;
}

/** Five bits of the bytes, from the given bit on. */
function bitsOf(bytes: Uint8Array, from: number): number {
  const place = Math.floor(from / 8);
  const pair = ((bytes[place] ?? 0) << 8) | (bytes[place + 1] ?? 0);
  return (pair >> (16 - BITS - (from % 8))) & 31;
}

/**
 * Each sign times another power of two in the field of 32 elements: a wrong sign changes the sum, and so do two different ones in each
 * other's place, which a plain sum would not see.
 */
function checkOf(values: readonly number[]): number {
  return values.reduce((sum, value) => double(sum ^ value), 0);
}

/** Twice a value, modulo x⁵ + x² + 1. */
function double(value: number): number {
  return value & 16 ? ((value << 1) & 31) ^ 5 : value << 1;
}
