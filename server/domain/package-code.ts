import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The code that people use for a package on paper, by voice and by scanner: 8 characters of Crockford's base32 from the hash of
 * the package's id, and a check character (docs/decisions/037-packages.md). It is derived from the id, so it needs no storage.
 */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS = 5;
const HASHED = 8;
const LENGTH = HASHED + 1;

/** Separators that people and scanners insert. */
const BETWEEN = /[\s-]/g;
/** Longer texts contain no code. */
const TEXT_MAX = 300;
/** Stands before the code in the address that a manifest carries as a QR. */
const PARAMETER = 'CODE';
/** Letters that look like digits are read as digits. */
const LOOKALIKES: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

export function packageCode(id: string): string {
  const digest = sha256(utf8ToBytes(id));
  const values = Array.from({ length: HASHED }, (_none, place) => bitsOf(digest, place * BITS));
  return [...values, checkOf(values)].map((value) => SIGNS[value]).join('');
}

/**
 * Reads a typed or scanned code in its stored form, alone or at the end of the address of a manifest; null for any other text, including
 * one wrong character or two swapped ones.
 */
export function readPackageCode(text: string): string | null {
  if (text.length > TEXT_MAX) return null;
  const at = text.toUpperCase().lastIndexOf(PARAMETER);
  // A reader set to another keyboard types other signs for `?` and `=`.
  return readSigns(text) ?? (at < 0 ? null : readSigns(text.slice(at + PARAMETER.length + 1)));
}

function readSigns(text: string): string | null {
  const signs = [...text.replace(BETWEEN, '').toUpperCase()].map((sign) => LOOKALIKES[sign] ?? sign);
  const values = signs.map((sign) => SIGNS.indexOf(sign));
  if (values.length !== LENGTH || values.includes(-1)) return null;
  return checkOf(values.slice(0, HASHED)) === values[HASHED] ? signs.join('') : null;
}

/** Five bits, starting at the given bit. */
function bitsOf(bytes: Uint8Array, from: number): number {
  const place = Math.floor(from / 8);
  const pair = ((bytes[place] ?? 0) << 8) | (bytes[place + 1] ?? 0);
  return (pair >> (16 - BITS - (from % 8))) & 31;
}

/**
 * Weights each character with a different power of two in the field of 32 elements: this detects a wrong character, and also two
 * swapped ones, which a plain sum would miss.
 */
function checkOf(values: readonly number[]): number {
  return values.reduce((sum, value) => double(sum ^ value), 0);
}

/** Doubles a value modulo x⁵ + x² + 1. */
function double(value: number): number {
  return value & 16 ? ((value << 1) & 31) ^ 5 : value << 1;
}
