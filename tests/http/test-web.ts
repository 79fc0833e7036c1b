import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest, type Agent, type IncomingHttpHeaders } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { loadConfig } from '#server/config/config.ts';
import { createPortal } from '#server/portal.ts';
import { freePort } from '#server/platform/sql/embedded-postgres.ts';
import { createApp, type AppOptions } from '#server/entrances/http/create-app.ts';
import { listen, type Listening } from '#server/entrances/http/listen.ts';
import { createLog } from '#server/platform/log/log.ts';
import type { Portal } from '#server/portal.ts';
import { noticeCookieOf, readToast, type ShownToast } from '#server/testing/toast.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { smallBuild } from './small-build.tsx';

export const PASSWORD = 'Tambor-lluvia-2026!';
export const EMAIL = 'ana@prueba.coop';

export interface TestWeb {
  portal: Portal;
  base: string;
  port: number;
  /** `portal_session=…` of a signed-in administrator. */
  cookie: string;
  administrator: { id: string };
  /** A GET (or what `init` says) without following redirects; `url` is relative to `base`. */
  get(url: string, init?: RequestInit): Promise<Response>;
  /** The same as the signed-in administrator, with the portal's own origin. */
  getSigned(url: string, init?: RequestInit): Promise<Response>;
  /** The toast of the page to which `answer`, a redirect after an action, leads that administrator. */
  toastAfter(answer: Response): Promise<ShownToast | null>;
}

/** Token that the test's REST backend demands. */
export const API_TOKEN = 'token-of-the-rest-backend';

/** Starts the real application on a real database and a free port, before all tests of a file. */
export function useTestWeb(
  options: { environment?: Record<string, string>; app?: Partial<Omit<AppOptions, 'portal'>>; alter?: (portal: Portal) => Portal } = {},
): TestWeb {
  const web = {} as TestWeb;
  let listening: Listening | undefined;
  let portal: Portal | undefined;
  let filesDirectory = '';
  beforeAll(async () => {
    const database = await createTestDatabase();
    filesDirectory = await mkdtemp(path.join(os.tmpdir(), 'portal-web-'));
    // Chosen in advance: the portal is its own REST backend, at its own port.
    const port = await freePort();
    const config = loadConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: String(port),
      PUBLIC_URL: 'http://portal.test:3000',
      COOPERATIVE_NAME: 'Cooperativa Prueba',
      DATABASE_URL: database.url,
      API_TOKEN,
      FACTOR_KEY: 'a-factor-key-that-is-long-enough-for-tests',
      SESSION_SECRET: 'a-secret-that-is-long-enough-for-tests',
      INSECURE_COOKIES: 'true',
      FILES_DIR: filesDirectory,
      ...options.environment,
    });
    portal = await createPortal(config, createLog({ level: 'silent', process: 'test' }));
    const used = options.alter?.(portal) ?? portal;
    listening = await listen(createApp({ portal: used, build: smallBuild, ...options.app }), { port, host: '127.0.0.1' });
    const base = `http://127.0.0.1:${listening.port}`;
    const { id, sessionToken } = await signInAsAdministrator(portal);
    const cookie = `portal_session=${encodeURIComponent(sessionToken)}`;
    // Uncompressed: compressing what the same process then decompresses takes a tenth of its time; tests of compression ask for it
    // (tests/http/headers.test.ts).
    const get = (url: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'identity');
      return fetch(base + url, { redirect: 'manual', ...init, headers });
    };
    const getSigned: TestWeb['getSigned'] = (url, init = {}) =>
      get(url, { ...init, headers: { Cookie: cookie, Origin: base, ...init.headers } });
    Object.assign(web, {
      portal,
      base,
      port: listening.port,
      cookie,
      administrator: { id },
      get,
      getSigned,
      async toastAfter(answer) {
        const headers = { Accept: 'text/html', Cookie: `${cookie}; ${noticeCookieOf(answer)}` };
        return readToast(await (await getSigned(answer.headers.get('location') ?? '', { headers })).text());
      },
    } satisfies TestWeb);
  });
  afterAll(async () => {
    await listening?.close();
    await portal?.close();
    await rm(filesDirectory, { recursive: true, force: true });
  });
  return web;
}

async function signInAsAdministrator(portal: Portal): Promise<{ id: string; sessionToken: string }> {
  const { uid } = await portal.identity.createAccount({ email: EMAIL, password: PASSWORD });
  await portal.sql.query(
    `INSERT INTO usuarios (id, name, email, role, "createdAt", source_version) VALUES ($1, 'Ana Pérez', $2, 'admin', now(), 1)`,
    [uid, EMAIL],
  );
  const session = await portal.identity.signIn({ email: EMAIL, password: PASSWORD, userAgent: 'test' });
  if (!session) throw new Error('the test account could not sign in');
  return { id: uid, sessionToken: session.sessionToken };
}

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A raw request, with headers that fetch refuses to send (Host) and an address that it would normalise. */
export function rawRequest(
  port: number,
  options: { path: string; method?: string; headers?: Record<string, string>; body?: string; agent?: Agent },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        path: options.path,
        method: options.method ?? 'GET',
        headers: options.headers,
        agent: options.agent ?? false,
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (body += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      },
    );
    request.on('error', reject);
    request.end(options.body);
  });
}
