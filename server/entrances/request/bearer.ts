import type { IncomingHttpHeaders } from 'node:http';

/** Prefix of every token issued by the portal: it identifies them to people and to scanners for leaked secrets. */
export const TOKEN_PREFIX = 'pcp_';

/** The value after `Authorization: Bearer`, possibly empty; null for another scheme. */
export function bearerOf({ authorization = '' }: IncomingHttpHeaders): string | null {
  const [scheme = ''] = authorization.split(' ', 1);
  return scheme.toLowerCase() === 'bearer' ? authorization.slice(scheme.length).trim() : null;
}

/**
 * Whether a program uses one of the portal's tokens, right or wrong. Proxies in front of the portal may add other tokens to browsers'
 * requests.
 */
export function carriesToken(headers: IncomingHttpHeaders): boolean {
  return bearerOf(headers)?.startsWith(TOKEN_PREFIX) ?? false;
}
