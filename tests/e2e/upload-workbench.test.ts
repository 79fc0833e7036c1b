import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import * as sample from '#server/ports/files/testing/sample-files.ts';
import { asksBeforeClosing } from '#server/testing/chromium.ts';
import { holdBackScripts } from '#server/testing/hold-back-scripts.ts';
import { emailOf, noChromium, useDemoPortal, type Person } from './demo-portal.ts';

const LIST = '/briefcase/list-briefcase';
const PICTURES = process.env['SCREENSHOT_DIR'];
const LONG_NAME = `${'Contrato de mutuo con garantía hipotecaria '.repeat(4).slice(0, 166)}.pdf`;

interface Dropped {
  name: string;
  /** Content as latin1, so that it can be passed into the page as text. */
  text: string;
}
const dropped = (name: string, content: Buffer | string): Dropped => ({
  name,
  text: typeof content === 'string' ? content : content.toString('latin1'),
});

/** Fourteen files of ten kinds; `mark` makes their contents differ from those of other tests. */
const fourteen = (mark: string): Dropped[] => [
  dropped('Acta de enero.pdf', sample.pdf(`Acta enero ${mark}`)),
  dropped(LONG_NAME, sample.pdf(`Contrato ${mark}`)),
  dropped('Carta.docx', `${sample.DOCX.toString('latin1')}${mark}`),
  dropped('Planilla.xlsx', `${sample.XLSX.toString('latin1')}${mark}`),
  dropped('Asociados.csv', `código,nombre\n1,${mark}\n`),
  dropped('Nota.txt', `Recibí conforme ${mark}.\n`),
  dropped('Foto.png', `${sample.PNG.toString('latin1')}${mark}`),
  dropped('Logo.jpg', `\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01${'\x00'.repeat(40)}${mark}`),
  dropped('Presentación.pptx', `${PPTX.toString('latin1')}${mark}`),
  dropped('Video.mp4', `\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom${mark}`),
  dropped('Programa.exe', sample.EXE),
  dropped('Vacío.pdf', ''),
  dropped('Escaneo.docx', sample.pdf(`Mal llamado ${mark}`)),
  dropped('Acta de enero (copia).pdf', sample.pdf(`Acta enero ${mark}`)),
];
const PPTX = sample.zip([
  { name: '[Content_Types].xml', content: '<Types/>' },
  { name: 'ppt/presentation.xml', content: '<p/>' },
]);

async function drop(page: Page, files: readonly Dropped[], where = 'body'): Promise<void> {
  await page.evaluate(
    ([given, selector]) => {
      const transfer = new DataTransfer();
      for (const { name, text } of given) transfer.items.add(new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], name));
      for (const type of ['dragover', 'drop'])
        document.querySelector(selector)?.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    [files, where] as const,
  );
}

const bench = (page: Page) => page.getByRole('region', { name: 'Carga de archivos' });
const row = (page: Page, name: string) =>
  bench(page)
    .locator('tbody tr')
    .filter({ has: page.locator(`[title=${JSON.stringify(name)}]`) });
/** Waits until there are this many rows and each has been checked. */
async function settled(page: Page, rows: number): Promise<void> {
  await bench(page)
    .locator('tbody tr')
    .nth(rows - 1)
    .waitFor();
  await bench(page).getByText('Revisando').first().waitFor({ state: 'detached' });
}

/** Elements that extend beyond the right edge. */
const outside = (page: Page) =>
  page.evaluate(() =>
    document.documentElement.scrollWidth > window.innerWidth
      ? ['the page']
      : [...document.querySelectorAll('.workbench *')]
          .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1 && !element.closest('.sr-only'))
          .map((element) => element.outerHTML.slice(0, 80)),
  );

async function keepPicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
}

