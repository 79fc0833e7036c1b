import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { rawRequest, useTestWeb } from './test-web.ts';

const publicDirectory = mkdtempSync(path.join(os.tmpdir(), 'portal-public-'));
mkdirSync(path.join(publicDirectory, 'build'));
writeFileSync(path.join(publicDirectory, 'build', 'entry-ABC.js'), 'export {};');
writeFileSync(path.join(publicDirectory, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
for (const name of ['.secret', 'build/.secret']) writeFileSync(path.join(publicDirectory, name), 'no');
afterAll(() => rmSync(publicDirectory, { recursive: true }));

const web = useTestWeb({ app: { publicDirectory } });

function scriptNonce(response: Response): string {
  return /script-src 'self' 'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '';
}

/** The complete policy, so that missing and additional directives show. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'nonce'",
  "style-src 'self'",
  "img-src 'self' data: blob: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "worker-src 'self' blob:",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
];
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-powered-by': null,
};

describe('security headers', () => {
  it.each([
    ['a page', '/page', 200],
    ['its data', '/page.data', 200],
    ['a page that does not exist', '/nada', 404],
    ['a page that fails', '/page?fail=error', 500],
    ['an asset', '/build/entry-ABC.js', 200],
    ['a missing asset', '/build/entry-OLD.js', 404],
    ['a resource route', '/resource', 200],
    ['a malformed address', '/%zz', 400],
    ['the API', '/api/users', 401],
    ['health', '/healthz', 200],
  ])('are on %s', async (_what, url, status) => {
    const response = await web.getSigned(url);
    expect(response.status).toBe(status);
    expect(
      response.headers
        .get('content-security-policy')
        ?.replace(/'nonce-[^']{20,}'/, "'nonce'")
        .split(';'),
    ).toEqual(POLICY);
    for (const [name, value] of Object.entries(ALWAYS)) expect([name, response.headers.get(name)]).toEqual([name, value]);
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('are on the redirect to the sign-in page', async () => {
    const response = await web.get('/page');
    expect(response.status).toBe(302);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(scriptNonce(response)).not.toBe('');
  });

  it('let only scripts with the nonce of this very answer run', async () => {
    const [first, second] = await Promise.all([web.getSigned('/page'), web.getSigned('/page')]);
    expect(scriptNonce(first)).not.toBe(scriptNonce(second));
    const html = await first.text();
    const scripts = html.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(1);
    for (const script of scripts) expect(script).toContain(`nonce="${scriptNonce(first)}"`);
    expect(html).not.toMatch(/<[^>]+\son[a-z]+=/);
    expect(html).not.toMatch(/<[^>]+\sstyle=/);
  });

  it('send no HSTS over plain http', async () => {
    expect((await web.getSigned('/page')).headers.get('strict-transport-security')).toBeNull();
  });
});

describe('request id', () => {
  it('is ours even when the client sends one', async () => {
    const response = await web.get('/healthz', { headers: { 'X-Request-Id': 'forged' } });
    expect(response.headers.get('x-request-id')).not.toBe('forged');
  });
});

describe('caching', () => {
  it('keeps hashed assets for a year, other files for an hour, pages and data never', async () => {
    const cacheOf = async (url: string) => (await web.getSigned(url)).headers.get('cache-control');
    expect(await cacheOf('/build/entry-ABC.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/favicon.svg')).toBe('public, max-age=3600');
    expect(await cacheOf('/page')).toBe('private, no-store');
    expect(await cacheOf('/page.data')).toBe('private, no-store');
    expect(await cacheOf('/page?fail=not-found')).toBe('private, no-store');
  });

  it('serves assets without a session, but never dot files', async () => {
    const icon = await web.get('/favicon.svg');
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect((await web.get('/.secret')).status).toBe(302);
    expect((await web.get('/build/.secret')).status).toBe(404);
  });

  it('compresses pages', async () => {
    const asked = await web.getSigned('/page', { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(asked.headers.get('content-encoding')).toMatch(/gzip|br/);
  });
});

describe('behind https', () => {
  const secure = useTestWeb({ environment: { PUBLIC_URL: 'https://portal.coop.test', INSECURE_COOKIES: 'false' } });

  it('sends HSTS and a cookie that the browser keeps to this host', async () => {
    const headers = { Origin: 'https://portal.coop.test', Host: 'portal.coop.test' };
    const response = await rawRequest(secure.port, { path: '/login', method: 'POST', headers: { ...headers, 'Content-Length': '0' } });
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    const [cookie] = response.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^__Host-portal_session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax; Secure$/);
  });
});
