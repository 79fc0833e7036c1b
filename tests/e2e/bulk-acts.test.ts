import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SERVICES_URL } from '#server/domain/products.ts';
import { formatCount } from '#server/domain/text.ts';
import { waitForPendingRequests } from '#server/testing/chromium.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';
import { HEIGHT, inspectPage } from './inspect-page.ts';

const FILES = '/briefcase/list-briefcase';
const OFFERS = '/job-offers/list-job-offer';
const PEOPLE = '/users/list-users';

/** Counts the clicks and choices of a story. */
function counting() {
  let acts = 0;
  return {
    count: () => acts,
    act: async (work: Promise<unknown>) => {
      acts += 1;
      await work;
    },
  };
}

const boxes = (page: Page) => page.getByRole('table').locator('tbody input[name="ids"]');
const bar = (page: Page) => page.locator('form#seleccion');
const chosen = (page: Page) => bar(page).getByRole('status');

describe.skipIf(noChromium)('acts on a selection, in a browser', () => {
  const portal = useDemoPortal({ worker: true });
  const valuesOf = async (collection: string, field: string, ids: readonly string[]): Promise<unknown[]> => {
    const found = await portal.documents.main.getMany([...ids].sort().map((id) => `${collection}/${id}`));
    return found.map((document) => document?.data[field] ?? null);
  };
  const idsOf = (page: Page) => boxes(page).evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value));

  it('moves twelve files in five acts without scrolling, and undoes it in one', async () => {
    const { page } = await portal.as('admin', { viewport: { width: 1366, height: 768 } });
    await page.goto(FILES);
    const ids = (await idsOf(page)).slice(12, 24);
    const before = await valuesOf('maletin_archivos', 'carpetaId', ids);
    const { act, count } = counting();
    await act(boxes(page).nth(12).click());
    await act(
      boxes(page)
        .nth(23)
        .click({ modifiers: ['Shift'] }),
    );
    await chosen(page).getByText('12 archivos seleccionados').waitFor();
    const scroll = () => page.evaluate(() => Math.round(window.scrollY));
    const place = await scroll();
    await act(bar(page).getByRole('button', { name: 'Mover…' }).click());
    const select = bar(page).locator('select[name=carpetaId]');
    await select.locator('option').nth(2).waitFor({ state: 'attached' });
    // The field is visible and focused, and nothing has scrolled.
    expect(await select.evaluate((field) => field === document.activeElement)).toBe(true);
    const { top, bottom } = await select.evaluate((field) => field.getBoundingClientRect());
    expect([top > 0, bottom < 768, await scroll()]).toEqual([true, true, place]);
    await page.keyboard.press('Escape');
    expect(
      await bar(page)
        .getByRole('button', { name: 'Mover…' })
        .evaluate((button) => button === document.activeElement),
    ).toBe(true);
    await page.keyboard.press('Enter');
    await select.locator('option').nth(2).waitFor({ state: 'attached' });
    await act(select.selectOption({ index: 2 }));
    await act(bar(page).getByRole('button', { name: 'Mover', exact: true }).click());
    await page.getByText(/^Se movieron 1?\d archivos? a «/).waitFor();
    expect(count()).toBe(5);
    const after = new Set(await valuesOf('maletin_archivos', 'carpetaId', ids));
    expect(after.size).toBe(1);
    // The bar is gone, and the focus is back on the first selected row.
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value)).toBe(ids[0]);
    expect(await boxes(page).evaluateAll((all) => all.some((box) => (box as HTMLInputElement).checked))).toBe(false);
    const kept = await scroll();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.getByText(/^Se deshizo: /).waitFor();
    expect(await valuesOf('maletin_archivos', 'carpetaId', ids)).toEqual(before);
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value)).toBe(ids[0]);
    expect(await scroll()).toBe(kept);
    // The notice leaves the bar's buttons free, also while something at the other end of the window has the focus only to be read aloud.
    await boxes(page).nth(0).click();
    await page.evaluate(() => {
      window.scrollTo(0, 0);
      const main = document.querySelector('main');
      main?.setAttribute('tabindex', '-1');
      main?.focus();
    });
    const topAndBottom = (selector: string) => page.locator(selector).evaluate((box) => box.getBoundingClientRect());
    await expect
      .poll(async () => (await topAndBottom('.toasts')).bottom < (await topAndBottom('#seleccion')).top, {
        message: 'the notice moves away',
      })
      .toBe(true);
  });

  it('hides ten job offers in two acts, and clears a selection on Escape', async () => {
    const { page } = await portal.as('admin');
    await page.goto(`${OFFERS}?estado=true&pageSize=10`);
    const ids = await idsOf(page);
    await page.getByLabel('Seleccionar todas las filas de esta página').check();
    await page.keyboard.press('Escape');
    expect(await bar(page).isVisible()).toBe(false);
    // Enter does not press the bar's first button.
    await boxes(page).first().check();
    await page.keyboard.press('Enter');
    await waitForPendingRequests(page);
    expect([await boxes(page).first().isChecked(), await page.getByText(/^Se publicó/).count()]).toEqual([true, 0]);
    const { act, count } = counting();
    await act(page.getByLabel('Seleccionar todas las filas de esta página').check());
    await act(bar(page).getByRole('button', { name: 'Ocultar' }).click());
    await page.getByText(/^Se (?:ocultaron \d+ plazas vacantes|ocultó 1 plaza vacante)\./).waitFor();
    expect(count()).toBe(2);
    expect(new Set(await valuesOf('plazas_vacantes', 'estado', ids))).toEqual(new Set([false]));

    // It emptied the list: undone, its rows come back unticked.
    await page.getByText('Ninguna plaza vacante coincide con lo que busca.').waitFor();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await boxes(page).first().waitFor();
    await page.getByText(/^Se deshizo: /).waitFor();
    expect(await boxes(page).evaluateAll((all) => all.filter((box) => (box as HTMLInputElement).checked).length)).toBe(0);
    expect(await bar(page).isVisible()).toBe(false);
  });

  it('keeps a selection across pages and sort orders, and clears it on Escape or a new search', async () => {
    const { page } = await portal.as('admin');
    await page.goto(`${FILES}?pageSize=10`);
    const ids = (await idsOf(page)).slice(0, 2);
    for (const place of [0, 1]) await boxes(page).nth(place).click();
    await page.getByRole('link', { name: 'Página siguiente' }).click();
    await chosen(page).getByText('2 archivos seleccionados, 2 en otras páginas').waitFor();
    ids.push((await idsOf(page))[3] ?? '');
    await boxes(page).nth(3).click();
    await chosen(page).getByText('3 archivos seleccionados, 2 en otras páginas').waitFor();
    await page.getByRole('link', { name: 'Página anterior' }).click();
    await chosen(page).getByText('3 archivos seleccionados, 1 en otra página').waitFor();
    await page.getByRole('columnheader', { name: 'Nombre' }).getByRole('link').click();
    await page.waitForURL(/sort=nombre/);
    await chosen(page)
      .getByText(/^3 archivos seleccionados/)
      .waitFor();
    const before = await valuesOf('maletin_archivos', 'carpetaId', ids);
    await bar(page).getByRole('button', { name: 'Mover…' }).click();
    const select = bar(page).locator('select[name=carpetaId]');
    await select.locator('option').nth(3).waitFor({ state: 'attached' });
    const folder = (await select.locator('option').evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value))).find(
      (id) => id !== '' && !before.includes(id),
    );
    await select.selectOption(folder ?? '');
    // It reaches more than the rows in sight, so the button says how many.
    await bar(page).getByRole('button', { name: 'Mover 3 archivos', exact: true }).click();
    await page.getByText(/^Se movieron 3 archivos a «/).waitFor();
    expect(await valuesOf('maletin_archivos', 'carpetaId', ids)).toEqual([folder, folder, folder]);
    await bar(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.getByText(/^Se deshizo: /).waitFor();

    // Escape clears the whole selection, even if no row of this page is selected; a new search clears it too.
    await page.goto(`${FILES}?pageSize=10`);
    await boxes(page).first().click();
    await page.getByRole('link', { name: 'Página siguiente' }).click();
    await chosen(page).getByText('1 archivo seleccionado, 1 en otra página').waitFor();
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Página anterior' }).click();
    await page.getByText(/^1–10 de/).waitFor();
    expect(await boxes(page).evaluateAll((all) => all.some((box) => (box as HTMLInputElement).checked))).toBe(false);
    await boxes(page).first().click();
    await page.getByRole('link', { name: 'Página siguiente' }).click();
    await chosen(page).getByText('1 archivo seleccionado, 1 en otra página').waitFor();
    await page.getByRole('searchbox', { name: 'Buscar archivos' }).fill('contrato');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=contrato/);
    await bar(page).waitFor({ state: 'hidden' });
  });

  it('deactivates all products of a service at once with undo, and one without JavaScript', async () => {
    const { page } = await portal.as('admin');
    const service = `${SERVICES_URL}/prestamos`;
    await page.goto(service);
    const ids = await idsOf(page);
    const statesOf = () => valuesOf('productos_servicios/prestamos/productos', 'estado', ids);
    const before = await statesOf();
    await page.getByLabel('Seleccionar todas las filas de esta página').check();
    await bar(page).getByRole('button', { name: 'Desactivar' }).click();
    await page.getByText(/^Se desactivaron \d productos\. /).waitFor();
    expect([new URL(page.url()).pathname, new Set(await statesOf())]).toEqual([service, new Set([false])]);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.getByText(/^Se deshizo: /).waitFor();
    expect([new URL(page.url()).pathname, await statesOf()]).toEqual([service, before]);

    // The same without scripts, beside the buttons that reorder; a refusal is shown on the service's page.
    const plain = await portal.as('admin', { javaScriptEnabled: false });
    await plain.page.goto(service);
    await boxes(plain.page).first().check();
    await bar(plain.page).getByRole('button', { name: 'Desactivar' }).click();
    await plain.page.getByText(/^Se desactivó 1 producto\. /).waitFor();
    expect(await statesOf()).toEqual([false, ...before.slice(1)]);
    expect(await plain.page.getByRole('button', { name: /^Bajar / }).count()).toBe(ids.length);
  });

  it('gives a folder to an agency’s people in four acts; a worker moves all results of a search, and undoes it', async () => {
    const { page } = await portal.as('admin');
    await page.goto(`${PEOPLE}?agency=agencia-01&pageSize=100`);
    const { act, count } = counting();
    await act(page.getByLabel('Seleccionar todas las filas de esta página').check());
    await act(bar(page).getByRole('button', { name: 'Dar carpeta…' }).click());
    const folder = bar(page).getByLabel('Carpeta del Maletín');
    await folder.locator('option').nth(1).waitFor({ state: 'attached' });
    await act(folder.selectOption({ index: 1 }));
    await act(bar(page).getByRole('button', { name: 'Dar carpeta', exact: true }).click());
    await page.getByText(/Se dio la carpeta a \d+ usuarios?: «|ya estaba/).waitFor();
    expect(count()).toBe(4);

    const { sql } = portal.database;
    const inFolder = async (id: string) =>
      Number(
        (
          await sql.query<{ count: unknown }>(
            `SELECT count(*) FROM maletin_archivos WHERE "isActive" AND NOT source_deleted AND "carpetaId" = $1`,
            [id],
          )
        ).rows[0]?.count,
      );
    const [fullest] = (
      await sql.query<{ id: string }>(
        `SELECT "carpetaId" AS id FROM maletin_archivos WHERE "isActive" AND NOT source_deleted GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
      )
    ).rows;
    const from = fullest?.id ?? '';
    const before = await inFolder(from);
    await page.goto(`${FILES}?pageSize=10&carpetaId=${from}`);
    await page.getByLabel('Seleccionar todas las filas de esta página').check();
    const all = bar(page).getByRole('button', { name: /^Seleccionar los \d/ });
    expect(Number((await all.innerText()).replace(/\D/g, ''))).toBe(before);
    await all.click();
    for (const name of ['Descargar en ZIP', 'Eliminar'])
      expect(await bar(page).getByRole('button', { name, exact: true }).isDisabled(), name).toBe(true);
    await bar(page).getByText('«Descargar en ZIP» y «Eliminar»: solo con lo marcado, hasta 100 a la vez.').waitFor();
    await bar(page).getByRole('button', { name: 'Mover…' }).click();
    const select = bar(page).locator('select[name=carpetaId]');
    await select.locator('option').nth(3).waitFor({ state: 'attached' });
    const other = (
      await select.locator('option').evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
    ).find((id) => id !== '' && id !== from);
    await select.selectOption(other ?? '');
    // The button says to how many, and so many are confirmed once.
    const reach = `${formatCount(before)} archivos`;
    await bar(page).getByLabel(`Sí, mover ${reach}`).check();
    await bar(page)
      .getByRole('button', { name: `Mover ${reach}` })
      .click();
    await page.waitForURL(/\/bulk\//);
    await page.getByRole('button', { name: 'Deshacer' }).waitFor({ timeout: 60_000 });
    expect(await inFolder(from)).toBe(0);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect.poll(() => inFolder(from), { timeout: 60_000 }).toBe(before);
    await waitForPendingRequests(page);
  });

  it('shows the progress and the refusals of a run on an accessible page', async () => {
    const { sql } = portal.database;
    const { page } = await portal.as('admin', { viewport: { width: 1440, height: HEIGHT }, reducedMotion: 'reduce', colorScheme: 'light' });
    const { rows } = await sql.query<{ id: string }>(`SELECT id FROM bulk_runs ORDER BY created_at DESC LIMIT 1`);
    const id = rows[0]?.id ?? '';
    // As if another worker held it.
    const stateOf = async () => (await sql.query<{ state: string }>('SELECT state FROM bulk_runs WHERE id = $1', [id])).rows[0]?.state;
    await expect.poll(stateOf, { timeout: 60_000 }).toBe('undone');
    await sql.query(
      `INSERT INTO snapshot_work (run_id, worker, lease_until) VALUES ('bulk:' || $1, 'otro', now() + interval '1 hour')
       ON CONFLICT (run_id) DO UPDATE SET worker = EXCLUDED.worker, lease_until = EXCLUDED.lease_until`,
      [id],
    );
    const longName = 'Contrato de arrendamiento de inmueble '.repeat(5);
    await sql.query(
      `UPDATE bulk_items SET outcome = CASE WHEN place % 40 = 0 THEN 'refused' WHEN place < 90 THEN 'done' ELSE 'waiting' END,
      name = $2, reason = 'El archivo no existe o usted no tiene acceso a su carpeta.' WHERE run_id = $1`,
      [id, longName],
    );
    const problems: string[] = [];
    for (const state of ['working', 'done']) {
      await sql.query('UPDATE bulk_runs SET state = $2 WHERE id = $1', [id, state]);
      await page.setViewportSize({ width: 1440, height: HEIGHT });
      await page.goto(`/bulk/${id}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      problems.push(...(await inspectPage(page, `bulk-${state}`)));
      // The outcome is announced when it comes.
      expect(await page.locator('.notice[role=status]').count()).toBe(state === 'done' ? 1 : 0);
    }
    expect(problems).toEqual([]);
  });
});
