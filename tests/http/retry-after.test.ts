import { Router } from 'express';
import { expect, it } from 'vitest';
import { AppError } from '#server/domain/errors.ts';
import { asyncHandler } from '#server/entrances/request/locals.ts';
import { useTestWeb } from './test-web.ts';

const HTML = { Accept: 'text/html' };
const JSON_ONLY = { Accept: 'application/json' };
const busy = asyncHandler(async () => {
  throw new AppError('too-many-requests', 'busy', { userMessage: 'Espere.', retryAfterSeconds: 6.2 });
});
/** An error thrown by pg, passed on as it is. */
const outage = asyncHandler(async () => {
  throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
});
const routes = {
  api: [() => Router().get('/api/ocupada', busy).get('/api/caida', outage)],
  open: [],
  pages: [() => Router().get('/ocupada', busy).get('/caida', outage)],
};
const web = useTestWeb({ app: { routes } });

it.each([
  ['a page', '/page?fail=unavailable', { headers: HTML }, 503, '7'],
  ['a page after a form', '/page?fail=unavailable', { method: 'POST', headers: HTML }, 503, '7'],
  ['data', '/page.data?fail=unavailable', {}, 503, '7'],
  ['data after a form', '/page.data?fail=unavailable', { method: 'POST' }, 503, '7'],
  ['a route without a page', '/resource?fail=unavailable', {}, 503, '7'],
  ['a handler, to a person', '/ocupada', { headers: HTML }, 429, '7'],
  ['a handler, to a script', '/ocupada', { headers: JSON_ONLY }, 429, '7'],
  ['a lost database, to a person', '/caida', { headers: HTML }, 503, '30'],
  ['a lost database, to a script', '/caida', { headers: JSON_ONLY }, 503, '30'],
  ['the API', '/api/ocupada', {}, 429, '7'],
  ['the API without its database', '/api/caida', {}, 503, '30'],
])('%s sends Retry-After', async (_what, url, init, status, seconds) => {
  const answer = await web.getSigned(url, init);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, seconds]);
});

it('an error that is not temporary sends no Retry-After', async () => {
  expect((await web.getSigned('/page?fail=forbidden', { headers: HTML })).headers.get('retry-after')).toBeNull();
});
