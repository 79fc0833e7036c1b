import { describeDevice } from './sessions.ts';

/** Where a request comes from. */
export interface RequestOrigin {
  ip: string;
  userAgent?: string;
  requestId?: string | undefined;
}

/** The same, as an audit entry stores it. */
export function requestOrigin({ ip, userAgent = '', requestId }: RequestOrigin) {
  return { ip, requestId, facts: { device: describeDevice(userAgent) } };
}
