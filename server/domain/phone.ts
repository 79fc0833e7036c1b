export const PHONE_MAX = 60;
const MIN_DIGITS = 8;

/** As people write them: `2222-3333`, `+502 2222 3333`, two with a slash between. None is fine too. */
export function isPhone(value: string): boolean {
  return value === '' || (/^[0-9+()/,.\s-]+$/.test(value) && value.replace(/\D/g, '').length >= MIN_DIGITS);
}

export function notPhone(label: string): string {
  return `«${label}» debe tener al menos ${MIN_DIGITS} dígitos y solo números, espacios, guiones o paréntesis, como 2222-3333.`;
}
