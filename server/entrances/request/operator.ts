import type { Request } from 'express';
import type { Config } from '../../config.ts';
import { isSameSecret } from '../../platform/same-secret.ts';

/** Knows METRICS_TOKEN. */
export const hasOperatorToken = (req: Request, { metricsToken }: Pick<Config, 'metricsToken'>): boolean =>
  metricsToken !== null && isSameSecret(req.get('authorization') ?? '', `Bearer ${metricsToken}`);

/**
 * On this machine without a proxy between. A proxy on this machine may hide itself (no X-Forwarded-For), so with TRUST_PROXY nobody
 * is.
 */
export const isOnThisMachine = (req: Request, { web }: Pick<Config, 'web'>): boolean => web.trustProxy === 0 && isDirectLoopback(req);

/** From this machine, as far as the request itself says. */
export function isDirectLoopback(req: Request): boolean {
  const address = req.socket.remoteAddress ?? '';
  const loopback = address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
  return loopback && req.headers['x-forwarded-for'] === undefined && req.headers.forwarded === undefined;
}

/** /metrics is not public: with the token when one is set, otherwise only from this machine. */
export const mayReadMetrics = (req: Request, config: Pick<Config, 'metricsToken' | 'web'>): boolean =>
  config.metricsToken === null ? isOnThisMachine(req, config) : hasOperatorToken(req, config);
