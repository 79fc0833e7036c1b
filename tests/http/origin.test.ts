import { Router } from 'express';
import { describe, expect, it } from 'vitest';
import { apiRoutes } from '#server/entrances/http/api/api-routes.ts';
import { rawRequest, useTestWeb } from './test-web.ts';

const OWN = 'http://portal.test:3000';
let served = 0;
const routes = {
  api: [apiRoutes],
  open: [],
  pages: [
    () =>
      Router().post('/feature', (_req, res) => {
        served += 1;
        res.json({ ok: true });
      }),
  ],
};
const web = useTestWeb({ app: { routes } });

const ADDRESSES = ['/page', '/page.data', '/page?index', '/resource', '/feature', '/login', '/login.data', '/logout', '/nada'];

function post(url: string, headers: Record<string, string>) {
  return rawRequest(web.port, {
    path: url,
    method: 'POST',
    headers: {
      Host: 'portal.test:3000',
      Cookie: web.cookie,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': '0',
      ...headers,
    },
  });
}

describe('same-origin check', () => {
  it.each(
    ADDRESSES.flatMap(
      (url) =>
        [
          [url, 'a foreign Origin', { Origin: 'https://evil.test' }],
          [url, 'Origin null', { Origin: 'null' }],
          [url, 'no Origin, Referer or Sec-Fetch-Site', {}],
          [url, 'our name on another port', { Origin: 'http://portal.test:3001' }],
          [url, 'our name as a prefix', { Origin: 'http://portal.test:3000.evil.test' }],
          [url, 'a forged X-Forwarded-Host', { Origin: 'https://evil.test', 'X-Forwarded-Host': 'evil.test' }],
          [url, 'a foreign Referer', { Referer: 'https://evil.test/portal.test:3000' }],
          [url, 'Sec-Fetch-Site cross-site', { 'Sec-Fetch-Site': 'cross-site', Referer: `${OWN}/page` }],
          [url, 'Sec-Fetch-Site same-site', { 'Sec-Fetch-Site': 'same-site', Origin: OWN }],
        ] as [string, string, Record<string, string>][],
    ),
  )('refuses POST %s with %s', async (url, _what, headers) => {
    const before = served;
    expect((await post(url, headers)).status).toBe(403);
    expect(served).toBe(before);
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('refuses %s from a foreign origin', async (method) => {
    expect(
      (
        await rawRequest(web.port, {
          path: '/page',
          method,
          headers: { Host: 'portal.test:3000', Cookie: web.cookie, Origin: 'https://evil.test' },
        })
      ).status,
    ).toBe(403);
  });

  it.each([
    ['our Origin', { Origin: OWN }],
    ['no Origin but Sec-Fetch-Site same-origin', { 'Sec-Fetch-Site': 'same-origin' }],
    ['no Origin but our Referer', { Referer: `${OWN}/page?x=1` }],
    ['our Origin with the host of another site, which nobody believes', { Origin: OWN, 'X-Forwarded-Host': 'evil.test' }],
  ])('lets %s pass', async (_what, headers) => {
    expect((await post('/feature', headers as Record<string, string>)).status).toBe(200);
    expect((await post('/page.data', headers as Record<string, string>)).status).toBe(200);
    const page = await post('/page', { ...(headers as Record<string, string>), Accept: 'text/html' });
    expect(page.status).toBe(200);
    expect(page.body).toContain('Hola Ana Pérez');
  });

  it('does not apply to the REST backend, which takes a token and no cookie', async () => {
    const answer = await post('/api/digitalization/upload-asset', { Origin: 'https://evil.test' });
    expect(answer.status).toBe(401);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });

  it('lets GET pass from any origin', async () => {
    expect(
      (
        await rawRequest(web.port, {
          path: '/page',
          headers: { Host: 'portal.test:3000', Cookie: web.cookie, Origin: 'https://evil.test' },
        })
      ).status,
    ).toBe(200);
  });
});

describe('host', () => {
  const read = (headers: Record<string, string>, path = '/page') =>
    rawRequest(web.port, { path, headers: { Cookie: web.cookie, ...headers } });

  it.each([
    'evil.test',
    'portal.test:3000.evil.test',
    'evil.test:3000',
    'portal.test:3000/x',
    'portal.test:3000@evil.test',
    'portal.test:80/x',
    'portal.test',
    'a.b:c',
    'localhost:99999',
    '127.0.0.1:65536',
    '[::1]:99999',
    '[:::::1]:80',
  ])('refuses Host %j', async (host) => {
    const answer = await read({ Host: host });
    expect(answer.status).toBe(400);
    expect(answer.body).not.toContain('evil');
  });

  it.each([
    { 'X-Forwarded-Host': 'evil.test' },
    { 'X-Forwarded-Proto': 'https' },
    { 'X-Forwarded-For': '6.6.6.6' },
    { Forwarded: 'host=evil.test' },
    { 'X-Original-Url': '/nada' },
    { 'X-Rewrite-Url': '/nada' },
  ] as Record<string, string>[])('is not overridden by %j', async (headers) => {
    const answer = await read({ Host: 'portal.test:3000', ...headers });
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('Hola Ana Pérez');
    expect(answer.body).not.toContain('evil');
  });

  it('redirects to paths, never to a host', async () => {
    const answer = await rawRequest(web.port, { path: '/page', headers: { Host: 'portal.test:3000', 'X-Forwarded-Host': 'evil.test' } });
    expect(answer.headers.location).toBe('/login?redirectTo=%2Fpage');
  });
});

describe('with Secure cookies (production)', () => {
  const secure = useTestWeb({ environment: { PUBLIC_URL: 'https://portal.coop.test', INSECURE_COOKIES: 'false' } });
  const read = (headers: Record<string, string>) => rawRequest(secure.port, { path: '/login', headers });

  it('accepts the host of PUBLIC_URL, and a loopback address only without a proxy', async () => {
    expect((await read({ Host: 'portal.coop.test' })).status).toBe(200);
    expect((await read({ Host: '127.0.0.1:9999' })).status).toBe(200);
    expect((await read({ Host: '127.0.0.1:9999', 'X-Forwarded-For': '6.6.6.6' })).status).toBe(400);
    expect((await read({ Host: '10.1.2.3' })).status).toBe(400);
    expect((await read({ Host: 'intranet' })).status).toBe(400);
  });

  it('accepts forms only from PUBLIC_URL behind a proxy that rewrites Host', async () => {
    const send = (origin: string) =>
      rawRequest(secure.port, {
        path: '/login',
        method: 'POST',
        headers: { Host: '127.0.0.1:9999', Origin: origin, 'Content-Length': '0' },
      });
    expect((await send('https://portal.coop.test')).status).toBe(302);
    expect((await send('http://127.0.0.1:9999')).status).toBe(403);
  });
});

describe('an address used as part of a page', () => {
  const status = async (path: string, destination: string) =>
    (await web.getSigned(path, { headers: { 'Sec-Fetch-Dest': destination } })).status;

  it.each(['image', 'video', 'style', 'script', 'font'])('is refused as %s unless it is a picture', async (destination) => {
    for (const path of ['/page', '/resource', '/customers/list-customers/export?format=csv', '/briefcase/files/x/download'])
      expect([path, await status(path, destination)]).toEqual([path, 403]);
    for (const path of ['/images/x', '/images/x/thumbnail', '/briefcase/files/x/pages/1', '/briefcase/files/x/versions/y/view'])
      expect([path, await status(path, destination)]).toEqual([path, 404]);
  });

  it.each(['document', 'iframe', 'empty'])('is answered as %s', async (destination) => {
    expect(await status('/page', destination)).toBe(200);
  });
});
