import { describeDevice } from './sessions.ts';

/** Where a request comes from. */
export interface From {
  ip: string;
  userAgent?: string;
  requestId?: string | undefined;
}

/** The same, as an audit entry stores it. */
export function whence({ ip, userAgent = '', requestId }: From) {
  return { ip, requestId, facts: { device: describeDevice(userAgent) } };
}
