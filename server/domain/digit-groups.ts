/**
 * Numbers that people write in groups: DPI, telephone, member code. Stored text keeps its own spelling; search must find
 * it however it is typed.
 */
const BETWEEN_DIGITS = /(?<=\d)[\s.()-]+(?=\d)/g;
const COUNTRY_CODE = /(?:^|\s)\+502[\s-]*(?=\d)/g;
const DPI = /^(\d{4})(\d{5})(\d{4})$/;

/** Without what separates digits: `2345 67891 0101` is `2345678910101`, `5512-3456` is `55123456`. Other text stays. */
export function joinDigits(text: string): string {
  return text.replace(BETWEEN_DIGITS, '');
}

/** Both spellings of a number for a record's search text. */
export function searchableDigits(text: string): string[] {
  const joined = joinDigits(text);
  return joined === text ? [text] : [text, joined];
}

/** What a person typed, as the joined spelling holds it. Spaces stay: each part is looked for by itself. */
export function joinTypedDigits(q: string): string {
  return q.replace(COUNTRY_CODE, ' ').replace(/(?<=\d)[.()-]+(?=\d)/g, '');
}

/** `1234 56789 0101`; what is no DPI of 13 digits stays as it is stored. */
export function formatDpi(dpi: string): string {
  const parts = DPI.exec(joinDigits(dpi.trim()));
  return parts ? parts.slice(1).join(' ') : dpi;
}
