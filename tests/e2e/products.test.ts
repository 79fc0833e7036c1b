import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { waitForPendingRequests } from '#server/testing/chromium.ts';
import { pictureUrl } from '#prisma/seed/pictures.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';

const LIST = '/products/list-products';
const ASSETS = `${LIST}/activos_extraordinarios`;
const WAIT = { timeout: 20_000 };

describe.skipIf(noChromium)('products and services in a browser', () => {
  const portal = useDemoPortal();
  const stored = () => portal.documents.main;
  /** Ids in stored order; the order numbers must run from 1 to n. */
  const storedOrder = async (collection: string): Promise<string[]> => {
    const documents = (await stored().query({ collection })).filter((document) => document.data['isActive'] !== false);
    const inOrder = documents.sort((a, b) => Number(a.data['orden']) - Number(b.data['orden']));
    expect(inOrder.map((document) => document.data['orden'])).toEqual(inOrder.map((_, index) => index + 1));
    return inOrder.map((document) => document.id);
  };
  const names = (page: Page) => page.locator('tbody td.key').allInnerTexts();
  const open = async (page: Page, url: string): Promise<void> => {
    await page.goto(url);
  };
  const save = (page: Page) => page.locator('button[name=intent][value=save]').click();

  it('reorders services by buttons, and keeps the focus on the button', async () => {
    const { page } = await portal.as('admin');
    await open(page, LIST);
    const before = await names(page);
    await page.getByRole('button', { name: 'Bajar Ahorro corriente' }).click();
    await expect.poll(() => names(page), WAIT).toEqual([before[1], before[0], ...before.slice(2)]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('title')), WAIT).toBe('Bajar Ahorro corriente');
    // The second press comes before the page shows the first.
    for (let press = 0; press < 2; press += 1)
      await Promise.all([page.waitForRequest((request) => request.method() === 'POST'), page.keyboard.press('Enter')]);
    await expect.poll(() => names(page), WAIT).toEqual([...before.slice(1, 4), before[0], ...before.slice(4)]);
    expect((await storedOrder('productos_servicios')).slice(0, 2)).toEqual(['ahorro_plazo', 'ahorro_programado']);
    expect((await storedOrder('productos_servicios'))[3]).toBe('ahorro_corriente');
  });

  it('keeps the focus on the opposite button when a row reaches the end of the list', async () => {
    const { page } = await portal.as('admin');
    await open(page, `${LIST}/tarjetas`);
    const before = await names(page);
    const second = before[1]?.trim() ?? '';
    await page.getByRole('button', { name: `Subir ${second}` }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => names(page), WAIT).toEqual([before[1], before[0], ...before.slice(2)]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('title')), WAIT).toBe(`Bajar ${second}`);
    await page.getByText(`Lugar 1 de ${before.length}.`).waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await expect.poll(() => names(page), WAIT).toEqual(before);
  });

  it('reorders products by dragging their handle, and by its keys', async () => {
    const { page } = await portal.as('admin');
    await open(page, `${LIST}/prestamos`);
    const before = await names(page);
    await page.getByRole('row', { name: /Automático/ }).evaluate((row) => row.scrollIntoView({ block: 'center' }));
    const from = await page.getByRole('button', { name: 'Arrastrar Vehículos' }).boundingBox();
    const to = await page.getByRole('row', { name: /Hipotecario/ }).boundingBox();
    if (!from || !to) throw new Error('no handle to drag');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 200, to.y + 4, { steps: 8 });
    await page.mouse.up();
    const dragged = [before[0], before[6], ...before.slice(1, 6)];
    await expect.poll(() => names(page), WAIT).toEqual(dragged);
    await expect
      .poll(() => storedOrder('productos_servicios/prestamos/productos'), WAIT)
      .toEqual([1, 7, 2, 3, 4, 5, 6].map((n) => `producto-${n}`));
    // The list that the save returned must be rendered before the next move begins.
    await waitForPendingRequests(page);

    await page.getByRole('button', { name: 'Arrastrar Fiduciario' }).focus();
    const place = () => page.locator('form [role=status]').first().innerText();
    await page.keyboard.press('Space');
    for (const expected of ['Lugar 2 de 7.', 'Lugar 3 de 7.']) {
      await page.keyboard.press('ArrowDown');
      await expect.poll(place, WAIT).toBe(expected);
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => names(page), WAIT).toEqual(dragged);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expect.poll(place, WAIT).toBe('Lugar 2 de 7.');
    await page.keyboard.press('Space');
    await expect
      .poll(() => storedOrder('productos_servicios/prestamos/productos'), WAIT)
      .toEqual([7, 1, 2, 3, 4, 5, 6].map((n) => `producto-${n}`));
    await expect.poll(async () => (await names(page))[0], WAIT).toBe(before[6]);
  });

  it('merges the reordering by two people, and tells one when a record is gone', async () => {
    const [mine, other] = [await portal.as('admin'), await portal.as('editor')];
    await Promise.all([open(mine.page, `${LIST}/seguros`), open(other.page, `${LIST}/seguros`)]);
    await other.page.getByRole('button', { name: 'Subir Seguro médico' }).click();
    await expect.poll(() => names(other.page), WAIT).toEqual(['Seguro de vida', 'Seguro médico', 'Gastos funerarios']);
    await mine.page.getByRole('button', { name: 'Bajar Seguro de vida' }).click();
    await expect.poll(() => names(mine.page), WAIT).toEqual(['Seguro médico', 'Seguro de vida', 'Gastos funerarios']);

    await open(other.page, `${LIST}/seguros/productos/producto-3`);
    await other.page.getByRole('button', { name: 'Eliminar' }).click();
    await other.page.getByText('Producto eliminado.').waitFor();
    await mine.page.getByRole('button', { name: 'Bajar Seguro médico' }).click();
    await mine.page.getByText('La lista cambió mientras usted la ordenaba').waitFor();
    await expect.poll(() => names(mine.page), WAIT).toEqual(['Seguro de vida', 'Gastos funerarios']);
    await other.page.getByRole('button', { name: 'Deshacer' }).click();
    await other.page.getByText('Producto restaurado.').waitFor();
    expect(await storedOrder('productos_servicios/seguros/productos')).toEqual(['producto-3', 'producto-1', 'producto-2']);
  });

  it('creates a service with an icon, edits it, and shows both versions in a conflict', async () => {
    const mine = await portal.as('admin');
    mine.allow(/400: POST .*\/new\.data/);
    const { page } = mine;
    await open(page, `${LIST}/new`);
    await page.getByLabel('Nombre').fill('Pago de servicios');
    await save(page);
    await page.getByRole('alert').getByRole('link').waitFor();
    await page.getByRole('radio', { name: 'Pago de servicios' }).check();
    await save(page);
    await page.getByText('Este servicio todavía no tiene productos.').waitFor();
    const id = new URL(page.url()).pathname.split('/').pop() ?? '';
    expect((await storedOrder('productos_servicios')).at(-1)).toBe(id);

    const other = await portal.as('editor');
    other.allow(/409: POST/);
    await Promise.all([open(page, `${LIST}/${id}/edit`), open(other.page, `${LIST}/${id}/edit`)]);
    await page.getByLabel('Descripción').fill('Luz, agua y teléfono');
    await save(page);
    await page.getByText('Se guardó el servicio.').waitFor();
    await other.page.getByLabel('Descripción').fill('Cable e internet');
    await save(other.page);
    await other.page.getByRole('heading', { name: 'Dos versiones de Pago de servicios' }).waitFor();
    expect(await other.page.getByText('Luz, agua y teléfono').count()).toBe(1);
    await other.page.getByLabel('Usar la mía').check();
    await other.page.getByRole('button', { name: 'Guardar lo elegido' }).click();
    await other.page.getByText('Se guardó el servicio.').waitFor();
    expect((await stored().get(`productos_servicios/${id}`))?.data).toMatchObject({ descripcion: 'Cable e internet', icono: 'receipt' });
  });

  it('creates a product with a picture and a rate, which does not exist under another service', async () => {
    const watched = await portal.as('admin');
    const { page } = watched;
    await open(page, `${LIST}/remesas/productos/new`);
    await page.getByLabel('Nombre').fill('Remesa familiar');
    await page.getByLabel('Tasa anual (%)').fill('4.5');
    await page
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'arte.png', mimeType: 'image/png', buffer: await picture(40) });
    await page.getByAltText('Vista previa de Imagen').waitFor();
    await save(page);
    await page.getByText('Se guardó el producto.').waitFor();
    const id = new URL(page.url()).pathname.split('/').pop() ?? '';
    expect((await stored().get(`productos_servicios/remesas/productos/${id}`))?.data).toMatchObject({
      nombre: 'Remesa familiar',
      tasa: 4.5,
      orden: 4,
    });
    await page.getByRole('link', { name: 'Remesas' }).click();
    const row = page.getByRole('row', { name: /Remesa familiar/ });
    expect(await row.locator('td.num').innerText()).toBe('4.50\u00A0%');
    await expect.poll(() => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth), WAIT).toBeGreaterThan(0);
    watched.allow(/404: GET/);
    await page.goto(`${LIST}/seguros/productos/${id}`);
    expect(await page.getByText('El producto no existe').count()).toBe(1);
  });

  it('uploads several photos at once, describes, reorders, deletes and restores them', async () => {
    const watched = await portal.as('admin');
    const { page } = watched;
    watched.allow(/(400|415): POST .*\/images\/upload/);
    await open(page, ASSETS);
    const gallery = page.locator('#fotos');
    const count = await gallery.locator('ol.photo-grid > li').count();
    await gallery.locator('input[type=file]:not([capture])').setInputFiles([
      { name: 'una.png', mimeType: 'image/png', buffer: await picture(10) },
      { name: 'falsa.png', mimeType: 'image/png', buffer: Buffer.from('<html>no</html>') },
      { name: 'minima.png', mimeType: 'image/png', buffer: await picture(10, 4) },
      { name: 'dos.jpg', mimeType: 'image/jpeg', buffer: await picture(90) },
    ]);
    await expect.poll(() => gallery.getByText('Cargado', { exact: true }).count(), WAIT).toBe(2);
    await expect.poll(() => gallery.locator('ol.photo-grid > li').count(), WAIT).toBe(count + 2);
    // The same file would be refused again.
    await expect
      .poll(() => gallery.getByRole('alert').allInnerTexts())
      .toEqual([expect.stringContaining('no es una imagen'), expect.stringContaining('es muy pequeña')]);
    expect(await gallery.getByRole('button', { name: 'Reintentar' }).count()).toBe(0);
    const ids = await storedOrder('productos_servicios/activos_extraordinarios/fotos');
    expect(ids).toHaveLength(count + 2);

    await gallery.getByLabel('Descripción de la foto 1', { exact: true }).fill('Frente de la casa');
    await page.keyboard.press('Enter');
    await page.getByText('Se guardó la descripción.').waitFor();
    await gallery.getByRole('button', { name: 'Mover después Frente de la casa' }).click();
    await expect
      .poll(() => storedOrder('productos_servicios/activos_extraordinarios/fotos'), WAIT)
      .toEqual([ids[1], ids[0], ...ids.slice(2)]);
    await gallery.getByRole('button', { name: 'Eliminar Frente de la casa' }).click();
    await page.getByText('Foto eliminada.').waitFor();
    await expect.poll(() => storedOrder('productos_servicios/activos_extraordinarios/fotos'), WAIT).toEqual([ids[1], ...ids.slice(2)]);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect
      .poll(() => storedOrder('productos_servicios/activos_extraordinarios/fotos'), WAIT)
      .toEqual([ids[1], ids[0], ...ids.slice(2)]);
  });

  it('works without JavaScript, except for dragging', async () => {
    // Each click loads a page, which takes long on a busy machine.
    const { page } = await portal.as('admin', { javaScriptEnabled: false });
    await page.goto(`${LIST}/tarjetas`);
    const before = await names(page);
    await page.getByRole('button', { name: `Subir ${before[2]}` }).click();
    await expect.poll(() => names(page)).toEqual([before[0], before[2], before[1]]);
    await page.getByRole('link', { name: 'Nuevo producto' }).click();
    await page.getByLabel('Nombre').fill('Tarjeta virtual');
    await save(page);
    await page.getByRole('link', { name: 'Tarjetas' }).click();
    await expect.poll(() => names(page)).toEqual([before[0], before[2], before[1], 'Tarjeta virtual']);
    await page.goto(`${LIST}/tarjetas?q=virtual`);
    await expect.poll(() => names(page)).toEqual(['Tarjeta virtual']);
    await page.getByRole('link', { name: 'Ver en su orden' }).click();
    await expect.poll(() => names(page)).toHaveLength(4);
    await page.goto(ASSETS);
    const photos = await page.locator('ol.photo-grid > li').count();
    await page.getByText('Agregar por su dirección').click();
    await page.getByLabel('Dirección de la foto').fill(pictureUrl(new URL(portal.url), 'inmueble', 0));
    await page.getByRole('button', { name: 'Agregar foto' }).click();
    await expect.poll(() => page.locator('ol.photo-grid > li').count()).toBe(photos + 1);
    await page.getByText('Cargar desde el equipo').click();
    await page.getByLabel('Imagen para «Foto»').setInputFiles({ name: 'terreno.png', mimeType: 'image/png', buffer: await picture(60) });
    await page.getByRole('button', { name: 'Cargar', exact: true }).click();
    await expect.poll(() => page.locator('ol.photo-grid > li').count()).toBe(photos + 2);
    await page.goto(`${LIST}/tarjetas/productos/producto-1`);
    const shown = await page.locator('dl img').getAttribute('src');
    await page.getByRole('link', { name: 'Editar' }).click();
    // Found by CSS: the element is inside noscript, where Playwright finds nothing by role or label.
    await page.locator('summary', { hasText: 'Cargar desde el equipo' }).click();
    await page.getByLabel('Imagen para «Imagen»').setInputFiles({ name: 'tarjeta.png', mimeType: 'image/png', buffer: await picture(70) });
    await page.getByRole('button', { name: 'Cargar', exact: true }).click();
    await page.getByRole('heading', { name: 'Tarjeta de crédito clásica' }).waitFor();
    await expect.poll(() => page.locator('dl img').getAttribute('src')).not.toBe(shown);
  });

  it('exports rows in their order, and answers 403 without the permission', async () => {
    const cookie = await portal.cookieOf('admin');
    const csv = await (
      await fetch(`${portal.url}${LIST}/ahorro_plazo/productos/export?format=csv`, { headers: { Cookie: cookie } })
    ).text();
    expect(csv).toMatch(/Orden/);
    expect(csv.indexOf('Plazo fijo a 3 meses')).toBeLessThan(csv.indexOf('Plazo fijo a 24 meses'));
    const denied = { Cookie: await portal.cookieOf('reportes'), Origin: portal.url, Accept: 'text/html' };
    for (const path of [
      '',
      '/export',
      '/prestamos',
      '/prestamos/edit',
      '/prestamos/productos',
      '/prestamos/productos/export',
      '/prestamos/productos/new',
      '/prestamos/productos/producto-1',
      '/activos_extraordinarios/fotos',
      '/activos_extraordinarios/fotos/export',
    ]) {
      expect((await fetch(`${portal.url}${LIST}${path}`, { headers: denied, redirect: 'manual' })).status, path).toBe(403);
    }
    for (const path of ['', '/prestamos', '/prestamos/productos', '/prestamos/productos/new', '/activos_extraordinarios/fotos']) {
      const body = new URLSearchParams({ intent: 'move', place: 'prestamos/' });
      expect((await fetch(`${portal.url}${LIST}${path}`, { method: 'POST', body, headers: denied, redirect: 'manual' })).status, path).toBe(
        403,
      );
    }
    const photo = {
      method: 'POST',
      body: JSON.stringify({ url: '/images/x.jpg' }),
      headers: { ...denied, 'Content-Type': 'application/json' },
    };
    expect((await fetch(`${portal.url}${ASSETS}/fotos/nueva`, photo)).status).toBe(403);
    for (const path of [
      '/no-existe/productos/export',
      '/prestamos/fotos/export',
      '/no-existe',
      '/prestamos/otra',
      '/no-existe/productos/new',
    ]) {
      expect((await fetch(`${portal.url}${LIST}${path}`, { headers: { Cookie: cookie, Accept: 'text/html' } })).status, path).toBe(404);
    }
  });
});

/** A small real picture; another one for each `shade`. */
async function picture(shade: number, width = 640): Promise<Buffer> {
  return sharp({ create: { width, height: (width * 3) / 4, channels: 3, background: { r: shade, g: 120, b: 90 } } })
    .png()
    .toBuffer();
}
