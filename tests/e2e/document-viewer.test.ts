import { beforeAll, describe, expect, it } from 'vitest';
import { waitForPendingRequests } from '#server/testing/chromium.ts';
import type { Locator, Page } from 'playwright-core';
import { noChromium, useDemoPortal } from './demo-portal.ts';
import { uploadDocumentFiles } from './document-files.ts';
import { HEIGHT, inspectPage } from './inspect-page.ts';

const WAIT_MS = 20_000;
const LOOKS_MS = 240_000;
const WINDOW = { width: 1440, height: HEIGHT };

describe.skipIf(noChromium)('the document viewer', () => {
  const portal = useDemoPortal({ worker: true });
  let ids: ReadonlyMap<string, string>;
  beforeAll(async () => {
    ids = await uploadDocumentFiles(portal);
  }, 120_000);

  const addressOf = (name: string) => `/briefcase/files/${ids.get(name) ?? name}`;
  async function open(page: Page, name: string): Promise<Locator> {
    await page.goto(addressOf(name));
    const viewer = page.locator('.viewer');
    await viewer.locator('.viewer-page:not(.skeleton) img').first().waitFor({ timeout: WAIT_MS });
    return viewer;
  }
  const newPage = async () => (await portal.as('admin', { viewport: WINDOW, reducedMotion: 'reduce' })).page;
  /** Records requests for pages at reading size, in order. */
  function watchPages(page: Page): string[] {
    const asked: string[] = [];
    page.on('request', (request) => {
      const [, number, width] = /\/pages\/(\d+)\?w=(\d+)/.exec(request.url()) ?? [];
      if (number && width !== '160') asked.push(number);
    });
    return asked;
  }
  const field = (viewer: Locator) => viewer.getByRole('textbox', { name: 'Página' });
  const expectPage = (viewer: Locator, number: number) => expect.poll(() => field(viewer).inputValue()).toBe(String(number));
  const pictureOf = (viewer: Locator, number: number) => viewer.getByRole('img', { name: `Página ${number} de ` });
  const widthOf = async (box: Locator) => (await box.boundingBox())?.width ?? 0;

  it('passes the layout checks with page text, in the full window and with a failed page', { timeout: LOOKS_MS }, async () => {
    const { page, ...browser } = await portal.as('admin', { viewport: WINDOW, reducedMotion: 'reduce' });
    browser.allow(/503/);
    const problems: string[] = [];
    const viewer = await open(page, 'plain.pdf');
    await viewer.getByRole('button', { name: 'Texto de la página' }).click();
    await viewer.locator('.viewer-said pre').waitFor();
    problems.push(...(await inspectPage(page, 'document-own-text')));
    await page.keyboard.press('f');
    await page.setViewportSize(WINDOW);
    await viewer.locator('summary').click();
    problems.push(...(await inspectPage(page, 'document-own-whole-window')));
    await page.setViewportSize(WINDOW);
    await page.route('**/pages/5?w=*', (route) => route.fulfill({ status: 503, json: { detail: 'El portal está ocupado.' } }));
    await page.keyboard.press('Escape');
    await field(viewer).fill('5');
    await field(viewer).press('Enter');
    await viewer.getByText('No pudimos mostrar la página 5.').waitFor();
    problems.push(...(await inspectPage(page, 'document-own-failure')));
    expect(problems).toEqual([]);
  });

  it('holds at most three pages of fifty, and requests no more than one ahead', async () => {
    const page = await newPage();
    const asked = watchPages(page);
    const viewer = await open(page, 'scanned-50.pdf');
    await waitForPendingRequests(page);
    expect(new Set(asked)).toEqual(new Set(['1', '2']));
    await page.keyboard.press('End');
    await expectPage(viewer, 50);
    await pictureOf(viewer, 50).waitFor();
    await waitForPendingRequests(page);
    expect([...new Set(asked)].filter((number) => !['1', '2', '49', '50'].includes(number))).toEqual([]);
    await page.keyboard.press('Home');
    await pictureOf(viewer, 1).waitFor();
    let most = 0;
    await viewer.locator('.viewer-stage').hover();
    for (let turn = 0; turn < 150; turn += 1) {
      await page.mouse.wheel(0, 330);
      most = Math.max(most, await viewer.locator('.viewer-page').count());
    }
    await expectPage(viewer, 50);
    await waitForPendingRequests(page);
    expect(most).toBeLessThanOrEqual(3);
    expect(await viewer.locator('img').count()).toBeLessThanOrEqual(3 + 10);
    expect(asked.length).toBeLessThanOrEqual(2 * 50);
    // After a hundred turns of the wheel, no more elements are kept than at the beginning.
    expect(await viewer.locator('.viewer-paper > *').count()).toBeLessThanOrEqual(3);
  });

  it('moves by keys, buttons, thumbnails and page number', async () => {
    const page = await newPage();
    const viewer = await open(page, 'scanned-50.pdf');
    for (const [key, number] of [
      ['PageDown', 2],
      ['PageDown', 3],
      ['ArrowRight', 4],
      ['ArrowLeft', 3],
      ['PageUp', 2],
      ['End', 50],
      ['PageDown', 50],
      ['Home', 1],
      ['PageUp', 1],
    ] as const) {
      await page.keyboard.press(key);
      await expectPage(viewer, number);
    }
    await viewer.getByRole('button', { name: 'Página siguiente' }).click();
    await expectPage(viewer, 2);
    await field(viewer).fill('30');
    await field(viewer).press('Enter');
    await expectPage(viewer, 30);
    await page.keyboard.press('PageDown');
    await expectPage(viewer, 31);
    await page.keyboard.press('PageUp');
    await expectPage(viewer, 30);
    expect(await viewer.getByRole('button', { name: 'Página 30', exact: true }).getAttribute('aria-current')).toBe('page');
    for (const nonsense of ['0', '51', 'x', '1e3', '']) {
      await field(viewer).fill(nonsense);
      await field(viewer).press('Enter');
      await expectPage(viewer, 30);
    }
    await viewer.getByRole('button', { name: 'Página 31', exact: true }).click();
    await expectPage(viewer, 31);
    await page.keyboard.press('ArrowUp');
    await expectPage(viewer, 30);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Página 30');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('viewer-stage');
    await page.getByRole('link', { name: 'Carpetas' }).focus();
    await page.keyboard.press('PageDown');
    await expectPage(viewer, 30);
  });

  it('zooms and rotates without leaving the page, and requests a larger picture only when needed', async () => {
    const page = await newPage();
    const viewer = await open(page, 'scanned-50.pdf');
    const sources = () => pictureOf(viewer, 3).getAttribute('src');
    await field(viewer).fill('3');
    await field(viewer).press('Enter');
    await pictureOf(viewer, 3).waitFor();
    expect(await sources()).toMatch(/w=800$/);
    const fitted = await widthOf(pictureOf(viewer, 3));
    for (const percent of ['100 %', '125 %', '150 %', '200 %', '250 %', '300 %', '300 %']) {
      await page.keyboard.press('+');
      await expect.poll(() => viewer.locator('summary').innerText()).toContain(percent);
    }
    await expectPage(viewer, 3);
    expect(await sources()).toMatch(/w=1600$/);
    expect(await widthOf(pictureOf(viewer, 3))).toBe(2400);
    // At 300 %, dragging scrolls the page.
    const place = () => viewer.locator('.viewer-stage').evaluate((stage) => [stage.scrollLeft, stage.scrollTop] as const);
    const [left, top] = await place();
    const { x, y } = (await viewer.locator('.viewer-stage').boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 300, y + 300);
    await page.mouse.down();
    await page.mouse.move(x + 200, y + 250);
    await page.mouse.up();
    expect(await place()).toEqual([left + 100, top + 50]);
    for (let press = 0; press < 9; press += 1) await page.keyboard.press('-');
    await expect.poll(() => viewer.locator('summary').innerText()).toContain('50 %');
    await viewer.locator('summary').click();
    await viewer.getByRole('button', { name: 'Ajustar al ancho' }).click();
    await expect.poll(() => widthOf(pictureOf(viewer, 3))).toBe(fitted);
    await viewer.locator('summary').click();
    await viewer.getByRole('button', { name: 'Ajustar a la página' }).click();
    const stage = await viewer.locator('.viewer-stage').boundingBox();
    const seen = await pictureOf(viewer, 3).boundingBox();
    expect((seen?.height ?? 0) <= (stage?.height ?? 0)).toBe(true);
    await page.keyboard.press('r');
    await expect.poll(() => pictureOf(viewer, 3).evaluate((image) => image.style.transform)).toBe('rotate(90deg)');
    const turned = await pictureOf(viewer, 3).boundingBox();
    expect((turned?.width ?? 0) > (turned?.height ?? 0)).toBe(true);
    await page.keyboard.press('PageDown');
    await expectPage(viewer, 4);
    expect(await pictureOf(viewer, 4).evaluate((image) => image.style.transform)).toBe('rotate(90deg)');
  });

  it('says why a page failed to load, and loads it again on request', async () => {
    const { page, ...browser } = await portal.as('admin', { viewport: WINDOW });
    browser.allow(/503/);
    let refused = 0;
    await page.route('**/pages/1?w=*', async (route) => {
      if (route.request().url().endsWith('w=160') || refused > 3) return route.continue();
      refused += 1;
      return route.fulfill({ status: 503, json: { detail: 'El portal está ocupado.' } });
    });
    await page.goto(addressOf('plain.pdf'));
    const viewer = page.locator('.viewer');
    await viewer.getByText('El portal está ocupado.').waitFor();
    refused = 4;
    await viewer.getByRole('button', { name: 'Intentar de nuevo' }).click();
    await pictureOf(viewer, 1).waitFor();
    expect(await pictureOf(viewer, 1).evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(800);
  });

  it('loads the text of a page only on request, and lets people copy it', async () => {
    const page = await newPage();
    const texts: string[] = [];
    page.on('request', (request) => void (request.url().includes('/text/') && texts.push(request.url())));
    const viewer = await open(page, 'plain.pdf');
    await waitForPendingRequests(page);
    expect(texts).toEqual([]);
    await viewer.getByRole('button', { name: 'Texto de la página' }).click();
    const said = viewer.locator('.viewer-said pre');
    await expect.poll(() => said.innerText()).toContain('Clausula 1.1.');
    expect(await said.evaluate((text) => getComputedStyle(text).userSelect)).not.toBe('none');
    await page.keyboard.press('PageDown');
    await expect.poll(() => said.innerText()).toContain('Clausula 2.1.');
  });

  it('fills the window, keeps the focus inside, and restores the page on Escape', async () => {
    const page = await newPage();
    const viewer = await open(page, 'plain.pdf');
    const before = await viewer.boundingBox();
    await page.keyboard.press('f');
    await expect.poll(() => viewer.boundingBox()).toEqual({ x: 0, y: 0, ...WINDOW });
    expect(await viewer.getByRole('link', { name: 'Imprimir' }).count()).toBe(1);
    for (let press = 0; press < 30; press += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.matches('.viewer *, body'))).toBe(true);
    }
    await page.keyboard.press(']');
    await expect.poll(() => page.url()).not.toContain(ids.get('plain.pdf'));
    expect(await viewer.getAttribute('data-whole')).toBe('');
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await viewer.boundingBox())?.x).toBe(before?.x);
    expect(await page.locator('[inert]').count()).toBe(0);
  });

  it('moves through the documents of a list across its pages, with and without JavaScript', async () => {
    const search = '?q=a&sort=nombre&dir=asc&carpetaId=carpeta-01&pageSize=10';
    for (const javaScriptEnabled of [true, false]) {
      const { page, ...browser } = await portal.as('admin', { viewport: WINDOW, javaScriptEnabled });
      browser.allow(/\/build\//);
      await page.goto(`/briefcase/list-briefcase${search}`);
      const names = await page.locator('tbody td.key a').allInnerTexts();
      expect(names).toHaveLength(10);
      await page.locator('tbody td.key a').last().click();
      const title = page.locator('h1');
      await expect.poll(() => title.innerText()).toBe(names[9]?.trim());
      await page.getByRole('link', { name: 'Siguiente de la lista' }).click();
      await expect.poll(() => title.innerText()).not.toBe(names[9]?.trim());
      const beyond = await title.innerText();
      if (javaScriptEnabled) await page.keyboard.press('[');
      else await page.getByRole('link', { name: 'Anterior de la lista' }).click();
      await expect.poll(() => title.innerText()).toBe(names[9]?.trim());
      await page.getByRole('link', { name: 'Archivos', exact: true }).first().click();
      await page.goto(`/briefcase/list-briefcase${search}&page=2`);
      expect((await page.locator('tbody td.key a').first().innerText()).trim()).toBe(beyond);
    }
  });

  it('shows numbered rows of a spreadsheet, and switches between its sheets', async () => {
    const page = await newPage();
    await page.goto(addressOf('cuotas.xlsx'));
    const viewer = page.locator('.viewer');
    await expect.poll(() => viewer.getByRole('rowheader').allInnerTexts()).toEqual(['1', '2', '3']);
    expect(await viewer.getByRole('columnheader').allInnerTexts()).toEqual(['Fila', 'A', 'B', 'C', 'D', 'E', 'F']);
    const first = await viewer.getByRole('table').innerText();
    await viewer.getByRole('button', { name: 'Parte siguiente' }).click();
    await expect.poll(() => viewer.getByRole('table').innerText()).not.toBe(first);
    await viewer.getByRole('combobox', { name: 'Parte' }).selectOption({ index: 0 });
    await expect.poll(() => viewer.getByRole('table').innerText()).toBe(first);
  });

  it('shows the first page, print and download without JavaScript', async () => {
    const { page, ...browser } = await portal.as('admin', { viewport: WINDOW, javaScriptEnabled: false });
    browser.allow(/\/build\//);
    await page.goto(addressOf('plain.pdf'));
    expect(await page.locator('.viewer img').getAttribute('alt')).toBe('Página 1 de plain.pdf');
    expect(await page.getByRole('link', { name: 'Imprimir' }).getAttribute('target')).toBe('_blank');
    expect(await page.getByRole('link', { name: 'Descargar', exact: true }).getAttribute('href')).toBe(
      `${addressOf('plain.pdf')}/download`,
    );
    await page.goto(addressOf('cuotas.xlsx'));
    expect(await page.getByRole('link', { name: 'Ver la tabla' }).getAttribute('href')).toBe(`${addressOf('cuotas.xlsx')}/text/1`);
  });
});
