const DIGITS_MIN = 8;

/** Address that dials; null for what holds no number. */
export function phoneHref(text: string): string | null {
  const digits = text.replace(/[^\d+]/g, '');
  return digits.length < DIGITS_MIN ? null : `tel:${digits}`;
}
