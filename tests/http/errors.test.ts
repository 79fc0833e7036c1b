import { Agent } from 'node:http';
import { connect } from 'node:net';
import { Router } from 'express';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#server/domain/errors.ts';
import { asyncHandler } from '#server/entrances/request/locals.ts';
import { CANARY } from './small-build.tsx';
import { rawRequest, useTestWeb } from './test-web.ts';

const HTML = { Accept: 'text/html' };

const routes = {
  api: [
    () =>
      Router().get(
        '/api/falla',
        asyncHandler(async () => Promise.reject(new Error(CANARY))),
      ),
  ],
  open: [],
  pages: [
    () =>
      Router()
        .get(
          '/feature',
          asyncHandler(async () => Promise.reject(new Error(CANARY))),
        )
        .get(
          '/feature/denied',
          asyncHandler(async () => {
            throw new AppError('forbidden', CANARY, { userMessage: 'No puede descargar este archivo.', permission: 'Maletín › Archivos' });
          }),
        )
        .get('/feature/half', (_req, res, next) => {
          res.write('half');
          next(new Error(CANARY));
        }),
  ],
};
const web = useTestWeb({ app: { routes } });

const EXPECTED = [
  ['forbidden', 403],
  ['not-found', 404],
  ['conflict', 409],
  ['unavailable', 503],
  ['invalid-input', 400],
  ['error', 500],
  ['string', 500],
  ['object', 500],
] as const;

describe.each(EXPECTED)('a loader that fails with %s', (fail, status) => {
  it(`answers ${status} inside the shell, with what happened, what to do next and the request id`, async () => {
    const response = await web.getSigned(`/page?fail=${fail}`, { headers: HTML });
    const html = await response.text();
    expect(response.status).toBe(status);
    expect(html).toContain('id="shell"');
    const id = response.headers.get('x-request-id') ?? '';
    expect(html).toContain(` title="${id}">${id.slice(0, 8)}<`);
    expect(html).toContain('Ir al inicio');
    if (status === 403) expect(html).toContain('Sistema › Departamentos');
    else if (status < 500) expect(html).toContain(`Frase de ${fail}.`);
    expect(html).not.toContain('CANARY');
    expect(html).not.toContain('Unexpected Server Error');
  });

  it(`answers ${status} to data requests`, async () => {
    const response = await web.getSigned(`/page.data?fail=${fail}`);
    const text = await response.text();
    expect(response.status).toBe(status);
    expect(text).toContain(response.headers.get('x-request-id'));
    expect(text).not.toContain('CANARY');
  });

  it(`answers ${status} to actions, with and without JavaScript`, async () => {
    for (const url of [`/page?fail=${fail}`, `/page.data?fail=${fail}`]) {
      const response = await web.getSigned(url, { method: 'POST', headers: HTML });
      const text = await response.text();
      expect(response.status).toBe(status);
      expect(text).not.toContain('CANARY');
    }
  });

  it(`answers ${status} with problem JSON on a route without a page`, async () => {
    const response = await web.getSigned(`/resource?fail=${fail}`);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ type: 'about:blank', status, requestId: response.headers.get('x-request-id') });
    expect(text).not.toContain('CANARY');
  });
});

describe('errors elsewhere', () => {
  it('a component that fails while rendering is answered with 500 without the text of the error', async () => {
    const response = await web.getSigned('/page?fail=render', { headers: HTML });
    const html = await response.text();
    expect(response.status).toBe(500);
    expect(html).toContain('Algo falló de nuestro lado');
    expect(html).not.toContain('CANARY');
  });

  it('redirects thrown by a loader stay redirects', async () => {
    const response = await web.getSigned('/items/1?fail=redirect', { headers: HTML });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/page');
  });

  it('a feature handler that fails shows the error page inside the shell, or a problem to scripts', async () => {
    const page = await web.getSigned('/feature', { headers: HTML });
    const html = await page.text();
    expect(page.status).toBe(500);
    expect(html).toContain('id="shell"');
    expect(html).not.toContain('CANARY');
    const denied = await web.getSigned('/feature/denied', { headers: HTML });
    expect(denied.status).toBe(403);
    expect(await denied.text()).toContain('Maletín › Archivos');
    const data = await web.getSigned('/feature/denied', { headers: { Accept: 'application/json' } });
    expect(data.headers.get('cache-control')).toBe('no-store');
    expect(await data.json()).toMatchObject({ status: 403, detail: 'No puede descargar este archivo.', permission: 'Maletín › Archivos' });
  });

  it('an API handler that fails answers problem JSON', async () => {
    const response = await web.get('/api/falla', { headers: HTML });
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ status: 500, code: 'internal' });
    expect(text).not.toContain('CANARY');
  });

  it('a response that fails after its first bytes is aborted, not completed', async () => {
    const response = await web.getSigned('/feature/half');
    await expect(response.text()).rejects.toThrow();
  });

  it('a 503 sends Retry-After', async () => {
    expect((await web.getSigned('/resource?fail=unavailable')).headers.get('retry-after')).toBe('7');
  });

  it('an unknown address answers GET and POST with the 404 page', async () => {
    for (const method of ['GET', 'POST']) {
      const response = await web.getSigned('/no/existe', { method, headers: HTML });
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('La dirección que abrió no existe en el portal.');
    }
  });

  it('a failing session check (database down) answers 503, neither the page nor the sign-in page', async () => {
    const verifySession = vi
      .spyOn(web.portal.identity, 'verifySession')
      .mockImplementation(() => Promise.reject(new AppError('unavailable', CANARY, { userMessage: 'La base de datos no responde.' })));
    try {
      const page = await web.getSigned('/page', { headers: HTML });
      const html = await page.text();
      expect(page.status).toBe(503);
      expect(html).toContain('La base de datos no responde.');
      expect(html).not.toContain('CANARY');
      expect((await web.getSigned('/page.data')).status).toBe(503);
    } finally {
      verifySession.mockRestore();
    }
  });
});

