import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares digests in constant time, so that timing reveals nothing about the expected secret. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(given), digest(expected));
}
