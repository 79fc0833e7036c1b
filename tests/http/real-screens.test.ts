import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { waitForPendingRequests, useChromium } from '#server/testing/chromium.ts';
import { hasService } from '#server/testing/services.ts';
import { setUsedPoints } from '#server/testing/spent-limits.ts';
import { EMAIL, PASSWORD, rawRequest, useTestWeb, type RawAnswer } from './test-web.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LIST = '/locations/list-agencies';
const OTHER_LIST = '/departments/list-departments';
const JS_BUDGET_KB = 130;
const CSS_BUDGET_KB = 25;

await ensureBuild(ROOT);
const build = await loadBuild();
const web = useTestWeb({ app: { build } });

describe('the real screens', () => {
  it('keep a list page below 130 KB of script and 25 KB of style', async () => {
    const html = await (await web.getSigned(LIST)).text();
    const sizeOf = (addresses: readonly string[]) =>
      addresses.reduce((sum, address) => sum + gzipSync(readFileSync(path.join(ROOT, 'public', address))).length, 0) / 1024;
    // Scripts that the page loads; its inline manifest also names modules of other routes.
    const scripts = [
      ...new Set([...html.matchAll(/(?:href=|src=|import [^"]*)"(\/build\/[^"]+\.js)"/g)].map(([, address = '']) => address)),
    ];
    const styles = [...new Set(html.match(/\/build\/[^"'\s]+\.css/g))];
    expect(scripts.length).toBeGreaterThan(3);
    expect(styles.length).toBeGreaterThan(0);
    expect(sizeOf(scripts)).toBeLessThan(JS_BUDGET_KB);
    expect(sizeOf(styles)).toBeLessThan(CSS_BUDGET_KB);
  });

  it('load only hashed files, which exist', async () => {
    const html = await (await web.get('/login')).text();
    for (const address of new Set(html.match(/\/build\/[^"'\s]+\.(?:js|css|woff2)/g))) {
      const response = await web.get(address);
      expect(response.status, address).toBe(200);
      expect(response.headers.get('cache-control')).toContain('immutable');
    }
  });

  it('mask every password field, and ask only for e-mail and password at sign-in', async () => {
    const fields = async (address: string, signed = false) => {
      const html = await (await (signed ? web.getSigned(address) : web.get(address))).text();
      const inputs = html.match(/<input [^>]*>/g) ?? [];
      return inputs.map((input) => ['name', 'type'].map((attribute) => new RegExp(` ${attribute}="([^"]*)"`).exec(input)?.[1] ?? ''));
    };
    const { href } = await web.portal.identity.createResetLink(web.administrator.id, null);
    const pages = await Promise.all([fields('/login'), fields(`/reset-password${new URL(href).search}`), fields('/account', true)]);
    const shown = (own: readonly (readonly string[])[]) =>
      own.filter(([, type]) => type !== 'hidden' && type !== 'checkbox').map(([name]) => name);
    expect(pages.slice(0, 2).map(shown)).toEqual([['email', 'password'], ['password']]);
    const secrets = pages.flat().filter(([name = '']) => /password|repeated/i.test(name));
    expect(secrets.length).toBeGreaterThan(3);
    expect(secrets.filter(([, type]) => type !== 'password')).toEqual([]);
  });

  it('sign in without JavaScript', async () => {
    const body = new URLSearchParams({ email: EMAIL, password: PASSWORD, redirectTo: LIST });
    const response = await web.get('/login', { method: 'POST', body, headers: { Origin: web.base, Accept: 'text/html' } });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(LIST);
    expect(response.headers.get('set-cookie')).toMatch(/^portal_session=/);
  });

  it.each(['/account?agregar=1', '/customers/list-customers/export?format=csv'])(
    'ask for a proof of identity in the place of %s ten minutes after the sign-in',
    async (address) => {
      await web.portal.sql.query(
        `INSERT INTO clientes (id, nombre, "createdAt", source_version, search_text)
         SELECT 'm' || i, 'Asociado ' || i, now(), 1, '' FROM generate_series(1, 501) i ON CONFLICT DO NOTHING`,
      );
      const signedIn = await web.portal.identity.signIn({ email: EMAIL, password: PASSWORD, userAgent: 'test' });
      const { sessionId } = (await web.portal.identity.verifySession(signedIn?.sessionToken ?? '')) ?? {};
      await web.portal.sql.query(`UPDATE identity.sessions SET created_at = now() - interval '11 minutes' WHERE session_id = $1`, [
        sessionId,
      ]);
      const headers = { Accept: 'text/html', Cookie: `portal_session=${encodeURIComponent(signedIn?.sessionToken ?? '')}` };
      const html = (await (await web.get(address, { headers })).text()).replaceAll('&amp;', '&');
      expect(html).toContain('Confirme que es usted: inició sesión hace más de 10 minutos.');
      expect(html).toContain('action="/account/proof"');
      expect(html).toContain(`name="redirectTo" value="${address}"`);
      expect(html).toContain('name="proofWord"');
      expect(html).not.toContain('No tiene permiso');
    },
  );

  it('replace the session cookie after a proof of identity, and refuse the old one seconds later', async () => {
    const { portal } = web;
    const PAGE = { Accept: 'text/html' };
    const signedIn = await portal.identity.signIn({ email: EMAIL, password: PASSWORD, userAgent: 'test' });
    const cookieOf = (token: string) => `portal_session=${encodeURIComponent(token)}`;
    const stolen = cookieOf(signedIn?.sessionToken ?? '');
    const ask = (cookie: string, url = '/account', headers: Record<string, string> = PAGE) =>
      web.get(url, { headers: { ...headers, Cookie: cookie, Origin: web.base } });
    const prove = async (cookie: string) => {
      const body = new URLSearchParams({ redirectTo: '/account', proofWord: PASSWORD });
      const headers = { ...PAGE, Cookie: cookie, Origin: web.base };
      const answer = await web.get('/account/proof', { method: 'POST', body, headers });
      expect(answer.status).toBe(302);
      return /portal_session=[^;]+/.exec(answer.headers.getSetCookie().join('\n'))?.[0] ?? null;
    };
    const renewed = (await prove(stolen)) ?? '';
    expect(renewed).not.toBe(stolen);
    // A concurrent request with the old cookie is answered, and gets no third cookie.
    expect([(await ask(stolen)).status, (await ask(renewed)).status, await prove(stolen)]).toEqual([200, 200, null]);
    await portal.sql.query(`UPDATE identity.sessions SET rotated_at = rotated_at - interval '15 seconds' WHERE rotated_at IS NOT NULL`);
    const page = await ask(stolen);
    expect([page.status, page.headers.get('location')]).toEqual([302, '/login?redirectTo=%2Faccount']);
    expect((await ask(stolen, '/account.data', {})).status).toBe(401);
    expect((await ask(stolen, '/sesion.json', {})).status).toBe(401);
    const out = await web.get('/logout', { method: 'POST', headers: { ...PAGE, Cookie: stolen, Origin: web.base } });
    expect(out.status).toBe(302);
    expect((await ask(renewed)).status, 'not ended by who has the old one').toBe(200);
  });

  it('tell somebody who was deactivated whom to ask, not to sign in again', async () => {
    const { identity } = web.portal;
    const { uid } = await identity.createAccount({ email: 'inactiva@prueba.coop', password: PASSWORD });
    const opened = await identity.openSession({ uid, userAgent: 'test' });
    await identity.setDisabled(uid, true);
    const headers = { Cookie: `portal_session=${encodeURIComponent(opened?.sessionToken ?? '')}` };
    const html = await (await web.get('/login', { headers })).text();
    expect(html).toContain('desactivó su cuenta, y con eso se cerró su sesión. Si cree que es un error, hable con un Administrador.<');
  });
});

describe('many wrong passwords from one network', () => {
  const WRONG = 'Equivocada-2026!';
  const sendForm = (email: string, { password = WRONG, cookie = '', to = '/login' } = {}) =>
    web.get(to, {
      method: 'POST',
      body: new URLSearchParams({ email, password }),
      headers: { Origin: web.base, Accept: 'text/html', Cookie: cookie },
    });
  /** Sends the form as a data request, as scripts do, so that no page has to be rendered. */
  const statusesOf = async (emails: readonly string[]) => {
    const counted: Record<number, number> = {};
    for (const { status } of await Promise.all(emails.map((email) => sendForm(email, { to: '/login.data' }))))
      counted[status] = (counted[status] ?? 0) + 1;
    return counted;
  };
  /** The complete response without what differs in every one: ids, nonce, challenge, time; the typed address is masked too. */
  const told = async (answer: Response, email: string) => {
    const ids = [...answer.headers].flatMap(([name, value]) => (name === 'x-request-id' ? [value] : []));
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] ?? '';
    const headers = [...answer.headers].filter(([name]) => name !== 'date').map((header) => header.join(': '));
    return [...ids, nonce, email]
      .reduce(
        (text, one, at) => (one === '' ? text : text.replaceAll(one, `(${at})`)),
        [answer.status, ...headers, await answer.text()].join('\n'),
      )
      .replace(/(challenge\\",\\")[\w-]+/, '$1(challenge)')
      .replace(/^(retry-after: )\d+$/m, '$1(seconds)');
  };
  beforeEach(() => web.portal.sql.query('TRUNCATE identity.rate_limits'));
  afterAll(() => web.portal.sql.query('TRUNCATE identity.rate_limits'));

  it('are answered with 429, while a person can still sign in on a device that they used before', async () => {
    const first = await sendForm(EMAIL, { password: PASSWORD });
    const cookie = /dispositivo=[^;]+/.exec(first.headers.getSetCookie().join('\n'))?.[0] ?? '';
    expect([first.status, cookie]).toEqual([302, expect.stringContaining('dispositivo=')]);
    expect(await statusesOf(Array.from({ length: 60 }, () => EMAIL))).toEqual({ 401: 12, 429: 48 });
    expect((await sendForm(EMAIL, { password: PASSWORD })).status).toBe(429);
    expect((await sendForm(EMAIL, { password: PASSWORD, cookie })).status).toBe(302);

    await web.portal.sql.query('TRUNCATE identity.rate_limits');
    // As after fifty-five tries: checking passwords is expensive.
    await sendForm('nadie@prueba.coop');
    await setUsedPoints(web.portal.sql, 'sign-in-network', 55);
    const others = Array.from({ length: 200 }, (_, index) => `nadie${index}@prueba.coop`);
    expect(await statusesOf(others)).toEqual({ 401: 5, 429: 195 });
    expect((await sendForm(EMAIL, { password: PASSWORD })).status).toBe(429);
    expect((await sendForm(EMAIL, { password: PASSWORD, cookie })).status).toBe(302);
  });

  it('get identical answers and run the same statements with or without an account', async () => {
    const answersOf = async (email: string) => {
      const asked = vi.spyOn(web.portal.sql, 'query');
      const refused = await told(await sendForm(email), email);
      // The same statements, each once: an existing account takes no longer.
      const statements = asked.mock.calls
        .map(([statement]) => JSON.stringify(statement))
        .filter((statement) => statement.includes('identity.'));
      asked.mockRestore();
      await setUsedPoints(web.portal.sql, 'sign-in-account', 12);
      return { answers: [refused, await told(await sendForm(email), email)], statements: statements.sort() };
    };
    const known = await answersOf(EMAIL);
    await web.portal.sql.query('TRUNCATE identity.rate_limits');
    expect(known).toEqual(await answersOf('nadie@prueba.coop'));
    expect(known.answers).toEqual([expect.stringMatching(/^401\n/), expect.stringMatching(/^429\n/)]);
    expect(known.answers.join()).not.toContain(EMAIL);
    expect(known.statements.length).toBeGreaterThan(1);
  });
});

describe('the headers of a response', () => {
  /** Addresses of all screens and of others that respond; the records do not exist. */
  const screens = Object.values(build.routes).flatMap((route) => {
    const pieces: string[] = [];
    for (let at: typeof route | undefined = route; at; at = build.routes[at.parentId ?? '']) if (at.path) pieces.unshift(at.path);
    return `/${pieces.join('/').replaceAll(':', '').replaceAll('?', '')}`;
  });
  const others = [
    `${LIST}/export`,
    `${LIST}.data`,
    '/_root.data',
    '/nada',
    '/api/users',
    '/media/x',
    '/build/x.js',
    '/healthz',
    '/buscar.json',
  ];
  const visitors = (): Record<string, string>[] => [{}, { Cookie: web.cookie }];
  const sizeOf = ({ headers }: RawAnswer) =>
    Object.entries(headers)
      .flatMap(([name, value]) => [value ?? ''].flat().map((one) => name.length + one.length + 4))
      .reduce((sum, size) => sum + size, 0);

  it('stay within 8 KB for any requested address', async () => {
    const fill = (letters: string, kilobytes: number) => letters.repeat((kilobytes * 1024) / letters.length);
    const kept: string[] = [];
    let asked = 0;
    for (const [at, screen] of [...new Set([...screens, ...others])].entries())
      for (const kilobytes of at < 3 ? [2, 5, 7.8, 14, 60] : [2, 7.8])
        for (const headers of visitors()) {
          // Plain letters, letters that get longer when they are encoded in another URL, and letters that select a list's columns.
          const query =
            [`q=${fill('x', kilobytes)}`, `q=${fill('%2C', kilobytes)}`, `columns=nombre&q=${fill(',', kilobytes)}`][(at + asked) % 3] ??
            '';
          const path = asked % 4 === 0 ? `${screen}/${fill('%C3%A9', kilobytes)}` : `${screen}?${query}`;
          const answer = await rawRequest(web.port, { path, headers: { Accept: at % 2 ? 'text/html' : '*/*', ...headers } });
          expect([path.slice(0, 60), kilobytes, answer.status < 500, sizeOf(answer) <= 8_192]).toEqual([
            path.slice(0, 60),
            kilobytes,
            true,
            true,
          ]);
          if (answer.headers.location ?? answer.headers['x-sign-in']) kept.push(path);
          asked += 1;
        }
    expect(kept.length).toBeGreaterThan(50);
  });

  it.each(['/preferences', '/login', '/account/proof'])('stay within 8 KB for any redirectTo that %s receives', async (path) => {
    for (const kilobytes of [2, 5, 14])
      for (const letters of ['x', '%2C', 'é']) {
        const redirectTo = `/page?q=${letters.repeat((kilobytes * 1024) / letters.length)}`;
        const body = new URLSearchParams({ redirectTo, theme: 'dark', email: EMAIL, password: PASSWORD }).toString();
        const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: web.base, Accept: 'text/html' };
        const answer = await rawRequest(web.port, {
          path,
          method: 'POST',
          body,
          headers: { ...headers, ...(path !== '/login' && { Cookie: web.cookie }) },
        });
        expect([redirectTo.length, answer.status < 500, sizeOf(answer) <= 8_192]).toEqual([redirectTo.length, true, true]);
      }
  });
});

describe.skipIf(!hasService('Chromium'))('in a browser', () => {
  const browser = useChromium();

  async function signIn(page: Page): Promise<void> {
    await page.goto(`/login?redirectTo=${encodeURIComponent(LIST)}`);
    await page.locator('input[name=email]').fill(EMAIL);
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.locator('button[type=submit]').click();
    await page.waitForURL(`**${LIST}`);
  }

  it('signs in and navigates lists and forms without a content policy violation or script error', async () => {
    const { page } = await browser.newPage({ baseURL: web.base });
    await signIn(page);
    for (const url of ['/', LIST, `${LIST}/new`, '/briefcase/list-briefcase', '/briefcase/reports']) {
      await page.goto(url);
    }
    await page.locator(`a[href="${LIST}"]`).first().click();
    await page.waitForURL(`**${LIST}`);
  });

  it('covers the screen while sign-in is being checked', async () => {
    const { page } = await browser.newPage({ baseURL: web.base });
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/login.data*', async (route) => {
      await held;
      await route.continue();
    });
    const signedIn = signIn(page);
    await page.getByText('Comprobando su inicio de sesión').waitFor();
    answer();
    await signedIn;
    await page.getByText('Comprobando su inicio de sesión').waitFor({ state: 'detached' });
  });

  it('says «Sin conexión.» while it is offline, and continues the navigation once online again', async () => {
    const watched = await browser.newPage({ baseURL: web.base });
    const { page, context } = watched;
    watched.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|50[234]/);
    await signIn(page);
    await waitForPendingRequests(page);
    const link = page.locator(`a[href="${OTHER_LIST}"]`).first();
    await link.waitFor();
    const here = await page.getByRole('heading', { level: 1 }).innerText();
    await context.setOffline(true);
    await page.getByText('Sin conexión.').waitFor();
    await link.click();
    // Code that is not loaded yet waits as well instead of failing, and a response from the cache does not count as a connection.
    await page.keyboard.press('?');
    const cached = await page
      .locator('script[src^="/build/"], link[rel=modulepreload]')
      .first()
      .evaluate((code) =>
        fetch(code.getAttribute('src') ?? code.getAttribute('href') ?? '', { cache: 'force-cache' }).then(({ ok }) => ok),
      );
    expect(cached).toBe(true);
    expect(await page.getByText('Sin conexión.').count()).toBe(1);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(here);
    await context.setOffline(false);
    await page.getByText('Sin conexión.').waitFor({ state: 'detached' });
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    // The browser does not notice every lost connection, nor that the portal restarts behind its proxy. What was cached before is not used.
    await page.goto('/users/list-users');
    await waitForPendingRequests(page);
    const failures = [0, 502, 503, 504];
    let failed = 0;
    await page.route(`**${OTHER_LIST}.data*`, (route) => {
      const status = failures[failed++ % failures.length];
      return status ? route.fulfill({ status, body: '<h1>Bad Gateway</h1>' }) : route.abort();
    });
    await link.click();
    await page.getByText('Sin conexión.').waitFor();
    for (let answered = 1; answered < failures.length; answered += 1) {
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect.poll(() => failed).toBeGreaterThan(answered);
    }
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Usuarios');
    await page.unroute(`**${OTHER_LIST}.data*`);
    await page.waitForURL(`**${OTHER_LIST}`);
    await page.getByRole('heading', { level: 1, name: 'Departamentos' }).waitFor();
  });

  it('goes to the sign-in page with the way back when the session has ended', async () => {
    const watched = await browser.newPage({ baseURL: web.base });
    const { page, context } = watched;
    // Other requests of the menu may also arrive after the session's end.
    watched.allow(/^401: GET .*(?:list-departments\.data|bandeja\.json|vistas\.json)/);
    await signIn(page);
    await context.clearCookies();
    await page.locator(`a[href="${OTHER_LIST}"]`).first().click();
    await page.waitForURL('**/login?redirectTo=**');
    expect(new URL(page.url()).searchParams.get('redirectTo')).toBe(OTHER_LIST);
  });
});