describe('malformed requests', () => {
  it.each(['/%zz', '/page%', '/page/%E0%A4%A', '/pa%00ge', `/page?q=${'x'.repeat(9000)}`, '/%c0%af'])(
    'address %.40s is refused with 400',
    async (path) => {
      const answer = await rawRequest(web.port, { path, headers: { Cookie: web.cookie, ...HTML } });
      expect(answer.status).toBe(400);
      expect(answer.body).toContain('Código de esta solicitud');
    },
  );

  it('a parameter of 2,000 percent signs is answered with the page', async () => {
    expect((await rawRequest(web.port, { path: `/page?q=${'%'.repeat(2000)}`, headers: { Cookie: web.cookie } })).status).toBe(200);
  });

  it('headers of 20,000 bytes are refused with 431', async () => {
    expect((await rawRequest(web.port, { path: '/page', headers: { 'X-Big': 'x'.repeat(20_000) } })).status).toBe(431);
  });

  it('a form over 1 MB is refused with 413', async () => {
    const body = `nombre=${'x'.repeat(1_100_000)}`;
    const headers = {
      Cookie: web.cookie,
      Origin: web.base,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(body.length),
      ...HTML,
    };
    const answer = await rawRequest(web.port, { path: '/page', method: 'POST', headers, body });
    expect(answer.status).toBe(413);
    expect(answer.body).toContain('demasiado grande');
  });

  it.each([
    [20_000, true],
    [15_000, false],
  ])('a form that needs no session, of %i bytes, is refused with 413: %s', async (bytes, isTooLarge) => {
    const body = `email=${'x'.repeat(bytes)}`;
    const headers = {
      Origin: web.base,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(body.length),
      ...HTML,
    };
    for (const path of ['/login', '/login.data'])
      expect((await rawRequest(web.port, { path, method: 'POST', headers, body })).status === 413, path).toBe(isTooLarge);
  });

  it('a form body that was not read does not block the next request of the same connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const body = `nombre=${'x'.repeat(900_000)}`;
    const headers = {
      Cookie: web.cookie,
      Origin: web.base,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(body.length),
    };
    try {
      expect((await rawRequest(web.port, { path: '/resource?fail=forbidden', method: 'POST', headers, body, agent })).status).toBe(403);
      expect((await rawRequest(web.port, { path: '/page', headers: { Cookie: web.cookie }, agent })).status).toBe(200);
    } finally {
      agent.destroy();
    }
  });

  it('a form without a length (chunked) is refused with 400', async () => {
    const headers = {
      Cookie: web.cookie,
      Origin: web.base,
      'Transfer-Encoding': 'chunked',
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    expect((await rawRequest(web.port, { path: '/page', method: 'POST', headers, body: 'nombre=x' })).status).toBe(400);
  });

  it.each([
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=a', '--a\r\nContent-Disposition: form-data\r\n\r\nx'],
    ['application/json', '{"nombre":'],
    ['text/plain', 'nombre=x'],
  ])('a body that is not a form (%s) is refused with 400', async (type, body) => {
    const headers = { Cookie: web.cookie, Origin: web.base, 'Content-Type': type, 'Content-Length': String(body.length), ...HTML };
    const answer = await rawRequest(web.port, { path: '/page', method: 'POST', headers, body });
    expect(answer.status).toBe(400);
  });

  it('a request with Content-Length and Transfer-Encoding gets a single answer, a 400', async () => {
    const inner = 'GET /page HTTP/1.1\r\nHost: portal.test:3000\r\n\r\n';
    const head = `POST /login HTTP/1.1\r\nHost: portal.test:3000\r\nContent-Length: ${inner.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const socket = connect(web.port, '127.0.0.1').setEncoding('latin1');
    socket.end(`${head}0\r\n\r\n${inner}`);
    let answered = '';
    for await (const piece of socket) answered += piece;
    expect(answered.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });

  it.each(['OPTIONS', 'TRACE'])('a method without a handler (%s) is refused with 405', async (method) => {
    const answer = await rawRequest(web.port, { path: '/page', method, headers: { Cookie: web.cookie, Origin: web.base, ...HTML } });
    expect(answer.status).toBe(405);
  });
});