describe.skipIf(noChromium)('the upload workbench', () => {
  const portal = useDemoPortal({ worker: true });
  const idOf = async (person: Person) =>
    (await portal.database.sql.query<{ id: string }>('SELECT id FROM usuarios WHERE email = $1', [emailOf(person)])).rows[0]?.id ?? '';

  it.each([
    [390, 844],
    [1366, 768],
  ])('stores ten of fourteen dropped files in three interactions, at %i px', async (width, height) => {
    const { page } = await portal.as('admin', { viewport: { width, height } });
    await page.goto(LIST);
    await drop(page, fourteen(`a${width}`));
    await bench(page)
      .getByRole('button', { name: /^Cargar 0 de 14$/ })
      .waitFor();
    await settled(page, 14);
    await keepPicture(page, `workbench-${width}-dropped`);
    expect(await outside(page)).toEqual([]);
    expect(await row(page, LONG_NAME).innerText()).toContain('Pasa de 160 letras: se guardará hasta «…');
    await bench(page).getByLabel('Carpeta para todos').selectOption({ label: 'Actas del Consejo' });
    await bench(page).getByRole('button', { name: 'Cargar 10 de 14' }).click();
    await bench(page).getByText('10 cargados', { exact: false }).waitFor();
    expect(await bench(page).getByRole('status').innerText()).toBe('10 cargados, 3 rechazados, 1 repetido');
    const stored = bench(page).getByRole('link', { name: LONG_NAME.slice(0, 40) });
    expect([...(await stored.innerText())].length).toBe(160);
    await keepPicture(page, `workbench-${width}-sent`);
    expect(await outside(page)).toEqual([]);
    const { rows } = await portal.database.sql.query<{ nombre: string; type: string }>(
      `SELECT f.nombre, t.nombre AS type FROM maletin_archivos f JOIN maletin_tipos_documento t ON t.id = f."tipoDocumentoId"
       JOIN maletin_carpetas c ON c.id = f."carpetaId" WHERE c.nombre = 'Actas del Consejo' AND f."createdAt" > now() - interval '1 minute'
       AND f.sha256 IN (SELECT sha256 FROM maletin_archivos GROUP BY sha256) ORDER BY f."createdAt" DESC LIMIT 10`,
    );
    const types = Object.fromEntries(rows.map(({ nombre, type }) => [nombre.slice(0, 20), type]));
    expect(types).toMatchObject({
      'Acta de enero.pdf': 'Acta',
      'Carta.docx': 'Acta',
      'Planilla.xlsx': 'Hoja de cálculo',
      'Foto.png': 'Fotografía o arte',
      'Presentación.pptx': 'Presentación o video',
      'Nota.txt': 'Nota o guía',
      [LONG_NAME.slice(0, 20)]: 'Contrato',
    });
  });

  it('corrects a refused file in place, and uploads a duplicate on request', async () => {
    const { page } = await portal.as('admin', { viewport: { width: 1366, height: 768 } });
    await page.goto(`${LIST}?carpetaId=carpeta-01`);
    await drop(page, fourteen('mend').slice(10));
    await settled(page, 4);
    const wrong = row(page, 'Escaneo.docx');
    expect(await wrong.innerText()).toContain('Su contenido es un documento PDF y el nombre dice «.docx».');
    await wrong.getByRole('button', { name: 'Corregir a .pdf' }).click();
    const type = row(page, 'Escaneo.pdf').getByLabel('Tipo de');
    const suggested = await type.inputValue();
    await type.selectOption({ label: 'Hoja de cálculo' });
    await row(page, 'Escaneo.pdf').getByText('«Hoja de cálculo» admite').waitFor();
    await type.selectOption(suggested);
    await row(page, 'Escaneo.pdf').getByLabel('Nombre de').fill('Escaneo del 12/2026');
    await row(page, 'Escaneo del 12/2026.pdf').getByText('Se guardará como «Escaneo del 12-2026.pdf».').waitFor();
    await bench(page)
      .getByRole('button', { name: /^Cargar 2 de 4$/ })
      .click();
    await bench(page).getByRole('link', { name: 'Escaneo del 12-2026.pdf' }).waitFor();
    await page.getByRole('table').getByRole('link', { name: 'Escaneo del 12-2026.pdf' }).first().waitFor();

    await drop(page, [dropped('Otra vez.pdf', sample.pdf('Acta enero mend'))]);
    const again = row(page, 'Otra vez.pdf');
    await again.getByText('Ya está en el Maletín').waitFor();
    expect(await again.getByRole('link', { name: 'Verlo' }).getAttribute('href')).toMatch(/^\/briefcase\/files\//);
    await again.getByRole('button', { name: 'Cargar de todos modos' }).click();
    await bench(page)
      .getByRole('button', { name: /^Cargar 1 de/ })
      .click();
    await bench(page).getByRole('link', { name: 'Otra vez.pdf' }).waitFor();
  });

  it('waits when the upload limit is reached, and continues by itself', async () => {
    const { page, ...browser } = await portal.as('editor', { viewport: { width: 1366, height: 768 } });
    browser.allow(/429/);
    await page.goto(LIST);
    await drop(page, [dropped('Paciente.pdf', sample.pdf('Paciente'))]);
    await settled(page, 1);
    const folder = bench(page).getByLabel('Carpeta de');
    await folder.selectOption({ index: 1 });
    // As after six hundred uploads, the oldest of which expires from the limit in 4 s.
    const limit = createHash('sha256')
      .update(await idOf('editor'))
      .digest('base64url');
    await portal.database.sql.query('INSERT INTO identity.rate_limits (key, points, expire) VALUES ($1, 600, $2)', [
      `briefcase-upload:${limit}`,
      Date.now() + 4_000,
    ]);
    await bench(page).getByRole('button', { name: 'Cargar 1 archivo' }).click();
    await row(page, 'Paciente.pdf').getByText('Van muchas cargas seguidas. Sigue sola en menos de un minuto.').waitFor();
    await bench(page).getByRole('link', { name: 'Paciente.pdf' }).waitFor();
  });

  it('keeps a file dropped before the scripts have loaded, instead of opening it', async () => {
    const { page } = await portal.as('admin');
    const release = await holdBackScripts(page);
    await page.goto(LIST, { waitUntil: 'commit' });
    await page.locator('h1').waitFor();
    const opened = await page.evaluate(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['%PDF-1.4 temprano'], 'Temprano.pdf'));
      const event = new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true });
      document.querySelector('h1')?.dispatchEvent(event);
      return !event.defaultPrevented;
    });
    expect(opened).toBe(false);
    release();
    await row(page, 'Temprano.pdf').waitFor();
    await page.unroute('**/build/**/*.js');
  });

  it('continues while the person opens other pages, even one that fails, and asks before the window is closed', async () => {
    const { page, ...browser } = await portal.as('admin', { viewport: { width: 1366, height: 768 } });
    browser.allow(/404: /);
    await page.goto(`${LIST}?carpetaId=carpeta-01`);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/briefcase/upload', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    await drop(page, [dropped('Viajera.pdf', sample.pdf('Viajera'))]);
    await bench(page).getByRole('button', { name: 'Cargar 1 archivo' }).click();
    await bench(page)
      .getByRole('heading', { name: /^Cargando 1 de 1/ })
      .waitFor();
    await expect.poll(() => page.title()).toMatch(/^\d+ % · /);
    expect(await asksBeforeClosing(page)).toBe(true);
    for (const entry of ['Prospecciones', 'Carpetas']) {
      await page.getByRole('navigation').getByRole('link', { name: entry, exact: true }).click();
      await page.getByRole('heading', { name: entry, level: 1 }).waitFor();
      await bench(page)
        .getByRole('heading', { name: /^Cargando 1 de 1/ })
        .waitFor();
    }
    await page.evaluate(() => {
      const link = document.createElement('a');
      Object.assign(link, { href: '/users/list-users/nadie', textContent: 'nadie' });
      link.dataset['nav'] = '';
      document.querySelector('main')?.append(link);
      link.click();
    });
    await page.getByText('no existe', { exact: false }).first().waitFor();
    await bench(page)
      .getByRole('heading', { name: /^Cargando 1 de 1/ })
      .waitFor();
    await bench(page).getByRole('button', { name: 'Plegar' }).click();
    await keepPicture(page, 'workbench-folded');
    release();
    await bench(page).getByRole('heading', { name: 'Cargar archivos' }).waitFor();
    await bench(page).getByRole('button', { name: 'Mostrar' }).click();
    await bench(page).getByRole('link', { name: 'Viajera.pdf' }).click();
    await page.getByRole('heading', { name: 'Viajera.pdf', level: 1 }).waitFor();
    await page.unroute('**/briefcase/upload');
  });

  it('names the target folder while files are dragged, and accepts none on other screens', async () => {
    const { page } = await portal.as('admin', { viewport: { width: 1366, height: 768 } });
    const drag = () =>
      page.evaluate(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(['x'], 'x.pdf'));
        document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer: transfer, bubbles: true, cancelable: true }));
      });
    await page.goto(`${LIST}?carpetaId=carpeta-01`);
    await drag();
    await page.getByText('Carpeta «Actas del Consejo»').waitFor();
    await keepPicture(page, 'workbench-overlay');
    await page.goto('/quotes/list-quotes');
    await drop(page, [dropped('Perdida.pdf', sample.pdf('Perdida'))]);
    await page.getByRole('navigation').getByRole('link', { name: 'Carpetas', exact: true }).click();
    await page.getByRole('heading', { name: 'Carpetas', level: 1 }).waitFor();
    expect(await bench(page).count()).toBe(0);
  });

  it('works by keyboard alone', async () => {
    const { page } = await portal.as('admin', { viewport: { width: 1366, height: 768 } });
    await page.goto(`${LIST}?carpetaId=carpeta-01`);
    await page.getByRole('link', { name: 'Cargar archivos' }).press('Enter');
    await bench(page).getByRole('button', { name: 'Elegir archivos' }).waitFor();
    await keepPicture(page, 'workbench-empty');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      bench(page).getByRole('button', { name: 'Elegir archivos' }).press('Enter'),
    ]);
    await chooser.setFiles([{ name: 'Teclado.txt', mimeType: 'text/plain', buffer: Buffer.from('por teclado\n') }]);
    await settled(page, 1);
    await bench(page).getByRole('button', { name: 'Cargar 1 archivo' }).press('Enter');
    await bench(page).getByRole('link', { name: 'Teclado.txt' }).waitFor();
    await bench(page).getByRole('button', { name: 'Cerrar la carga' }).press('Enter');
    await bench(page).waitFor({ state: 'detached' });
  });
});
