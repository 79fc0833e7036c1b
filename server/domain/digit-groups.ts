const BETWEEN_DIGITS = /(?<=\d)[\s.()-]{1,3}(?=\d)/g;
const DPI = /^(\d{4})(\d{5})(\d{4})$/;

/** `1234 56789 0101`; a text that is not a DPI of 13 digits, however grouped, stays as stored. */
export function formatDpi(dpi: string): string {
  const parts = DPI.exec(dpi.trim().replace(BETWEEN_DIGITS, ''));
  return parts ? parts.slice(1).join(' ') : dpi;
}

const PHONE = /^(\+?502)?(\d{4})(\d{4})$/;

/** `2345-6789`, after the country code if it is written; any other number stays as stored. */
export function formatPhone(phone: string): string {
  const [, country, ...halves] = PHONE.exec(phone.trim().replace(BETWEEN_DIGITS, '')) ?? [];
  if (halves.length === 0) return phone;
  return `${country === undefined ? '' : '+502 '}${halves.join('-')}`;
}

export const PHONE_MIN_DIGITS = 8;
/** `ext. 105`, after a number. */
export const PHONE_EXTENSION = /\bext(?:ensi[oó]n)?\.?\s?(\d{1,6})\b/gi;

/** Each telephone number in a text, with its `tel:` address; empty when the text holds none. */
export function numbersIn(text: string): { text: string; href: string }[] {
  const parts = text.split(/[/,;]|\by\b/).map((part) => ({ text: part.trim(), digits: digitsIn(part) }));
  const whole = { text, digits: digitsIn(text) };
  const numbers = parts.every(({ digits }) => digits.length >= PHONE_MIN_DIGITS) ? parts : [whole];
  return numbers.flatMap(({ text, digits }) => {
    const extension = [...text.matchAll(PHONE_EXTENSION)].at(-1)?.[1];
    return digits.length < PHONE_MIN_DIGITS ? [] : [{ text, href: `tel:${digits}${extension === undefined ? '' : `;ext=${extension}`}` }];
  });
}

const digitsIn = (text: string) => text.replace(PHONE_EXTENSION, '').replace(/[^\d+]/g, '');

/** How many characters at the end of a masked text are shown. */
export const MASK_SHOWS = 4;

/**
 * `•••• ••••• 0101`: the last four characters let people check that it is the right one; a text too short
 * to hide the rest is masked whole.
 */
export function masked(text: string): string {
  const hidden = text.replace(/[\p{L}\p{N}]/gu, '').length;
  const signs = text.length - hidden;
  let left = signs < MASK_SHOWS * 2 ? signs : signs - MASK_SHOWS;
  return text.replace(/[\p{L}\p{N}]/gu, (sign) => (left-- > 0 ? '•' : sign));
}
