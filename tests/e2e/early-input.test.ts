import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { asksBeforeClosing, waitForPendingRequests } from '#server/testing/chromium.ts';
import { holdBackScripts } from '#server/testing/hold-back-scripts.ts';
import { some } from '#server/testing/run-seed.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';
import { SECTIONS } from './screens.ts';

const QUOTES = '/quotes/list-quotes';
const AGENCY = '/locations/list-agencies/agencia-05/edit';
const PROMOTION = '/promotions/list-promotions/promocion-01/edit';
const DOCUMENT_TYPE = '/maintenance/digitalization/document-type/list-document-type/tipo-digital-01/edit';
const SET = '/maintenance/digitalization/document-permissions/list-document-permissions/permisos-01/edit';
const PACKAGE = '/maintenance/digitalization/packagesShips/send/list-packages/new';
const UNSAVED = 'Hay cambios sin guardar';

/** Forms of records as they open: without those that were refused or prepared. */
const FORMS = SECTIONS.filter(({ person }) => person === 'admin')
  .flatMap(({ screens }) => screens)
  .filter(({ path, status, prepare }) => /\/(?:edit|new)$|\/constants\/\w+$/.test(path) && (status ?? 200) === 200 && !prepare)
  .map(({ path }) => path);

/** What the form of a page would submit. */
const sent = (page: Page, name: string) =>
  page
    .locator(`main form:has([name="${name}"])`)
    .first()
    .evaluate((form: HTMLFormElement, given) => new FormData(form).getAll(given).map(String), name);

const hasCode = (page: Page) => page.locator('html[data-hydrated]').waitFor({ state: 'attached' });

