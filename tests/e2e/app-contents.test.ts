import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { waitForPendingRequests } from '#server/testing/chromium.ts';
import { SVG } from '#server/ports/files/testing/sample-files.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';

const AGENCY = '/locations/list-agencies/agencia-02';

async function picture(name: string, color: string) {
  return {
    name,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: color } })
      .png()
      .toBuffer(),
  };
}

/** Whether the image has been decoded, not only requested. */
const isDrawn = (image: Locator) => image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0);
const save = (page: Page) => page.getByRole('button', { name: 'Guardar', exact: true }).click();

describe.skipIf(noChromium)('contents of the mobile app in a browser', () => {
  const portal = useDemoPortal({
    worker: true,
    environment: { MAP_TILES_URL: '/calles/{z}/{x}/{y}.png', MAP_TILES_CREDIT: '© Municipalidad' },
  });
  /** Replies to requests for map tiles as the proxy would: with a tile, or without. */
  const serveTiles = async (page: Page, hasThem: boolean) => {
    const { buffer } = await picture('calles.png', '#ccd');
    await page.route('**/calles/**', (route) => (hasThem ? route.fulfill({ body: buffer, contentType: 'image/png' }) : route.abort()));
  };

  it('uploads a promotion’s picture after a refused and a cancelled one, and shows it in the phone preview and the list', async () => {
    const editor = await portal.as('editor');
    const { page } = editor;
    await page.goto('/promotions/list-promotions/new');
    const phone = page.getByRole('complementary', { name: 'Vista previa en un teléfono' });
    await page.getByLabel('Nombre').fill('Rifa de aniversario');
    await phone.getByText('Rifa de aniversario').waitFor();

    editor.allow(/^415: POST .*\/images\/upload/);
    await page.getByText('o arrástrela a la página.').waitFor();
    await page.evaluate((svg) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([svg], 'dibujo.png', { type: 'image/png' }));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, SVG.toString());
    await page.getByRole('alert').filter({ hasText: 'El archivo no es una imagen que se pueda usar.' }).waitFor();
    let arrive = (): void => undefined;
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/images/upload', async (route) => {
      await held;
      await route.continue();
    });
    await page.locator('input[type=file]:not([capture])').setInputFiles(await picture('rifa.png', '#c33'));
    await page.getByRole('progressbar', { name: 'Avance de rifa.png' }).waitFor();
    await page.getByRole('button', { name: 'Cancelar rifa.png' }).click();
    arrive();
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await page.getByText(/^900 × 600 px/).waitFor();
    await expect.poll(() => isDrawn(phone.getByRole('img'))).toBe(true);
    await save(page);

    await page.getByRole('heading', { level: 1, name: 'Rifa de aniversario' }).waitFor();
    await expect
      .poll(() => isDrawn(page.getByRole('main').getByRole('link').getByRole('img', { name: 'Imagen de Rifa de aniversario' })))
      .toBe(true);
    await page.goto('/promotions/list-promotions?q=rifa');
    const thumbnail = page.getByRole('img', { name: 'Imagen de Rifa de aniversario' });
    await expect.poll(() => isDrawn(thumbnail)).toBe(true);
    expect(await thumbnail.getAttribute('src')).toMatch(/^\/images\/.+\/thumbnail$/);
  });

  it('counts a photo taken with the phone camera as an unsaved change', async () => {
    const { page } = await portal.as('editor', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.goto('/promotions/list-promotions/promocion-02/edit');
    await page.getByRole('button', { name: 'Cambiar imagen' }).waitFor();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Tomar foto' }).click()]);
    expect(await chooser.element().getAttribute('capture')).toBe('environment');
    await chooser.setFiles(await picture('otra.png', '#36c'));
    await page.getByText(/^900 × 600 px/).waitFor();
    await page.getByRole('link', { name: 'Cancelar' }).click();
    await page.getByText('Hay cambios sin guardar').waitFor();
  });

  it('uploads a picture without JavaScript by a form of its own', async () => {
    const { page } = await portal.as('editor', { javaScriptEnabled: false });
    await page.goto('/promotions/list-promotions/promocion-03');
    const before = await page.getByRole('main').locator('dd img').getAttribute('src');
    expect(await page.locator('input[type=file]').count()).toBe(0);
    await page.getByRole('link', { name: 'Editar' }).click();
    // Found by CSS: the element is inside noscript, where Playwright finds nothing by role or label.
    await page.locator('summary', { hasText: 'Cargar desde el equipo' }).click();
    await page.locator('input[type=file]').setInputFiles(await picture('nueva.png', '#293'));
    await page.getByRole('button', { name: 'Cargar', exact: true }).click();
    await page.getByText('Se guardó la imagen.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/promotions/list-promotions/promocion-03');
    expect(await page.getByRole('main').locator('dd img').getAttribute('src')).not.toBe(before);
  });

  it('places an agency on the map by a click and by typed coordinates', async () => {
    const { page } = await portal.as('editor');
    await serveTiles(page, true);
    await page.goto(`${AGENCY}/edit`);
    const map = page.getByRole('group', { name: 'Mapa' });
    await map.waitFor();
    await waitForPendingRequests(page);
    // Streets are shown first, with their attribution; the outline only on request.
    await expect.poll(() => isDrawn(map.locator('.leaflet-tile').first())).toBe(true);
    await map.getByText('© Municipalidad').waitFor();
    expect(await map.locator('.map-country').count()).toBe(0);
    const place = await page.getByLabel('Latitud').inputValue();
    // The other agencies are shown only: they are no tab stops.
    const others = map.locator('.map-other');
    const stops = await others.evaluateAll((points) => points.map((point) => point.getAttribute('tabindex')));
    expect(new Set(stops)).toEqual(new Set(['-1']));
    await map.getByRole('button', { name: 'Ver contorno' }).click();
    await map.locator('.map-country').waitFor({ state: 'attached' });
    expect(await page.getByLabel('Latitud').inputValue()).toBe(place);
    expect(await map.getByText('© Municipalidad').count()).toBe(0);
    expect(await map.getByRole('button', { name: 'Acercar' }).count()).toBe(1);
    const [latitude, longitude] = [page.getByLabel('Latitud'), page.getByLabel('Longitud')];
    const before = await latitude.inputValue();
    await map.click({ position: { x: 60, y: 250 } });
    await expect.poll(() => latitude.inputValue()).not.toBe(before);
    expect(await latitude.inputValue()).toMatch(/^1[3-7]\.\d{6}$/);
    expect(await longitude.inputValue()).toMatch(/^-(8[89]|9[0-2])\.\d{6}$/);

    const pin = page.locator('.map-pin');
    await latitude.fill('16.93');
    await longitude.fill('-89,89');
    await expect.poll(async () => (await map.getByText('Flores').boundingBox()) !== null && (await pin.boundingBox()) !== null).toBe(true);
    await expect
      .poll(async () => {
        const [town, place] = [await map.getByText('Flores').boundingBox(), await pin.boundingBox()];
        return town && place ? Math.abs(town.x - place.x) < 60 && Math.abs(town.y - place.y) < 60 : false;
      })
      .toBe(true);
    await save(page);
    await page.locator('dl').first().waitFor();
    await page.getByText('16.93', { exact: true }).waitFor();
    await page.locator('.leaflet-container .map-pin').waitFor();
  });

  it('shows the outline of the country when the map tiles do not load', async () => {
    const { page, ...browser } = await portal.as('editor');
    browser.allow(/calles/);
    await serveTiles(page, false);
    await page.goto(AGENCY);
    await page.locator('.map-country').waitFor({ state: 'attached' });
    expect(await page.getByRole('button', { name: /^Ver (?:calles|contorno)$/ }).count()).toBe(0);
  });

  it('edits opening hours in rows, and stores them as text', async () => {
    const { page } = await portal.as('editor');
    await serveTiles(page, true);
    await page.goto('/locations/list-agencies/agencia-03/edit');
    await page.getByLabel('Horario 2: desde el día').selectOption('Sábado');
    await page.getByLabel('Horario 2: hasta el día').selectOption('Domingo');
    const closes = page.getByLabel('Horario 2: cierra');
    await closes.fill('25:00');
    await closes.press('Enter');
    // What is no time stays as it was typed, and is refused beside it.
    const wrong = page.getByText('Escriba una hora que exista');
    await wrong.waitFor();
    await page.getByLabel('Horario 2: abre').focus();
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect.poll(() => closes.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await closes.inputValue()).toBe('25:00');
    await closes.fill('13:30');
    expect(await wrong.count()).toBe(0);
    await page.getByRole('button', { name: 'Agregar horario' }).click();
    await page.getByRole('button', { name: 'Quitar el horario 3' }).click();
    await expect
      .poll(() => page.getByRole('button', { name: 'Quitar el horario 2' }).evaluate((button) => button === document.activeElement))
      .toBe(true);
    await save(page);
    await page.getByText('Sábado a domingo 8:00 a 13:30').first().waitFor();
    await page.goto('/locations/list-agencies/agencia-30/edit');
    await page.getByRole('button', { name: 'Este texto no se puede editar por filas' }).waitFor();
    expect(await page.getByLabel('Horarios').inputValue()).toBe('Todos los días, 24 horas');
  });

  it('uploads several photos of an agency at once, reorders and removes them', async () => {
    const { page } = await portal.as('editor');
    await serveTiles(page, true);
    await page.goto('/locations/list-agencies/agencia-04/edit');
    const photos = page.locator('.gallery img');
    const started = await photos.count();
    await page
      .locator('input[type=file]:not([capture])')
      .setInputFiles([await picture('uno.png', '#111'), await picture('dos.png', '#eee')]);
    await expect.poll(() => photos.count()).toBe(started + 2);
    const addresses = () => photos.evaluateAll((images) => images.map((image) => image.getAttribute('src')));
    const uploaded = await addresses();
    await page.getByRole('button', { name: `Mover antes la foto ${started + 2}` }).click();
    const last = uploaded.at(-1);
    await expect.poll(async () => (await addresses())[started]).toBe(last);
    await page
      .locator('.gallery li')
      .nth(started)
      .dragTo(page.locator('.gallery li').nth(started + 1));
    await expect.poll(async () => (await addresses()).at(-1)).toBe(last);
    await page.getByRole('button', { name: `Mover antes la foto ${started + 2}` }).click();
    await page.getByRole('button', { name: 'Quitar la foto 1' }).click();
    await save(page);
    await page.locator('dl').first().waitFor();
    const shown = await page
      .getByRole('main')
      .locator('dd li img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('src')));
    expect(shown).toEqual([...uploaded.slice(1, started), last, uploaded[started]]);
  });

  it('moves steps by their arrow buttons', async () => {
    const { page } = await portal.as('editor');
    await page.goto('/how_associated');
    const titles = () => page.locator('tbody td.key').allInnerTexts();
    const [first = '', second = ''] = await titles();
    await page.getByRole('button', { name: `Bajar ${first}` }).click();
    await expect.poll(async () => (await titles()).slice(0, 2)).toEqual([second, first]);
    expect(await page.getByRole('button', { name: `Subir ${second}` }).isDisabled()).toBe(true);
  });

  it.each([390, 1366])('covers neither the save bar nor the focused field with the notice of a save, at %i px', async (width) => {
    const { page } = await portal.as('admin', { viewport: { width, height: 600 } });
    await page.goto('/promotions/list-promotions/new');
    await page.getByLabel('Nombre').fill('Feria del ahorro');
    await page.getByRole('button', { name: /^Guardar y/ }).click();
    const toast = page.getByText(/^Se guardó la promoción/);
    await toast.waitFor();
    const [message, bar] = [await toast.boundingBox(), await page.locator('.save-bar').boundingBox()];
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);

    const card = page.locator('.toast-card');
    await card.hover();
    const isOver = (other: Locator) =>
      Promise.all([card.boundingBox(), other.boundingBox()]).then(
        ([one, two]) => one !== null && two !== null && one.y < two.y + two.height && one.y + one.height > two.y,
      );
    const field = page.getByLabel('Descripción');
    await field.focus();
    // Scrolls the field below the bar at the top of the window, where the toast was shown.
    await field.evaluate((field) => window.scrollBy({ top: field.getBoundingClientRect().top - 70, behavior: 'instant' }));
    expect((await field.boundingBox())?.y).toBeLessThan(100);
    await expect.poll(() => isOver(field)).toBe(false);
    expect(await isOver(page.locator('.save-bar'))).toBe(false);
  });
});
