import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { normalizeForSearch } from '#server/domain/normalize.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';

describe.skipIf(noChromium)('the global search', () => {
  const portal = useDemoPortal();
  let customer = { id: '', nombre: '', codigo: '', word: '' };

  beforeAll(async () => {
    const { rows } = await portal.database.sql.query<{ id: string; nombre: string; codigo: string }>(
      `SELECT id, nombre, codigo FROM clientes WHERE nombre ~ '[áéíóúñ]' AND "isActive" ORDER BY id`,
    );
    const words = new Map<string, number>();
    for (const { nombre } of rows) for (const word of normalizeForSearch(nombre).split(' ')) words.set(word, (words.get(word) ?? 0) + 1);
    for (const row of rows) {
      const word = normalizeForSearch(row.nombre)
        .split(' ')
        .find((one) => one.length >= 6);
      if (word) customer = { ...row, word };
    }
  });

  const open = async (page: Page) => {
    // The page's scripts handle keys a moment after it is rendered; a person would press again.
    const isOpen = async () => {
      await page.keyboard.press('Control+k');
      return page.getByRole('dialog').getByRole('combobox').isVisible();
    };
    await expect.poll(isOpen).toBe(true);
  };
  const active = (page: Page) => page.locator('[role="option"][aria-selected="true"]');

  it('opens with suggestions, finds a record by its code, and opens it by keyboard alone', async () => {
    const { page } = await portal.as('admin');
    await page.goto('/');
    await open(page);
    await page.getByRole('option', { name: 'Prospecciones' }).first().waitFor();
    await page.keyboard.type(customer.codigo);
    await expect.poll(() => active(page).innerText()).toContain(customer.nombre);
    expect(await page.getByRole('dialog').getByRole('combobox').getAttribute('aria-activedescendant')).toBe(
      await active(page).getAttribute('id'),
    );
    expect(await page.getByRole('group', { name: /^Asociados/ }).count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/customers/list-customers/${customer.id}`);
    await page.getByRole('heading', { level: 1, name: customer.nombre }).waitFor();
    expect(await page.locator('dialog[open]').count()).toBe(0);
  });

  it('finds a name without accents and with a wrong letter', async () => {
    const { page } = await portal.as('admin');
    await page.goto('/account');
    for (const q of [
      normalizeForSearch(customer.nombre),
      `${customer.word.slice(0, 3)}${customer.word[3] === 'z' ? 'y' : 'z'}${customer.word.slice(4)}`,
    ]) {
      await open(page);
      await page.keyboard.type(q);
      await expect.poll(() => page.getByRole('option').locator('mark').count(), { timeout: 10_000 }).toBeGreaterThan(0);
      expect(normalizeForSearch(await page.getByRole('listbox').innerText())).toContain(customer.word);
      await page.keyboard.press('Escape');
      expect(await page.locator('dialog[open]').count()).toBe(0);
    }
  });

  it('wraps around with the arrow keys, announces the number of results, and offers actions', async () => {
    const { page } = await portal.as('admin');
    await page.goto('/account');
    await open(page);
    await page.keyboard.type('promocion');
    await page.getByRole('option', { name: 'Nueva promoción' }).waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: /\d+ resultados/ })
      .waitFor({ state: 'attached' });
    const first = await active(page).getAttribute('id');
    await page.keyboard.press('ArrowUp');
    expect(await active(page).getAttribute('id')).not.toBe(first);
    await page.keyboard.press('ArrowDown');
    expect(await active(page).getAttribute('id')).toBe(first);
    expect(
      await page
        .getByRole('dialog')
        .getByRole('combobox')
        .evaluate((field) => field === document.activeElement),
    ).toBe(true);
    await page.getByRole('option', { name: 'Nueva promoción' }).click();
    await page.waitForURL('**/promotions/list-promotions/new');
  });

  it('shows recently opened records under their name', async () => {
    const { page } = await portal.as('admin');
    await page.goto(`/customers/list-customers/${customer.id}`);
    await page.getByRole('heading', { level: 1, name: customer.nombre }).waitFor();
    await open(page);
    await page.getByRole('group', { name: 'Abiertos hace poco' }).getByRole('option', { name: customer.nombre }).waitFor();
  });

  it('drops a late answer to an earlier query', async () => {
    const { page } = await portal.as('admin');
    await page.goto('/account');
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/buscar.json?q=promo', async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await open(page);
    const asked = page.waitForRequest('**/buscar.json?q=promo');
    await page.keyboard.type('promo');
    await asked;
    await page.getByRole('dialog').getByRole('combobox').fill(customer.codigo);
    await expect.poll(() => active(page).innerText()).toContain(customer.nombre);
    release();
    await page.waitForTimeout(300);
    expect(await active(page).innerText()).toContain(customer.nombre);
  });

  it('says when the search fails, and repeats it on request', async () => {
    const watched = await portal.as('admin');
    const { page } = watched;
    watched.allow(/buscar\.json/);
    await page.goto('/account');
    await page.route('**/buscar.json?q=promocion', (route) => route.abort('connectionreset'), { times: 1 });
    await open(page);
    await page.keyboard.type('promocion');
    await page.getByRole('alert').getByText('No pudimos buscar').waitFor();
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await page.getByRole('option', { name: 'Nueva promoción' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('opens the search page when Enter comes before the answer', async () => {
    const { page } = await portal.as('admin');
    await page.goto('/account');
    await page.route('**/buscar.json?q=*', () => new Promise(() => undefined));
    await open(page);
    await page.getByRole('option', { name: 'Prospecciones' }).first().waitFor();
    await page.keyboard.type(customer.codigo);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/buscar?q=${customer.codigo}`);
    await page.getByRole('link', { name: customer.nombre }).waitFor();
  });

  it('works without JavaScript, and shows no member to a person without that menu', async () => {
    const watched = await portal.as('reportes', { javaScriptEnabled: false });
    const { page } = watched;
    watched.allow(/\.js csp$/);
    await page.goto('/');
    await page.getByRole('link', { name: 'Buscar en el portal' }).click();
    await page.getByRole('searchbox').fill('descargas');
    await page.getByRole('button', { name: 'Buscar' }).click();
    await page.getByRole('link', { name: /Descargas por usuario, mes anterior/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Descargas por usuario' }).waitFor();
    await page.goto(`/buscar?q=${customer.codigo}`);
    expect(await page.getByText(customer.nombre).count()).toBe(0);
  });
});
