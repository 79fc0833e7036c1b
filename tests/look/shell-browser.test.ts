import path from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { useChromium } from '#server/testing/chromium.ts';
import { holdBackScripts } from '#server/testing/hold-back-scripts.ts';
import { hasService } from '#server/testing/services.ts';
import { EMAIL, PASSWORD, useTestWeb } from '../http/test-web.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PHONE = { viewport: { width: 390, height: 844 } };
const DESK = { viewport: { width: 1440, height: 900 } };
const LIST = '/departments/list-departments';

await ensureBuild(ROOT);
const build = await loadBuild();

describe.skipIf(!hasService('Chromium'))('the shell in a browser', () => {
  const web = useTestWeb({ app: { build } });
  const browser = useChromium();

  async function open(url: string, options: BrowserContextOptions = DESK): Promise<Page> {
    const opened = await browser.newPage({ baseURL: web.base, session: web.cookie, ...options });
    const { page } = opened;
    // Without JavaScript the browser refuses to load scripts and reports a CSP violation.
    if (options.javaScriptEnabled === false) opened.allow(/\.js csp$/);
    await page.goto(url);
    return page;
  }

  const menuWidth = (page: Page) => page.evaluate(() => document.querySelector('#menu')?.getBoundingClientRect().width ?? 0);

  it('opens the phone menu as a drawer that keeps the focus, and gives it back on Escape', async () => {
    const page = await open('/', PHONE);
    expect(await menuWidth(page)).toBe(0);
    const button = page.getByRole('link', { name: 'Abrir menú' });
    await button.click();
    expect(await menuWidth(page)).toBeGreaterThan(250);
    for (let presses = 0; presses < 15; presses++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('main, header') === null)).toBe(true);
    }
    await page.keyboard.press('Escape');
    expect(await menuWidth(page)).toBe(0);
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await button.click();
    await page.locator('#menu').getByRole('link', { name: 'Departamentos' }).click();
    await page.waitForURL(`**${LIST}`);
    await expect.poll(() => menuWidth(page)).toBe(0);
  });

  it('prefetches code and data of a screen on hover, and requests nothing more on click', async () => {
    const page = await open('/');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const scripts = () => asked.filter((path) => path.startsWith('/build/'));
    const rest = () => asked.filter((path) => path.endsWith('.data') || path === '/__manifest');
    const link = page.locator('#menu').getByRole('link', { name: 'Departamentos' });
    await link.hover();
    await expect.poll(() => rest()).toEqual([`${LIST}.data`]);
    await expect.poll(() => scripts().length).toBeGreaterThan(0);
    asked.length = 0;
    const before = await page.evaluate(() => performance.now());
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Departamentos' }).waitFor();
    expect([rest(), await page.evaluate(scriptsFromNetwork, before)]).toEqual([[], []]);
  });

  it('loads the code of a hovered screen at once, before the background prefetch', async () => {
    const page = await open('/');
    const held: (() => void)[] = [];
    // Prefetched code comes by fetch, that of a visit as modules.
    await page.route('**/build/**', async (route) => {
      if (route.request().resourceType() === 'fetch') await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const module = page.waitForRequest((request) => request.resourceType() !== 'fetch' && request.url().includes('/build/'));
    await page.locator('#menu').getByRole('link', { name: 'Departamentos' }).hover();
    await module;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    held.forEach((release) => release());
  });

  it('reads the list again when a record was saved after hovering its link', async () => {
    const page = await open(`${LIST}/new`);
    await page.locator('[name="nombre"]').fill('Recién creado');
    const readAhead = page.waitForRequest((request) => request.url().endsWith(`${LIST}.data`));
    await page.locator('#menu').getByRole('link', { name: 'Departamentos' }).hover();
    await readAhead;
    await page.locator('button[name=intent][value=save]').click();
    await page.locator('dl').first().waitFor();
    // The focus ring of the notice's buttons stands out from its dark ground.
    await page.getByRole('button', { name: 'Cerrar aviso' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    const ring = await page.getByRole('button', { name: 'Cerrar aviso' }).evaluate((button) => {
      const { outlineColor, color, outlineStyle } = getComputedStyle(button);
      return [outlineStyle, outlineColor === color];
    });
    expect(ring).toEqual(['solid', true]);
    await page.locator('#menu').getByRole('link', { name: 'Departamentos' }).click();
    await page.locator('tbody').getByText('Recién creado').waitFor();
  });

  it('opens and closes the drawer without JavaScript', async () => {
    const page = await open('/', { ...PHONE, javaScriptEnabled: false });
    const menu = page.locator('#menu');
    expect(await menu.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Abrir menú' }).click();
    expect(await menu.isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Cerrar menú' }).click();
    expect(await menu.isVisible()).toBe(false);
  });

  it('remembers that the menu is reduced to icons', async () => {
    const page = await open('/');
    expect(await menuWidth(page)).toBe(256);
    await page.getByRole('button', { name: 'Reducir el menú a iconos' }).click();
    await page.reload();
    expect(await menuWidth(page)).toBe(60);
    await page.getByRole('button', { name: 'Ampliar el menú' }).click();
    expect(await menuWidth(page)).toBe(256);
  });

  it('names the page in the tab, and brings its menu entry into view', async () => {
    const page = await open('/');
    await page.setViewportSize({ width: 1440, height: 420 });
    await page.goto(LIST);
    const entry = page.locator('#menu [aria-current]');
    await expect.poll(() => page.title()).toMatch(/^Departamentos \d+ · Cooperativa /);
    const middle = () =>
      entry.evaluate((link) => link.getBoundingClientRect()).then(({ x, y, height }) => ({ x: x + 40, y: y + height / 2 }));
    const isSeen = () =>
      middle().then((at) => page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('[aria-current]') !== null, at));
    expect(await isSeen()).toBe(true);
    await page.goto('/');
    await expect.poll(() => page.title()).toMatch(/ · Cooperativa /);
    expect(await isSeen()).toBe(true);
  });

  it('jumps to a screen with Ctrl K and part of its name, without reloading the page', async () => {
    const page = await open('/');
    await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox');
    await field.waitFor();
    await page.keyboard.type('depart');
    const chosen = page.locator('[role="option"][aria-selected="true"]');
    await expect.poll(() => chosen.innerText()).toContain('Departamentos');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    expect(await chosen.innerText()).toContain('Departamentos');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${LIST}`);
    expect(await page.evaluate(() => document.body.hasAttribute('data-same-page'))).toBe(true);
    expect(await page.locator('dialog[open]').count()).toBe(0);
  });

  it('opens the chosen result although a late answer adds others', async () => {
    const page = await open('/');
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/buscar.json?q=depart', async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('depart');
    const chosen = page.locator('[role="option"][aria-selected="true"]');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen.innerText()).toContain('Departamentos');
    release();
    await page.getByRole('option', { name: 'Nuevo departamento' }).waitFor();
    expect(await chosen.innerText()).toContain('Departamentos');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${LIST}`);
  });

  it('keeps what is typed after Ctrl K while the dialog is loading', async () => {
    const page = await open(LIST);
    const release = await holdBackScripts(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('nex');
    await page.keyboard.press('Backspace');
    release();
    const field = page.getByRole('dialog').getByRole('combobox');
    expect(await field.inputValue()).toBe('ne');
    await page.keyboard.type('gocio');
    expect(await field.inputValue()).toBe('negocio');
    expect(new URL(page.url()).pathname).toBe(LIST);
  });

  it('handles the keys /, ? and n, but not while somebody types', async () => {
    const page = await open(LIST);
    await page.keyboard.press('/');
    await page.keyboard.type('n?/');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('n?/');
    expect(new URL(page.url()).pathname).toBe(LIST);
    await page.locator('main').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Teclas' }).getByRole('button', { name: 'Cerrar' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('main');
    await page.keyboard.press('n');
    await page.waitForURL(`**${LIST}/new`);
  });

  it('focuses the first invalid field of a refused sign-in, and announces the same refusal again', async () => {
    const visitor = await browser.newPage({ baseURL: web.base, ...DESK });
    const { page } = visitor;
    visitor.allow(/^40[01]: /);
    await page.goto('/login');
    await page.getByLabel('Correo electrónico').fill('nadie@prueba.coop');
    const send = page.getByRole('button', { name: 'Iniciar sesión' });
    await send.click();
    const password = page.locator('#campo-password');
    await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
    await password.fill('No-es-2026!');
    await send.click();
    const alert = page.getByRole('alert');
    await alert.evaluate((notice) => notice.setAttribute('data-seen', ''));
    await send.click();
    await expect.poll(() => alert.getAttribute('data-seen')).toBeNull();
    await page.evaluate(() => {
      const { dataset } = document.documentElement;
      new MutationObserver((changes) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        if (added.some((node) => node instanceof Element && node.matches('[role=alert]'))) dataset['announced'] = '';
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.getByLabel('Correo electrónico').fill(EMAIL);
    await password.fill(PASSWORD);
    await send.click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await page.locator('html').getAttribute('data-announced')).toBeNull();
  });

  it('shows the whole menu of the person and the page in a window as low as at a zoom of 200 %', async () => {
    const page = await open(`${LIST}/new`, { viewport: { width: 683, height: 320 } });
    await page.locator('summary', { hasText: 'Cuenta de' }).click();
    const end = page.getByRole('button', { name: 'Cerrar sesión' });
    for (const [height, letters, bars] of [
      [320, '100%', 'static'],
      // The lowest window in which the bars stay in sight, and the menu with them: larger letters make it higher than the window.
      [384, '125%', 'sticky'],
    ] as const) {
      await page.setViewportSize({ width: 683, height });
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), letters);
      await end.scrollIntoViewIfNeeded();
      expect(await end.evaluate((button) => button.getBoundingClientRect().bottom <= window.innerHeight)).toBe(true);
      const positions = await page.evaluate(() =>
        ['.shell-bar', '.save-bar'].map((bar) => getComputedStyle(document.querySelector(bar) ?? document.body).position),
      );
      expect(positions).toEqual([bars, bars]);
    }
  });

  it('marks options, the current choice and the field of a file in forced colours', async () => {
    const page = await open(LIST);
    await page.emulateMedia({ forcedColors: 'active' });
    const marks = await page.evaluate(() => {
      const styled = (html: string, inner: string) => {
        document.body.insertAdjacentHTML('beforeend', html);
        const { backgroundColor, outlineStyle } = getComputedStyle(document.querySelector(inner) ?? document.body);
        return { backgroundColor, outlineStyle };
      };
      const plain = styled('<button class="btn btn-plain" id="plain">x</button>', '#plain').backgroundColor;
      return {
        option: styled('<ul class="combobox-list"><li id="option" aria-selected="true">x</li></ul>', '#option').outlineStyle,
        file: styled('<div class="file-field file-field-over" id="file">x</div>', '#file').outlineStyle,
        current: styled('<a class="btn btn-plain" id="current" aria-current="true">x</a>', '#current').backgroundColor !== plain,
      };
    });
    // Later tests use the same browser window.
    await page.emulateMedia({ forcedColors: null });
    expect(marks).toEqual({ option: 'solid', file: 'solid', current: true });
  });

  it('changes the theme at once and keeps it', async () => {
    const page = await open('/');
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.locator('summary', { hasText: 'Cuenta de' }).click();
    const saved = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Oscuro' }).click();
    await expect.poll(background).not.toBe(light);
    await saved;
    await page.reload();
    expect(await background()).not.toBe(light);
    await page.locator('summary', { hasText: 'Cuenta de' }).click();
    await page.getByRole('button', { name: 'Según el sistema' }).click();
    await expect.poll(background).toBe(light);
  });
});

/** Runs in the page: scripts loaded over the network since then, apart from those prefetched in the background. */
function scriptsFromNetwork(since: number): string[] {
  return performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType !== 'fetch' && entry.transferSize > 0)
    .filter(({ name, startTime }) => startTime > since && new URL(name).pathname.startsWith('/build/'))
    .map(({ name }) => name);
}
