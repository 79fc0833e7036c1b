import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { quiet } from '#server/testing/chromium.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';

const CUSTOMERS = '/customers/list-customers';
const FILES = '/briefcase/list-briefcase';
const WINDOW = { viewport: { width: 1366, height: 768 } };

const peek = (page: Page) => page.getByRole('complementary', { name: 'Vista rápida' });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('href') ?? '');

describe.skipIf(noChromium)('lists as people keep them', () => {
  const portal = useDemoPortal();

  it('members of two agencies become a view in nine acts, opened the next day in one', async () => {
    const { page } = await portal.as('editor', WINDOW);
    await page.goto(CUSTOMERS);
    await quiet(page);
    const agency = page.locator('select[name=agencia]');
    await agency.focus();
    await agency.locator('option').nth(3).waitFor({ state: 'attached' });
    await agency.selectOption({ label: 'Elegir varias…' });
    const dialog = page.getByRole('dialog', { name: 'Agencia' });
    const boxes = dialog.getByRole('checkbox');
    await boxes.nth(1).check();
    await boxes.nth(3).check();
    await dialog.getByRole('button', { name: 'Filtrar por 2' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.getAll('agencia').length).toBe(2);
    const chips = page.getByRole('list', { name: 'Filtros activos' });
    await expect.poll(() => chips.getByText(/^Agencia: /).count()).toBe(2);
    await page.getByRole('link', { name: 'Guardar vista' }).click();
    await page.locator('input[name=nombre]').fill('Las dos mías');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByText('Vista: Las dos mías').waitFor();

    const { page: nextDay } = await portal.as('editor', WINDOW);
    await nextDay.goto('/');
    const entry = nextDay.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: /^Las dos mías/ });
    const counted = (await entry.textContent())?.replace(/\D/g, '') ?? '';
    await entry.click();
    await nextDay.getByText('Vista: Las dos mías').waitFor();
    const heading = await nextDay.getByRole('heading', { level: 1 }).textContent();
    expect(Math.min(Number(heading?.replace(/\D/g, '')), 1_000)).toBe(Number(counted));
    // One of several goes alone.
    await nextDay
      .getByRole('link', { name: /^Quitar filtro: Agencia: / })
      .first()
      .click();
    await nextDay.getByRole('button', { name: 'Guardar los cambios en la vista' }).waitFor();
    expect(new URL(nextDay.url()).searchParams.getAll('agencia')).toHaveLength(1);
  });

  it('files are looked at beside their list by keys, and the list is found as it was left', async () => {
    const { page } = await portal.as('admin', WINDOW);
    const views = async () => {
      const { rows } = await portal.database.sql.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM eventos_archivos WHERE kind = 'view' AND area = 'briefcase'`,
      );
      return rows[0]?.count ?? 0;
    };
    await page.goto(`${FILES}?sort=nombre&dir=asc`);
    await quiet(page);
    const links = page.getByRole('table').locator('tbody td.key a');
    const pdf = await links.evaluateAll((all) => all.findIndex((link) => /\.pdf$/i.test(link.textContent ?? '')));
    const place = Math.max(pdf, 0);
    const before = await views();
    await page.locator('tbody input[name="ids"]').nth(place).check();
    await links.nth(place).focus();
    const top = () => links.nth(place).evaluate((link) => Math.round(link.getBoundingClientRect().top));
    const stood = await top();
    await page.keyboard.press('Space');
    await peek(page).getByRole('img').first().waitFor();
    await expect.poll(views).toBeGreaterThan(before);
    // Head and filters take more lines beside it: the row stays where the eye has it. And nothing is offered that acts.
    expect(await top()).toBe(stood);
    expect(await peek(page).getByText('Cargar una versión nueva').count()).toBe(0);
    const title = await peek(page).getByRole('heading', { level: 2 }).first().textContent();
    expect(title).toContain((await links.nth(place).textContent())?.trim().slice(0, 8) ?? '?');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => peek(page).getByRole('heading', { level: 2 }).first().textContent()).not.toBe(title);
    await page.keyboard.press('Escape');
    await expect.poll(() => peek(page).count()).toBe(0);
    const left = await focused(page);
    expect(left).toBe(await links.nth(place + 1).getAttribute('href'));
    const scroll = await page.evaluate(() => Math.round(window.scrollY));
    await page.keyboard.press('Enter');
    await page.waitForURL(/briefcase\/files\//);
    await page.getByRole('navigation', { name: 'Ruta de la página' }).getByRole('link', { name: 'Archivos' }).click();
    await page.waitForURL(/list-briefcase/);
    await expect.poll(() => focused(page)).toBe(left);
    expect(await page.evaluate(() => Math.round(window.scrollY))).toBe(scroll);
    await expect.poll(() => page.locator('tbody input[name="ids"]').nth(place).isChecked()).toBe(true);
  });
});
