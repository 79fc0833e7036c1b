/** Every header that keeps what is in an answer from acting as ours: what is missing, or more, shows. */
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

/** Of a stored file that is handed over: a page of it may load and run nothing. */
export const HANDED_OVER = {
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store, no-transform',
};

/** Of a picture of it, which the browser draws. */
export const SHOWN = {
  ...HANDED_OVER,
  'content-security-policy':
    "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

/** A document for the printer: its one script asks for the printer. */
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
