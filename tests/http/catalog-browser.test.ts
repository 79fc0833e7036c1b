import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { useChromium, type WatchedPage } from '#server/testing/chromium.ts';
import { hasService } from '#server/testing/services.ts';
import { useTestWeb } from './test-web.ts';

const LIST = '/departments/list-departments';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

describe.skipIf(!hasService('Chromium'))('a catalog in a browser', () => {
  const browser = useChromium();
  let watched: WatchedPage;
  let page: Page;
  beforeEach(async () => {
    watched = await browser.newPage({ baseURL: web.base, session: web.cookie });
    page = watched.page;
  });

  const field = (name: string) => page.locator(`[name="${name}"]:not([type=hidden])`);
  const save = () => page.locator('button[name=intent][value=save]').click();

  async function open(url: string): Promise<void> {
    await page.goto(url);
  }

  async function create(nombre: string): Promise<string> {
    await open(`${LIST}/new`);
    await field('nombre').fill(nombre);
    await save();
    await page.locator('dl').first().waitFor();
    return new URL(page.url()).pathname;
  }

  it('keeps the form when the connection breaks while saving, and stores one record on retry', async () => {
    await open(`${LIST}/new`);
    await field('nombre').fill('Con mala señal');
    await field('descripcion').fill('Texto largo que costó escribir');
    watched.allow(/ERR_INTERNET_DISCONNECTED/);
    await watched.context.setOffline(true);
    await save();
    await page.getByText('se perdió la conexión').waitFor();
    expect(await field('descripcion').inputValue()).toBe('Texto largo que costó escribir');
    await watched.context.setOffline(false);
    await save();
    await page.locator('dl').first().waitFor();
    await open(`${LIST}?q=mala+senal`);
    expect(await page.locator('tbody tr').count()).toBe(1);
  });

  it('keeps the form when the route manifest cannot be loaded, and saves by itself once online again', async () => {
    watched.allow(/ERR_FAILED/);
    await page.route('**/__manifest?*', (route) => route.abort());
    await open(`${LIST}/new`);
    await field('nombre').fill('Sin rutas');
    await save();
    await page.getByText('Sin conexión.').waitFor();
    expect(await field('nombre').inputValue()).toBe('Sin rutas');
    await page.unroute('**/__manifest?*');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.locator('dl').first().waitFor();
    await page.getByText('Sin conexión.').waitFor({ state: 'detached' });
  });

  it('rejects a text over 1000 characters with the limit, and keeps all of the text', async () => {
    watched.allow(/status of 400|^400: POST/);
    await open(`${LIST}/new`);
    await field('nombre').fill('Con mucho que decir');
    await field('descripcion').fill('Muy larga. '.repeat(200));
    await save();
    await page.getByRole('main').getByText('admite hasta 1000 caracteres').first().waitFor();
    expect(await field('descripcion').inputValue()).toHaveLength(2200);
  });

  it('stores one record when the save succeeds but its response is lost', async () => {
    await open(`${LIST}/new`);
    await field('nombre').fill('Respuesta perdida');
    watched.allow(/ERR_FAILED/);
    await page.route(
      '**/new.data*',
      async (route) => {
        if (route.request().method() === 'POST') await route.fetch({ maxRedirects: 0 });
        await route.abort();
      },
      { times: 1 },
    );
    await save();
    await page.getByText('se perdió la conexión').waitFor();
    await save();
    await page.locator('dl').first().waitFor();
    await open(`${LIST}?q=respuesta+perdida`);
    expect(await page.locator('tbody tr').count()).toBe(1);
  });

  it('asks before leaving a form only if it has unsaved changes', async () => {
    await open(`${LIST}/new`);
    await page.getByRole('link', { name: 'Cancelar' }).click();
    await page.waitForURL(`**${LIST}`);
    await open(`${LIST}/new`);
    await field('nombre').fill('A medias');
    await page.getByRole('link', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Seguir editando' }).click();
    expect(await field('nombre').inputValue()).toBe('A medias');
    await page.getByRole('link', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Salir sin guardar' }).click();
    await page.waitForURL(`**${LIST}`);
  });

  it('starts an empty form with a token of its own after "save and new"', async () => {
    await open(`${LIST}/new`);
    const token = await page.locator('[name=formToken]').inputValue();
    await field('nombre').fill('Primero de dos');
    await page.locator('button[value=save-and-new]').click();
    await expect.poll(() => field('nombre').inputValue()).toBe('');
    expect(await page.locator('[name=formToken]').inputValue()).not.toBe(token);
  });

  it('deletes a selection and restores it with «Deshacer» in the toast', async () => {
    await create('Selección uno');
    await create('Selección dos');
    await open(`${LIST}?q=seleccion`);
    const bulk = page.getByRole('button', { name: 'Eliminar' });
    expect(await bulk.isVisible()).toBe(false);
    await page.getByLabel('Seleccionar todas las filas de esta página').check();
    await page.getByText('2 departamentos seleccionados').waitFor();
    await bulk.click();
    await page.getByText('2 departamentos eliminados.').waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(0);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.getByText('2 departamentos restaurados.').waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    expect(new URL(page.url()).search).toBe('?q=seleccion');
  });

  it('is operated by keyboard alone: j moves, x selects, e edits and Enter opens a row', async () => {
    for (const name of ['Tecla A', 'Tecla B', 'Tecla C']) await create(name);
    await open(`${LIST}?q=tecla&sort=nombre&dir=asc`);
    const bar = page.getByRole('status').filter({ hasText: 'seleccionado' });
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await bar.getByText('2 departamentos seleccionados').waitFor();
    await page.keyboard.press('x');
    await bar.getByText('1 departamento seleccionado').waitFor();
    await page.keyboard.press('e');
    await page.getByRole('heading', { name: 'Editar Tecla B' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Departamentos' }).waitFor();
    // The row that was left is focused again.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Tecla B');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Tecla C', level: 1 }).waitFor();
  });

  it('lets the second editor resolve a conflict field by field and edit a value while choosing', async () => {
    const record = await create('Original');
    await open(`${record}/edit`);
    const other = await watched.context.newPage();
    await other.goto(`${record}/edit`);
    await other.locator('[name=nombre]').fill('De otra persona');
    await other.locator('[name=descripcion]').fill('Suya');
    await other.locator('button[value=save]').click();
    await other.locator('dl').first().waitFor();
    watched.allow(/^409: POST/);
    await field('nombre').fill('Propio');
    await field('descripcion').fill('Propia');
    await save();
    const names = page.locator('fieldset', { hasText: 'Nombre' });
    await names.waitFor();
    await names.locator('input[value=stored]').check();
    // Editing the own value selects it.
    await page.locator('fieldset textarea').fill('Propia y corregida');
    await save();
    await page.locator('dl').first().waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toContain('De otra persona');
    expect(text).toContain('Propia y corregida');
  });

  it('returns from an edited record to the list with the same search and order', async () => {
    await create('Camino de vuelta');
    await open(`${LIST}?q=camino&sort=nombre&dir=desc`);
    await page.getByRole('link', { name: 'Camino de vuelta' }).click();
    await page.getByRole('link', { name: 'Editar' }).click();
    await field('descripcion').fill('Editado');
    await save();
    await page.getByText('Editado').first().waitFor();
    await page.getByRole('navigation', { name: 'Ruta de la página' }).getByRole('link', { name: 'Departamentos' }).click();
    await page.waitForURL(`**${LIST}?q=camino&sort=nombre&dir=desc`);
  });
});
