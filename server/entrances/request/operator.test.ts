import type { Request } from 'express';
import { expect, it } from 'vitest';
import { isDirectLoopback } from './operator.ts';

it.each([
  ['::1', true],
  ['127.0.0.1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.7', false],
  ['::ffff:203.0.113.9', false],
  [undefined, false],
])('treats a request from %s as local: %s', (remoteAddress, expected) => {
  expect(isDirectLoopback({ socket: { remoteAddress }, headers: {} } as unknown as Request)).toBe(expected);
});
