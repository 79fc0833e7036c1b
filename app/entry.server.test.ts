import type { AppLoadContext } from '@remix-run/node';
import { expect, it, vi } from 'vitest';
import { handleError } from './entry.server.tsx';

function logged(error: unknown, request = new Request('http://portal.test/')): [info: number, error: number] {
  const log = { info: vi.fn(), error: vi.fn() };
  handleError(error, { request, context: { log } as unknown as AppLoadContext });
  return [log.info.mock.calls.length, log.error.mock.calls.length];
}

it('logs failures as errors, refusals as info and aborted requests not at all', () => {
  expect(logged(new Error('broken'))).toEqual([0, 1]);
  expect(logged({ status: 500, statusText: 'Internal', internal: true, data: '' })).toEqual([0, 1]);
  expect(logged({ status: 405, statusText: 'Method Not Allowed', internal: true, data: '' })).toEqual([1, 0]);
  expect(logged(new Error('broken'), new Request('http://portal.test/', { signal: AbortSignal.abort() }))).toEqual([0, 0]);
});
