import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DEMO_SETS } from '#prisma/seed/permission-sets.ts';
import { createLog } from '#server/platform/log/log.ts';
import type { DatabaseName, Fields } from '#server/ports/documents/document-store.ts';
import { createReadModel } from '#server/read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { waitForPendingRequests } from '#server/testing/chromium.ts';
import { noChromium, useDemoPortal, type DemoPortal } from './demo-portal.ts';

const DOCUMENTS = '/digitalization-documents/list-digitalization-docs';
const FILES = '/briefcase/list-briefcase';
const QUOTES = '/quotes/list-quotes';
const WINDOW = { viewport: { width: 1366, height: 768 } };

const DAY_MS = 24 * 60 * 60 * 1000;
const VIEW = 'Papeles de la semana';
const HEAD = { account: 'usuarios/demo-editor', role: 'jefatura', agency: 'agencia-01' } as const;

/** Makes the editor a head of agency, as another program would. @returns a function that stores a document of today */
async function makeHeadOfAgency({ database: { sql }, documents }: DemoPortal) {
  const log = createLog({ level: 'silent', process: 'test' });
  const readModel = createReadModel({ sql, documents, projections: PROJECTIONS, log });
  const put = async (database: DatabaseName, path: string, data: Fields) => {
    await documents[database].set(path, data);
    await readModel.projectNow(database, [path]);
  };
  const { account, role, agency } = HEAD;
  await put('main', `roles/${role}`, { title: 'Jefatura de agencia', value: role, soloAgencia: true });
  await put('main', `permisos_rol/${role}`, { menus: ['home', 'digitalization-documents', 'quotes'] });
  const person = (await documents.main.get(account))?.data;
  await put('main', account, { ...person, role, agency, digitalization_permission_id: DEMO_SETS.digitizing });
  return async (id: string, categoryId: string | undefined, agencyId: string) => {
    const { rows } = await sql.query<{ id: string }>(
      // A document that somebody holds is visible to them whatever its agency, so take one that nobody holds.
      `SELECT id FROM documentos WHERE "categoryId" = $1 AND "agencyId" = $2 AND "userId" = '' AND "isActive" ORDER BY id LIMIT 1`,
      [categoryId, agency],
    );
    const like = (await documents.digitalization.get(`documentos/${rows[0]?.id}`))?.data;
    const made = { ...like, agencyId, agencyFromDoc: agencyId, documentName: `Papel ${id}`, createdAt: new Date() };
    await put('digitalization', `documentos/${id}`, made);
  };
}

const peek = (page: Page) => page.getByRole('complementary', { name: 'Vista rápida' });
const topOf = (element: Element) => element.getBoundingClientRect().top;
const bottomOf = (element: Element) => element.getBoundingClientRect().bottom;
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('href') ?? '');

