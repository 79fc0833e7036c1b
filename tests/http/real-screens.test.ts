import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/demo/ensure-build.ts';
import { loadBuild } from '#server/http/load-build.ts';
import { serviceOrSkip } from '#server/testing/services.ts';
import { EMAIL, PASSWORD, useTestWeb } from './test-web.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LIST = '/locations/list-agencies';
const JS_BUDGET_KB = 130;
const CSS_BUDGET_KB = 25;
const CHROMIUM = '/usr/bin/chromium';

await ensureBuild(ROOT);
const web = useTestWeb({ app: { build: await loadBuild() } });

describe('the real screens', () => {
  it('keep a list page within its budget of script and style', async () => {
    const html = await (await web.getSigned(LIST)).text();
    const sizeOf = (addresses: readonly string[]) => addresses.reduce((sum, address) => sum + gzipSync(readFileSync(path.join(ROOT, 'public', address))).length, 0) / 1024;
    const scripts = [...new Set(html.match(/\/build\/[^"'\s]+\.js/g))];
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

describe.skipIf(!serviceOrSkip('Chromium', existsSync(CHROMIUM)))('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());

  /** Runs `work` on a fresh page and returns what the browser complained about. */
  async function complaints(work: (page: Page) => Promise<void>): Promise<string[]> {
    const heard: string[] = [];
    const context = await browser.newContext({ baseURL: web.base, locale: 'es-GT' });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) heard.push(message.text());
    });
    page.on('pageerror', (error) => heard.push(String(error)));
    try {
      await work(page);
    } finally {
      await context.close();
    }
    return heard;
  }

  async function signIn(page: Page): Promise<void> {
    await page.goto(`/login?redirectTo=${encodeURIComponent(LIST)}`);
    await page.locator('input[name=email]').fill(EMAIL);
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.locator('button[type=submit]').click();
    await page.waitForURL(`**${LIST}`);
  }

  it('signs in, opens lists and forms and navigates without one violation of the content policy or script error', async () => {
    const heard = await complaints(async (page) => {
      await signIn(page);
      for (const url of ['/', LIST, `${LIST}/new`, '/briefcase/reports']) {
        await page.goto(url);
        await page.waitForLoadState('networkidle');
      }
      await page.locator(`a[href="${LIST}"]`).first().click();
      await page.waitForURL(`**${LIST}`);
    });
    expect(heard).toEqual([]);
  });

  it('covers the screen while sign-in is being checked', async () => {
    await complaints(async (page) => {
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
      expect(await page.getByText('Comprobando su inicio de sesión').count()).toBe(0);
    });
  });

  it('says that the link is down, and goes on when it is back', async () => {
    await complaints(async (page) => {
      await signIn(page);
      await page.waitForLoadState('networkidle');
      await page.context().setOffline(true);
      await page.locator('a[href="/departments/list-departments"]').first().click();
      await page.getByText('No hay conexión con el portal').waitFor();
      await page.context().setOffline(false);
      await page.getByRole('link', { name: 'Intentar de nuevo' }).click();
      await page.waitForURL('**/departments/list-departments');
      await page.getByRole('heading', { level: 1, name: 'Departamentos' }).waitFor();
    });
  });

  it('leaves for the sign-in page when the session has ended, and says where to come back', async () => {
    await complaints(async (page) => {
      await signIn(page);
      await page.context().clearCookies();
      await page.locator('a[href="/departments/list-departments"]').first().click();
      await page.waitForURL('**/login?redirectTo=**');
      expect(new URL(page.url()).searchParams.get('redirectTo')).toBe('/departments/list-departments');
    });
  });
});
