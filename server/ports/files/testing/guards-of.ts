/** Every header that keeps an answer's content from acting as the portal's own: shows missing and extra ones. */
export function guardsOf({ headers }: Pick<Response, 'headers'>): Record<string, string | null> {
  return Object.fromEntries(GUARDS.map((name) => [name, headers.get(name)]));
}

const GUARDS = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'cross-origin-resource-policy',
  'referrer-policy',
  'cache-control',
] as const;

/** Headers of a stored file that is downloaded: opened as a page, it may load and run nothing. */
export const HANDED_OVER = {
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store, no-transform',
};

/** Headers of a picture of the file, which the browser displays. */
export const SHOWN = {
  ...HANDED_OVER,
  'content-security-policy':
    "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

/** Headers of a printable document: its only script opens the print dialog. */
export function printGuards(nonce: string | undefined) {
  return {
    ...HANDED_OVER,
    'content-security-policy': `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'cache-control': 'private, no-store',
  };
}

export function nonceOf({ headers }: Pick<Response, 'headers'>): string | undefined {
  return /script-src 'nonce-([^']{20,})'/.exec(headers.get('content-security-policy') ?? '')?.[1];
}