describe.skipIf(noChromium)('input made before the scripts of the page have loaded', () => {
  const portal = useDemoPortal();

  /** Holds back the scripts of every page until `release` is called. */
  async function openEarly(url: string) {
    const { page } = await portal.as('admin');
    const release = await holdBackScripts(page);
    const open = async (address: string) => {
      await page.goto(address, { waitUntil: 'commit' });
      await page.locator('main form').filter({ visible: true }).first().waitFor();
    };
    await open(url);
    const giveCode = async () => {
      release();
      await hasCode(page);
    };
    return { page, open, giveCode };
  }

  it.each([
    ['a filter of a list', QUOTES, 'sinSeguimiento', '7'],
    ['the rows of a page', QUOTES, 'pageSize', '10'],
    ['a filter of a report', '/reports/quotes', 'compare', 'year'],
  ])('applies %s chosen early, and the back button leads to the page without it', async (_what, url, name, value) => {
    const { page, giveCode } = await openEarly(url);
    await page.locator(`select[name=${name}]`).selectOption(value);
    await giveCode();
    await page.waitForURL((address) => address.pathname === url && address.searchParams.get(name) === value);
    await expect.poll(() => page.locator(`select[name=${name}]`).inputValue()).toBe(value);
    await waitForPendingRequests(page);
    await page.goBack();
    await page.waitForURL((address) => address.pathname === url && !address.searchParams.has(name));
    await waitForPendingRequests(page);
    expect(new URL(page.url()).searchParams.has(name)).toBe(false);
  });

  it('applies two early choices together, and one with the text typed into the search', async () => {
    const report = await openEarly('/reports/quotes');
    await report.page.locator('select[name=estado]').selectOption({ index: 1 });
    await report.page.locator('select[name=compare]').selectOption('none');
    await report.giveCode();
    await report.page.waitForURL(/compare=none/);
    expect(new URL(report.page.url()).searchParams.get('estado')).not.toBe('');
    const list = await openEarly(QUOTES);
    await list.page.locator('input[type=search][name=q]').fill('maria');
    await list.page.locator('select[name=sinSeguimiento]').selectOption('7');
    await list.giveCode();
    await list.page.waitForURL(/sinSeguimiento=7/);
    expect(new URL(list.page.url()).searchParams.get('q')).toBe('maria');
    await expect.poll(() => list.page.locator('input[type=search][name=q]').inputValue()).toBe('maria');
  });

  it('ignores an early choice of an earlier visit after going back', async () => {
    const { page, open, giveCode } = await openEarly(QUOTES);
    await page.locator('select[name=sinSeguimiento]').selectOption('7');
    await open('/customers/list-customers');
    await page.goBack({ waitUntil: 'commit' });
    await page.locator('select[name=sinSeguimiento]').waitFor();
    expect(await page.locator('select[name=sinSeguimiento]').inputValue()).toBe('');
    await giveCode();
    await waitForPendingRequests(page);
    expect(new URL(page.url()).search).toBe('');
    expect(new URL(page.url()).pathname).toBe(QUOTES);
  });

  it('keeps an early edit as unsaved, and saves it', async () => {
    const { page, giveCode } = await openEarly(PROMOTION);
    const text = page.locator('textarea[name=descripcion]');
    const before = await text.inputValue();
    expect(before).not.toBe('');
    await text.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Hoy también.');
    await giveCode();
    expect(await text.inputValue()).toBe(`${before} Hoy también.`);
    await page.locator('#menu').getByRole('link', { name: 'Departamentos' }).click();
    await page.getByRole('dialog', { name: UNSAVED }).getByRole('button', { name: 'Seguir editando' }).click();
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByText('Hoy también.').first().waitFor();
    expect(await page.getByRole('dialog', { name: UNSAVED }).count()).toBe(0);
  });

  it('handles keys pressed early, and puts the text after them into the field that they open', async () => {
    const { page, giveCode } = await openEarly(QUOTES);
    await page.keyboard.press('/');
    await page.keyboard.type('maria');
    await giveCode();
    await expect.poll(() => page.locator('input[type=search][name=q]').inputValue()).toBe('maria');
    const other = await openEarly('/customers/list-customers');
    await other.page.keyboard.press('Control+k');
    await other.page.keyboard.type('agencias');
    await other.giveCode();
    await expect.poll(() => other.page.getByRole('dialog').getByRole('combobox').inputValue()).toBe('agencias');
    const rows = await openEarly(QUOTES);
    for (const key of ['j', 'j', 'k', 'j']) await rows.page.keyboard.press(key);
    await rows.giveCode();
    const second = rows.page.locator('tbody tr').nth(1).getByRole('link').first();
    await expect.poll(() => second.evaluate((link) => link === document.activeElement)).toBe(true);
    await rows.page.keyboard.press('Enter');
    await rows.page.waitForURL(new RegExp(`${QUOTES}/`));
    const beside = await openEarly(QUOTES);
    // Space scrolls the page natively.
    await beside.page.keyboard.press('Space');
    await expect.poll(() => beside.page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await beside.page.keyboard.press('j');
    await beside.page.keyboard.press('Space');
    await beside.giveCode();
    await beside.page.getByRole('complementary', { name: 'Vista rápida' }).waitFor();
  });

  it('loses no letter when the scripts take over during typing', async () => {
    const { page, giveCode } = await openEarly(AGENCY);
    const text = page.locator('textarea[name=operaciones]');
    const before = await text.inputValue();
    expect(before).not.toBe('');
    await text.focus();
    await page.keyboard.press('Control+End');
    const written = ', remesas, cobro de servicios y retiros de las ayudas';
    await Promise.all([page.keyboard.type(written, { delay: 15 }), giveCode()]);
    await expect.poll(() => text.inputValue()).toBe(before + written);
    expect(await asksBeforeClosing(page)).toBe(true);
  });

  it.each([
    ['hours as text', AGENCY, 'textarea[name=horarios]', 'horarios', 'Martes a jueves 9:00 a 15:00'],
    ['addresses of pictures', AGENCY, 'textarea[name=fotos]', 'fotos', '/media/a.jpg\n/media/b.jpg'],
    ['the address of a picture', PROMOTION, 'input[name=image_url]', 'image_url', 'https://ejemplo.gt/a.jpg'],
    ['lines of fields', DOCUMENT_TYPE, 'textarea[name=campos]', 'campos', 'dpi; DPI; texto; no'],
    ['the name of a constant', '/settings/constants/packageStatus', 'input[name=value]', 'value', 'Recién ingresado'],
  ])('keeps %s when another control replaces the plain one', async (_what, url, selector, name, typed) => {
    const { page, giveCode } = await openEarly(url);
    await page.route('**/media/**', (route) => route.fulfill({ status: 204 }));
    await page.route('https://ejemplo.gt/**', (route) => route.fulfill({ status: 204 }));
    await page.locator(selector).first().fill(typed);
    await giveCode();
    await waitForPendingRequests(page);
    expect((await sent(page, name))[0]).toBe(typed);
    expect(await asksBeforeClosing(page)).toBe(true);
  });

  it('keeps boxes of a matrix that were ticked or cleared early', async () => {
    const { page, giveCode } = await openEarly(SET);
    const boxes = page.locator('input[name=p]');
    const all = await boxes.evaluateAll((found) =>
      found.map((box) => [(box as HTMLInputElement).value, (box as HTMLInputElement).checked] as const),
    );
    const ticked = all.find(([value, checked]) => !checked && value.endsWith('/view'))?.[0] ?? '';
    const cleared = all.find(([value, checked]) => checked && value.endsWith('/download'))?.[0] ?? '';
    await page.locator(`input[value="${ticked}"]`).check();
    await page.locator(`input[value="${cleared}"]`).uncheck();
    await giveCode();
    await waitForPendingRequests(page);
    const lines = (await sent(page, 'permissions'))[0]?.split('\n') ?? [];
    const actionsOf = (value: string) => lines.find((line) => line.startsWith(value.slice(0, value.lastIndexOf('/')))) ?? '';
    expect([actionsOf(ticked), actionsOf(cleared)]).toEqual([expect.stringContaining('view'), expect.not.stringContaining('download')]);
    expect(await page.locator(`input[value="${ticked}"]`).isChecked()).toBe(true);
    expect(await page.locator(`input[value="${cleared}"]`).isChecked()).toBe(false);
    expect(await asksBeforeClosing(page)).toBe(true);
  });

  it('copies the menus of an early chosen role, and requests the recipients of an early chosen agency', async () => {
    const role = await openEarly('/settings/roles/new');
    await role.page.getByLabel('Copiar de').selectOption({ label: 'Editor' });
    await role.giveCode();
    await expect.poll(async () => (await sent(role.page, 'menus')).length).toBeGreaterThan(5);
    const draft = await openEarly(PACKAGE);
    await draft.page.locator('select[name=agencyId]').selectOption({ index: 1 });
    const people = draft.page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().includes(PACKAGE));
    await draft.giveCode();
    expect((await people).status()).toBe(200);
    expect((await sent(draft.page, 'agencyId'))[0]).not.toBe('');
  });

  it('counts values that the browser restores into a form as unsaved', async () => {
    const { page } = await portal.as('admin');
    await page.goto(PROMOTION);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.locator('input[name=nombre]').pressSequentially(' de siempre');
    const typed = await page.locator('input[name=nombre]').inputValue();
    await page.goto('/account');
    await page.goBack();
    await hasCode(page);
    expect(await page.locator('input[name=nombre]').inputValue()).toBe(typed);
    expect(await asksBeforeClosing(page)).toBe(true);
  });

  it('counts no untouched form as changed', async () => {
    const { page } = await portal.as('admin');
    const changed: string[] = [];
    for (const url of some(FORMS, 10)) {
      await page.goto(url);
      if (await asksBeforeClosing(page)) changed.push(url);
    }
    expect(FORMS.length).toBeGreaterThan(20);
    expect(changed).toEqual([]);
  });
});
