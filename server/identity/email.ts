import { z } from 'zod';

/** RFC 5321 allows no longer address. */
export const MAX_EMAIL_LENGTH = 254;

const emailSchema = z.email().max(MAX_EMAIL_LENGTH);

/** One spelling per address: accounts, look-ups and rate limits all use it. Accents stay: `maría@` is not `maria@`. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** The normalised address, or null when it is none. */
export function parseEmail(email: string): string | null {
  const result = emailSchema.safeParse(normalizeEmail(email));
  return result.success ? result.data : null;
}
