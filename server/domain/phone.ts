export const PHONE_MAX = 60;
const MIN_DIGITS = 8;
/** `ext. 105`, behind a number. */
const EXTENSION = /\s*\bext(?:ensi[oó]n)?\.?\s*(\d{1,6})\b/gi;

/** As people write them: `2222-3333`, `+502 2222 3333`, `2222-3333 ext. 105`, two with a slash between. None is fine too. */
export function isPhone(value: string): boolean {
  const numbers = value.replace(EXTENSION, '');
  return value === '' || (/^[0-9+()/,.\s-]+$/.test(numbers) && numbers.replace(/\D/g, '').length >= MIN_DIGITS);
}

export function notPhone(label: string): string {
  return `«${label}» debe tener al menos ${MIN_DIGITS} dígitos y solo números, espacios, guiones o paréntesis, como 2222-3333.`;
}

/** Each number of what somebody wrote, with the address that dials it; none of what holds no number. */
export function numbersIn(text: string): { text: string; href: string }[] {
  const parts = text.split(/\s*(?:[/,;]|\by\b)\s*/).map((part) => ({ text: part, digits: digitsIn(part) }));
  const whole = { text, digits: digitsIn(text) };
  const numbers = parts.every(({ digits }) => digits.length >= MIN_DIGITS) ? parts : [whole];
  return numbers.flatMap(({ text, digits }) => {
    const extension = [...text.matchAll(EXTENSION)].at(-1)?.[1];
    return digits.length < MIN_DIGITS ? [] : [{ text, href: `tel:${digits}${extension === undefined ? '' : `;ext=${extension}`}` }];
  });
}

const digitsIn = (text: string) => text.replace(EXTENSION, '').replace(/[^\d+]/g, '');
