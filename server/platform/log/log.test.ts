import { expect, it } from 'vitest';
import { AppError } from '../../domain/errors.ts';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown> {
  let line = '';
  write(createLog({ level: 'info', process: 'test' }, { write: (text) => void (line += text) }));
  return JSON.parse(line) as Record<string, unknown>;
}

it('keeps an error with its code and causes, but nothing that a driver hung on it', () => {
  const cause = Object.assign(new Error('connection refused'), {
    code: 'ECONNREFUSED',
    client: { password: 'canary' },
    detail: 'Key (dpi)=(canary)',
  });
  const line = logged((log) => log.error({ err: new AppError('unavailable', 'database away', { userMessage: '…', cause }) }, 'failed'));
  expect(line).toMatchObject({
    err: {
      type: 'AppError',
      message: 'database away',
      code: 'unavailable',
      cause: { message: 'connection refused', code: 'ECONNREFUSED' },
    },
  });
  expect(JSON.stringify(line)).not.toContain('canary');
});

it('removes what looks like a secret', () => {
  const line = logged((log) =>
    log.info(
      {
        req: { headers: { cookie: 'canary', authorization: 'canary' } },
        form: { password: 'canary' },
        session: { sessionToken: 'canary' },
      },
      'request',
    ),
  );
  expect(JSON.stringify(line)).not.toContain('canary');
});

it('describes what was thrown even when it is no error', () => {
  expect(logged((log) => log.error({ err: 'text' }, 'failed'))['err']).toEqual({ type: 'string', message: 'text' });
});
