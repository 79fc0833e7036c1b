import { z } from 'zod';
import { tidyWithin } from '../../domain/bounded-text.ts';

/** RFC 5321 allows no longer address. */
export const MAX_EMAIL_LENGTH = 254;

const emailSchema = z.email().max(MAX_EMAIL_LENGTH);

/** One spelling per address (what is far too long to be one stays as it is): accounts, look-ups and rate limits all use it. Accents stay: `maría@` is not `maria@`. */
export function normalizeEmail(email: string): string {
  return tidyWithin(email, MAX_EMAIL_LENGTH, (text) => text.trim().toLowerCase());
}

/** The normalised address, or null when it is none. */
export function parseEmail(email: string): string | null {
  const result = emailSchema.safeParse(normalizeEmail(email));
  return result.success ? result.data : null;
}
