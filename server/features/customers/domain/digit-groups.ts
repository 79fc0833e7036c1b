const BETWEEN_DIGITS = /(?<=\d)[\s.()-]{1,3}(?=\d)/g;
const DPI = /^(\d{4})(\d{5})(\d{4})$/;

/** `1234 56789 0101`; a text that is not a DPI of 13 digits, in whatever groups, stays as it is stored. */
export function formatDpi(dpi: string): string {
  const parts = DPI.exec(dpi.trim().replace(BETWEEN_DIGITS, ''));
  return parts ? parts.slice(1).join(' ') : dpi;
}
