import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { quiet, useChromium } from '#server/testing/chromium.ts';
import { hasService } from '#server/testing/services.ts';
import { EMAIL, PASSWORD, useTestWeb } from './test-web.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LIST = '/locations/list-agencies';
const OTHER_LIST = '/departments/list-departments';
const JS_BUDGET_KB = 130;
const CSS_BUDGET_KB = 25;

await ensureBuild(ROOT);
const web = useTestWeb({ app: { build: await loadBuild() } });

describe('the real screens', () => {
  it('keep a list page within its budget of script and style', async () => {
    const html = await (await web.getSigned(LIST)).text();
    const sizeOf = (addresses: readonly string[]) =>
      addresses.reduce((sum, address) => sum + gzipSync(readFileSync(path.join(ROOT, 'public', address))).length, 0) / 1024;
    // What is loaded; the manifest in the page also names modules of other routes.
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

  it('sign in without JavaScript', async () => {
    const body = new URLSearchParams({ email: EMAIL, password: PASSWORD, redirectTo: LIST });
    const response = await web.get('/login', { method: 'POST', body, headers: { Origin: web.base, Accept: 'text/html' } });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(LIST);
    expect(response.headers.get('set-cookie')).toMatch(/^portal_session=/);
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

  it('signs in, opens lists and forms and navigates without one violation of the content policy or script error', async () => {
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

  it('says that the link is down, and goes on when it is back', async () => {
    const watched = await browser.newPage({ baseURL: web.base });
    const { page, context } = watched;
    watched.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
    await signIn(page);
    await quiet(page);
    const link = page.locator(`a[href="${OTHER_LIST}"]`).first();
    await link.waitFor();
    const here = await page.getByRole('heading', { level: 1 }).innerText();
    await context.setOffline(true);
    await page.getByText('Sin conexión.').waitFor();
    await link.click();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(here);
    await context.setOffline(false);
    await page.getByText('Sin conexión.').waitFor({ state: 'detached' });
    // The browser does not know of every link that is down. What was read before this moment is out of the way.
    await page.goto('/users/list-users');
    await quiet(page);
    await page.route(`**${OTHER_LIST}.data*`, (route) => route.abort());
    await link.click();
    await page.getByText('Sin conexión.').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Usuarios');
    await page.unroute(`**${OTHER_LIST}.data*`);
    await page.waitForURL(`**${OTHER_LIST}`);
    await page.getByRole('heading', { level: 1, name: 'Departamentos' }).waitFor();
  });

  it('leaves for the sign-in page when the session has ended, and says where to come back', async () => {
    const watched = await browser.newPage({ baseURL: web.base });
    const { page, context } = watched;
    // What the menu asks beside may come after the session's end as well.
    watched.allow(/^401: GET .*(?:list-departments\.data|bandeja\.json|vistas\.json)/);
    await signIn(page);
    await context.clearCookies();
    await page.locator(`a[href="${OTHER_LIST}"]`).first().click();
    await page.waitForURL('**/login?redirectTo=**');
    expect(new URL(page.url()).searchParams.get('redirectTo')).toBe(OTHER_LIST);
  });
});
