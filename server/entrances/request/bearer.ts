import type { IncomingHttpHeaders } from 'node:http';

/** Begins every token that the portal gives: people and scanners for leaked secrets know it by that. */
export const TOKEN_PREFIX = 'pcp_';

/** What stands behind `Authorization: Bearer`, as it came, which may be nothing; null without that scheme. */
export function bearerOf({ authorization = '' }: IncomingHttpHeaders): string | null {
  const [scheme = ''] = authorization.split(' ', 1);
  return scheme.toLowerCase() === 'bearer' ? authorization.slice(scheme.length).trim() : null;
}

/** A program asks with a token of ours, right or wrong. Proxies in front of the portal may add tokens of others to what browsers ask. */
export function carriesToken(headers: IncomingHttpHeaders): boolean {
  return bearerOf(headers)?.startsWith(TOKEN_PREFIX) ?? false;
}
