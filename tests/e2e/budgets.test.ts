import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { WatchedPage } from '#server/testing/chromium.ts';
import { noChromium, useDemoPortal, type Person } from './demo-portal.ts';

const SCRIPT_BUDGET_KB = 130;
const STYLE_BUDGET_KB = 25;
const WIDTHS = [390, 1000, 1440] as const;
const HEIGHT = 900;
const SETTLE_MS = 2_000;
const THEMES = ['light', 'dark'] as const;
const LISTS = ['/locations/list-agencies', '/briefcase/list-briefcase', '/departments/list-departments', '/users/list-users'];
/** Where to keep a picture of every screen, width and theme; nowhere unless named. */
const PICTURES = process.env['SCREENSHOT_DIR'];

interface Screen {
  name: string;
  path: string;
  /** Nobody: before signing in. */
  person?: Person;
  status?: number;
  /** Opens what the address alone does not show. */
  prepare?: (page: Page) => Promise<unknown>;
}

const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login' },
  { name: 'reset-password', path: '/reset-password' },
  { name: 'home', path: '/', person: 'admin' },
  { name: 'search', path: '/buscar?q=agen', person: 'admin' },
  { name: 'list', path: '/locations/list-agencies', person: 'admin' },
  { name: 'list-empty', path: '/locations/list-agencies?q=nadaconestenombre', person: 'admin' },
  { name: 'record', path: '/locations/list-agencies/agencia-01', person: 'admin' },
  { name: 'form', path: '/locations/list-agencies/agencia-01/edit', person: 'admin' },
  { name: 'form-errors', path: '/locations/list-agencies/new', person: 'admin', status: 400, prepare: (page) => sendEmptyForm(page) },
  { name: 'files', path: '/briefcase/list-briefcase', person: 'admin' },
  { name: 'files-upload', path: '/briefcase/list-briefcase#cargar', person: 'admin', prepare: (page) => page.getByRole('button', { name: 'Elegir archivos' }).waitFor() },
  { name: 'file', path: '/briefcase/files/archivo-0001', person: 'admin' },
  { name: 'file-edit', path: '/briefcase/files/archivo-0001/edit', person: 'admin' },
  { name: 'reports', path: '/briefcase/reports', person: 'reportes' },
  { name: 'report', path: '/briefcase/reports/downloads-by-user', person: 'reportes' },
  { name: 'forbidden', path: '/locations/list-agencies', person: 'reportes', status: 403 },
  { name: 'users', path: '/users/list-users', person: 'admin' },
  { name: 'user', path: '/users/list-users/persona-005', person: 'admin' },
  { name: 'user-new', path: '/users/list-users/new', person: 'admin' },
  { name: 'user-errors', path: '/users/list-users/new', person: 'admin', status: 400, prepare: (page) => sendEmptyForm(page, 'Crear usuario') },
  { name: 'roles', path: '/settings/roles', person: 'admin' },
  { name: 'role-locked', path: '/settings/roles/admin', person: 'admin' },
  { name: 'role-editor', path: '/settings/roles/editor', person: 'admin' },
  { name: 'account', path: '/account', person: 'reportes' },
  { name: 'user-activity', path: '/reports/user-activity', person: 'admin' },
  { name: 'not-found', path: '/no-existe', person: 'admin', status: 404 },
];

/** The server's own answer to a form in which the browser let everything pass. */
async function sendEmptyForm(page: Page, button = 'Guardar'): Promise<void> {
  await page.locator('main form').evaluate((form: HTMLFormElement) => void (form.noValidate = true));
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('main').getByRole('alert').first().waitFor();
}

describe.skipIf(noChromium)('every screen', () => {
  const portal = useDemoPortal();

  async function openScreen({ person, path: address, status = 200, prepare }: Screen): Promise<WatchedPage> {
    const options = { viewport: { width: 1440, height: HEIGHT }, reducedMotion: 'reduce', colorScheme: 'light' } as const;
    const opened = person ? await portal.as(person, options) : await portal.visitor(options);
    if (status >= 400) opened.allow(new RegExp(`^${status}: `));
    const response = await opened.page.goto(address);
    if (!prepare) expect(response?.status()).toBe(status);
    await prepare?.(opened.page);
    await opened.page.waitForLoadState('networkidle');
    return opened;
  }

  it.each(SCREENS)('$name: readable for everyone, fits every width, in both themes', async (screen) => {
    const { page } = await openScreen(screen);
    const problems: string[] = [];
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        if (theme === 'light') problems.push(...(await overflow(page)));
        await keepPicture(page, `${screen.name}-${width}-${theme}`);
      }
      // Colours that are still on their way to the other theme would be measured as they pass.
      await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((animation) => animation instanceof CSSTransition).map((animation) => animation.finished)));
      problems.push(...(await seriousViolations(page)).map((violation) => `${theme}: ${violation}`));
    }
    expect(problems).toEqual([]);
  });

  it.each(LISTS)('%s stays within its budget of script and style', async (address) => {
    const { page } = await portal.as('admin');
    const sizes = { script: 0, stylesheet: 0 };
    const measured: Promise<void>[] = [];
    page.on('response', (response) => {
      const kind = response.request().resourceType();
      if (kind !== 'script' && kind !== 'stylesheet') return;
      measured.push(response.body().then((body) => void (sizes[kind] += gzipSync(body).length / 1024)));
    });
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    await Promise.all(measured);
    expect(sizes.script).toBeGreaterThan(30);
    expect(sizes.script).toBeLessThanOrEqual(SCRIPT_BUDGET_KB);
    expect(sizes.stylesheet).toBeGreaterThan(2);
    expect(sizes.stylesheet).toBeLessThanOrEqual(STYLE_BUDGET_KB);
  });
});

/** Whether the page scrolls sideways, with what sticks out farthest to the right. A new width takes a frame or two to settle. */
async function overflow(page: Page): Promise<string[]> {
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  await page.waitForFunction(fits, undefined, { timeout: SETTLE_MS }).catch(() => undefined);
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const rightOf = (element: Element) => element.getBoundingClientRect().right;
    const widest = [...document.body.querySelectorAll('*')].reduce((farthest, element) => (rightOf(element) > rightOf(farthest) ? element : farthest));
    return [`content of ${scrollWidth} px in ${clientWidth} px: ${widest.outerHTML.slice(0, 200)}`];
  });
}

/** What axe-core counts as serious or critical, as one line each. */
async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const results = await page.evaluate(() => (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
  expect(results.passes.length).toBeGreaterThan(5);
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 5).map((node) => `${id}: ${node.html.slice(0, 200)} (${node.failureSummary?.split('\n')[1]?.trim() ?? ''})`));
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
}
