import type { RequestHandler } from 'express';

/**
 * Proxies answer 502 for headers over 8 KB in total. Besides an address there are at most a notice of 4 KB (notices.ts) and 1.5 KB of
 * security headers and short cookies.
 */
const ADDRESS_MAX = 2_500;
/** Headers with an address derived from the requested one. */
const ADDRESSES: ReadonlySet<string> = new Set(['location', 'x-sign-in']);

/**
 * The one place that keeps an overlong requested address out of its answer's headers: it loses its query (filters, the page to return to),
 * or is replaced by the start page.
 */
export function shortHeaders(): RequestHandler {
  return (_req, res, next) => {
    const setHeader = res.setHeader.bind(res);
    res.setHeader = (name, value) =>
      setHeader(name, ADDRESSES.has(name.toLowerCase()) && typeof value === 'string' ? shortAddress(value) : value);
    next();
  };
}

function shortAddress(address: string): string {
  if (address.length <= ADDRESS_MAX) return address;
  const path = address.replace(/[?#].*$/s, '');
  return path.length <= ADDRESS_MAX ? path : '/';
}
