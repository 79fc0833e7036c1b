import { createHash, timingSafeEqual } from 'node:crypto';

/** Compared over digests in constant time: how long it takes tells nothing of what is expected. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(given), digest(expected));
}
