import { expect, it } from 'vitest';
import { AppError } from '../../domain/errors.ts';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown> {
  let line = '';
  write(createLog({ level: 'info', process: 'test' }, { write: (text) => void (line += text) }));
  return JSON.parse(line) as Record<string, unknown>;
}

it('logs an error with its code and causes, but no properties that a driver added', () => {
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

it('redacts cookies, tokens and passwords', () => {
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

it('logs a thrown value that is not an error', () => {
  expect(logged((log) => log.error({ err: 'text' }, 'failed'))['err']).toEqual({ type: 'string', message: 'text' });
});
