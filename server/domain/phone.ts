import { joinWithAnd } from './text.ts';
import { PHONE_EXTENSION, PHONE_MIN_DIGITS } from './digit-groups.ts';

export const PHONE_MAX = 60;

/** Accepts numbers as people write them: `2222-3333`, `+502 2222 3333`, `2222-3333 ext. 105`, two with a slash between. '' is valid too. */
export function isPhone(value: string): boolean {
  const numbers = value.replace(PHONE_EXTENSION, '');
  return value === '' || (/^[0-9+()/,.\s-]+$/.test(numbers) && numbers.replace(/\D/g, '').length >= PHONE_MIN_DIGITS);
}

/** Names the words that do not belong to a number: `PBX 2345-6789`. */
export function invalidPhoneMessage(label: string, value: string): string {
  const words = value.replace(PHONE_EXTENSION, '').match(/\p{L}[\p{L}.]*/gu);
  if (words)
    return `Quite ${joinWithAnd(words.map((word) => `«${word}»`))} de «${label}»: solo lleva números, como 2222-3333, 2222-3333 / 2222-4444 o 2222-3333 ext. 105.`;
  return `«${label}» debe tener al menos ${PHONE_MIN_DIGITS} dígitos y solo números, espacios, guiones o paréntesis, como 2222-3333.`;
}
