import { z } from 'zod';
import { tidyWithin } from '../../domain/tidy-text.ts';

/** Maximum length of an address in RFC 5321. */
export const MAX_EMAIL_LENGTH = 254;

const emailSchema = z.email().max(MAX_EMAIL_LENGTH);

/**
 * One spelling per address (far too long ones stay as they are): accounts, look-ups and rate limits all use it. Accents are kept: `maría@`
 * is not `maria@`.
 */
export function normalizeEmail(email: string): string {
  return tidyWithin(email, MAX_EMAIL_LENGTH, (text) => text.trim().toLowerCase());
}

/** The normalised address, or null if it is invalid. */
export function parseEmail(email: string): string | null {
  const result = emailSchema.safeParse(normalizeEmail(email));
  return result.success ? result.data : null;
}
