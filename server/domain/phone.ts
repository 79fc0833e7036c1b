import { PHONE_EXTENSION, PHONE_MIN_DIGITS } from './digit-groups.ts';

export const PHONE_MAX = 60;

/** Accepts numbers as people write them: `2222-3333`, `+502 2222 3333`, `2222-3333 ext. 105`, two with a slash between. '' is valid too. */
export function isPhone(value: string): boolean {
  const numbers = value.replace(PHONE_EXTENSION, '');
  return value === '' || (/^[0-9+()/,.\s-]+$/.test(numbers) && numbers.replace(/\D/g, '').length >= PHONE_MIN_DIGITS);
}

export function invalidPhoneMessage(label: string): string {
  return `«${label}» debe tener al menos ${PHONE_MIN_DIGITS} dígitos y solo números, espacios, guiones o paréntesis, como 2222-3333.`;
}