describe.skipIf(noChromium)('saved views and lists', () => {
  const portal = useDemoPortal();

  it('a view of this week’s papers is shared with the agency, and shows the papers of the next day', async () => {
    const put = await makeHeadOfAgency(portal);
    const sign = await portal.cookieOf('editor');
    // Sets the portal's and the browser's clock a day back.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - DAY_MS, shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { page } = await portal.visitor({ ...WINDOW, session: sign });
    await page.clock.setFixedTime(new Date());
    await page.goto(DOCUMENTS);
    await waitForPendingRequests(page);
    const category = page.locator('select[name=categoryId]');
    await category.focus();
    await category.locator('option').nth(3).waitFor({ state: 'attached' });
    await category.selectOption({ label: 'Elegir varias…' });
    const boxes = page.getByRole('dialog', { name: 'Categoría' }).getByRole('checkbox');
    await boxes.nth(1).check();
    await boxes.nth(2).check();
    await page.getByRole('button', { name: 'Filtrar por 2' }).click();
    const chips = page.getByRole('list', { name: 'Filtros activos' });
    await expect.poll(() => chips.getByText(/^Categoría: /).count()).toBe(2);
    await page.locator('summary').filter({ hasText: 'Fechas' }).click();
    await page.getByRole('link', { name: 'Esta semana' }).click();
    await chips.getByText('Fechas: esta semana').waitFor();
    const [wanted] = new URL(page.url()).searchParams.getAll('categoryId');
    await page.getByRole('link', { name: 'Guardar vista' }).click();
    await page.locator('input[name=nombre]').fill(VIEW);
    await page.getByRole('group', { name: 'Compartida con agencias' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByText(`Vista: ${VIEW}`).waitFor();
    // Its clock stays behind, so no other test may reuse the page.
    await page.close();
    vi.useRealTimers();

    await put('hoy', wanted, HEAD.agency);
    await put('hoy-de-otra', wanted, 'agencia-02');
    for (const person of ['editor', 'digitaliza']) {
      const { page: nextDay } = await portal.as(person, WINDOW);
      await nextDay.goto('/');
      const entry = nextDay.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: new RegExp(`^${VIEW}`) });
      const counted = Number((await entry.textContent())?.replace(/\D/g, ''));
      await entry.click();
      await nextDay.getByText(`Vista: ${VIEW}`).waitFor();
      const heading = await nextDay.getByRole('heading', { level: 1 }).textContent();
      expect([person, Number(heading?.replace(/\D/g, ''))]).toEqual([person, counted]);
      const shown = nextDay.getByRole('table').getByRole('link', { name: /^Papel hoy/ });
      expect([person, await shown.allInnerTexts()]).toEqual([person, ['Papel hoy']]);
      expect(await nextDay.getByRole('button', { name: 'Guardar los cambios en la vista' }).count()).toBe(0);
    }
    const { page: changed } = await portal.as('editor', WINDOW);
    await changed.goto('/');
    await changed
      .getByRole('navigation', { name: 'Menú principal' })
      .getByRole('link', { name: new RegExp(`^${VIEW}`) })
      .click();
    // One of several values can be removed alone.
    await changed
      .getByRole('link', { name: /^Quitar filtro: Categoría: / })
      .first()
      .click();
    await changed.getByRole('button', { name: 'Guardar los cambios en la vista' }).waitFor();
    expect(new URL(changed.url()).searchParams.getAll('categoryId')).toHaveLength(1);
  });

  it('the choice of columns ticks those that the window shows', async () => {
    const { page } = await portal.as('admin', { viewport: { width: 1000, height: 768 } });
    await page.goto(QUOTES);
    await waitForPendingRequests(page);
    await page.locator('summary').filter({ hasText: 'Columnas' }).click();
    const choice = page.locator('.column-choice');
    const ticked = () =>
      choice
        .locator('label')
        .evaluateAll((all) => all.filter((label) => label.querySelector('input')?.checked).map((label) => label.textContent));
    const heads = await page.getByRole('table').getByRole('columnheader').allInnerTexts();
    const offered = await choice.locator('label').allInnerTexts();
    await expect.poll(ticked).toEqual(offered.filter((label) => heads.some((head) => head.trim().startsWith(label))));
    expect(heads).not.toContain('A cargo de');
    expect(offered.map((label) => label.split('\n')[0])).toContain('A cargo de');
  });

  it('several values of a filter stay ticked when Enter is pressed in their search or on one of them', async () => {
    const { page } = await portal.as('admin', WINDOW);
    await page.goto(QUOTES);
    await waitForPendingRequests(page);
    const agency = page.locator('select[name=agencia]');
    await agency.focus();
    await agency.locator('option').nth(10).waitFor({ state: 'attached' });
    await agency.selectOption({ label: 'Elegir varias…' });
    const dialog = page.getByRole('dialog', { name: 'Agencia' });
    await dialog.getByRole('checkbox').nth(1).check();
    await dialog.getByRole('searchbox').fill('agencia');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.keyboard.press('Enter');
    await dialog.getByRole('checkbox').nth(1).focus();
    await page.keyboard.press('Enter');
    await waitForPendingRequests(page);
    expect(sent).toEqual([]);
    await dialog.getByRole('button', { name: 'Filtrar por 1' }).waitFor();
    // A dialog that is closed by its button gives the focus back, too.
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect.poll(() => agency.evaluate((select) => select === document.activeElement)).toBe(true);
  });

  it('the quick view moves by keys beside the list, which keeps its scroll position, focus and selection', async () => {
    const { page } = await portal.as('admin', WINDOW);
    const views = async () => {
      const { rows } = await portal.database.sql.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM eventos_archivos WHERE kind = 'view' AND area = 'briefcase'`,
      );
      return rows[0]?.count ?? 0;
    };
    await page.goto(`${FILES}?sort=nombre&dir=asc`);
    await waitForPendingRequests(page);
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
    // Beside it, header and filters take more lines, but the row stays at the same height. And the quick view offers no actions.
    expect(await top()).toBe(stood);
    expect(await peek(page).getByText('Cargar una versión nueva').count()).toBe(0);
    const title = await peek(page).getByRole('heading', { level: 2 }).first().textContent();
    expect(title).toContain((await links.nth(place).textContent())?.trim().slice(0, 8) ?? '?');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => peek(page).getByRole('heading', { level: 2 }).first().textContent()).not.toBe(title);
    // Within it, arrows scroll as usual.
    const close = peek(page).getByRole('button', { name: 'Cerrar' });
    await close.focus();
    await page.keyboard.press('ArrowDown');
    expect(await close.evaluate((button) => button === document.activeElement)).toBe(true);
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
    // Going up, the focused row is not behind the head that stays in sight.
    await links.last().focus();
    const rows = await links.count();
    const head = page.locator('thead th').nth(1);
    const covered: number[] = [];
    for (let row = rows - 2; row >= 0; row -= 1) {
      await page.keyboard.press('k');
      const [bottom, at] = [await head.evaluate(bottomOf), await links.nth(row).evaluate(topOf)];
      if (at < bottom) covered.push(row);
    }
    expect(covered).toEqual([]);
  });
});
