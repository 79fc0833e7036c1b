import type { Request } from 'express';
import type { Config } from '../../config/config.ts';
import { isSameSecret } from '../../platform/same-secret.ts';

/** Whether the caller knows METRICS_TOKEN. */
export const hasOperatorToken = (req: Request, { metricsToken }: Pick<Config, 'metricsToken'>): boolean =>
  metricsToken !== null && isSameSecret(req.get('authorization') ?? '', `Bearer ${metricsToken}`);

/**
 * Whether the request comes directly from this machine. A local proxy may hide itself (no X-Forwarded-For), so with TRUST_PROXY it is
 * always false.
 */
export const isOnThisMachine = (req: Request, { web }: Pick<Config, 'web'>): boolean => web.trustProxy === 0 && isDirectLoopback(req);

/** Whether the request comes from this machine, judging by the request alone. */
export function isDirectLoopback(req: Request): boolean {
  const address = req.socket.remoteAddress ?? '';
  const loopback = address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
  return loopback && req.headers['x-forwarded-for'] === undefined && req.headers.forwarded === undefined;
}

/** /metrics is not public: it requires the token if one is set, otherwise access from this machine. */
export const mayReadMetrics = (req: Request, config: Pick<Config, 'metricsToken' | 'web'>): boolean =>
  config.metricsToken === null ? isOnThisMachine(req, config) : hasOperatorToken(req, config);
