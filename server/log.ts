import pino, { type Logger } from 'pino';

export type Log = Logger;

/** JSON lines on stdout. Ids, never payloads; what looks like a secret is removed before it is written. */
export function createLog(options: { level: string; process: string }): Log {
  return pino({
    level: options.level,
    base: { process: options.process },
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]', '*.password', '*.token', '*.sessionToken'],
      censor: '[redacted]',
    },
  });
}
