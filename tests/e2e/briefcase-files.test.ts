import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asksBeforeClosing, waitForPendingRequests } from '#server/testing/chromium.ts';
import { HTML, PNG, SVG, TEXT, pdf } from '#server/ports/files/testing/sample-files.ts';
import { holdBackScripts } from '#server/testing/hold-back-scripts.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';

const LIST = '/briefcase/list-briefcase';
const QUEUE = 'section[aria-label="Carga de archivos"]';

describe.skipIf(noChromium)('the Maletín in a browser', () => {
  const portal = useDemoPortal({ browser: { withWindows: true }, worker: true });
  let directory: string;
  const file = (name: string) => path.join(directory, name);
  beforeAll(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'portal-e2e-'));
    const files = {
      'contrato.pdf': pdf('Contrato e2e'),
      'falso.pdf': HTML,
      'foto.png': PNG,
      'nota.txt': TEXT,
      'dibujo.svg': SVG,
      'acta.pdf': pdf('Acta e2e'),
    };
    for (const [name, content] of Object.entries(files)) await writeFile(file(name), content);
    await portal.documents.main.create('maletin_tipos_documento/e2e-todo', { nombre: 'Todo (e2e)', extensiones: [], estado: true });
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const kindsOf = async (id: string) =>
    (await portal.database.sql.query<{ kind: string }>('SELECT kind FROM eventos_archivos WHERE "fileId" = $1 ORDER BY at', [id])).rows.map(
      (row) => row.kind,
    );

  async function openUpload(page: Page): Promise<void> {
    // Another program created the type: it is shown once the worker has synced it.
    await expect
      .poll(
        async () => (await portal.database.sql.query('SELECT 1 FROM maletin_tipos_documento WHERE id = $1', ['e2e-todo'])).rows.length,
        { timeout: 20_000 },
      )
      .toBe(1);
    await page.goto(`${LIST}#cargar`);
    await page.getByLabel('Carpeta para todos').selectOption({ index: 1 });
    await page.getByLabel('Tipo para todos').selectOption('e2e-todo');
  }

  /** Some contents may already be stored by another test. */
  async function send(page: Page): Promise<void> {
    await page.locator(`${QUEUE} tbody tr`).first().waitFor();
    await page.locator(QUEUE).getByText('Revisando').first().waitFor({ state: 'detached' });
    for (const wanted of await page.getByRole('button', { name: 'Cargar de todos modos' }).all()) await wanted.click();
    await page
      .locator(QUEUE)
      .getByRole('button', { name: /^Cargar \d/ })
      .click();
  }

  async function upload(page: Page, name: string): Promise<string> {
    await openUpload(page);
    await page.locator(`${QUEUE} input[type=file]:not([capture])`).setInputFiles(file(name));
    await send(page);
    const href = await page.locator(`${QUEUE} a`, { hasText: name }).getAttribute('href');
    return href?.split('/').pop() ?? '';
  }

  const widthOfPicture = (page: Page) =>
    page
      .locator('.viewer-page > img, body > img')
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth);

  /** The page before its scripts have run; `release` lets them load. */
  async function openEarly(): Promise<{ page: Page; release: () => void; close: () => Promise<void> }> {
    const opened = await portal.as('admin');
    const { page } = opened;
    const release = await holdBackScripts(page);
    await page.goto(`${LIST}?cargar=1#cargar`, { waitUntil: 'commit' });
    await page.locator('input[name=name]').waitFor();
    // With its first frame the browser jumps to #cargar and takes the focus from any field; people type only after they see one.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return { page, release, close: () => opened.close() };
  }

  it('accepts files dropped anywhere on the page, and says which one was refused and why', async () => {
    const { page, ...browser } = await portal.as('admin');
    browser.allow(/415: POST .*\/briefcase\/upload/);
    await openUpload(page);
    const contents = [
      ['acta.pdf', pdf('Acta soltada').toString('latin1')],
      ['falso.pdf', HTML.toString('latin1')],
      ['falso.txt', HTML.toString('latin1')],
    ] as const;
    await page.evaluate((given) => {
      const transfer = new DataTransfer();
      for (const [name, text] of given) transfer.items.add(new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], name));
      document.querySelector('h1')?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, contents);
    await page.locator(QUEUE).getByText('Su contenido no es un documento PDF.').waitFor();
    await send(page);
    await page.locator(QUEUE).getByText('El contenido no corresponde a un texto.').waitFor();
    await page.locator(QUEUE).getByText('Cargado', { exact: true }).waitFor();
    expect(await page.locator(QUEUE).getByRole('status').innerText()).toBe('1 cargado, 2 rechazados');
    await page.locator('tbody a', { hasText: 'acta.pdf' }).first().waitFor();
  });

  it('keeps files while offline, asks before closing, and uploads them by itself once online', async () => {
    const { page, context, ...browser } = await portal.as('admin');
    browser.allow(/ERR_INTERNET_DISCONNECTED/);
    await openUpload(page);
    await waitForPendingRequests(page);
    await context.setOffline(true);
    await page
      .locator(`${QUEUE} input[type=file]:not([capture])`)
      .setInputFiles(['contrato.pdf', 'foto.png', 'nota.txt', 'acta.pdf'].map(file));
    await send(page);
    await page.locator(QUEUE).getByText('4 sin cargar').waitFor();
    expect(await asksBeforeClosing(page)).toBe(true);
    const again = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/briefcase/upload'));
    await Promise.all([again, page.locator(QUEUE).getByRole('button', { name: 'Reintentar 4 archivos' }).click()]);
    await page.locator(QUEUE).getByText('4 sin cargar').waitFor();
    await context.setOffline(false);
    await page.locator(QUEUE).getByText('4 cargados').waitFor();
    expect(await asksBeforeClosing(page)).toBe(false);
    await page.getByRole('table').getByRole('link', { name: 'foto.png' }).first().waitFor();
  });

  it('shows a PDF page, a picture and a text, and records one event each for view, print and download', async () => {
    const { page, context } = await portal.as('admin');
    const id = await upload(page, 'contrato.pdf');
    const types: string[] = [];
    context.on('response', (response) => types.push(response.headers()['content-type'] ?? ''));
    await page.goto(`/briefcase/files/${id}`);
    await expect.poll(() => widthOfPicture(page)).toBe(800);
    expect(await page.locator('iframe, embed, object').count()).toBe(0);
    await expect.poll(() => kindsOf(id)).toEqual(['upload', 'view']);
    const [print] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: 'Imprimir' }).click()]);
    await print.waitForLoadState();
    expect(await widthOfPicture(print)).toBe(900);
    expect(types.filter((type) => type.includes('pdf'))).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Descargar', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('contrato.pdf');
    await expect.poll(() => kindsOf(id)).toEqual(['upload', 'view', 'print', 'download']);

    const picture = await upload(page, 'foto.png');
    await page.goto(`/briefcase/files/${picture}`);
    await expect.poll(() => widthOfPicture(page)).toBe(1);
    const note = await upload(page, 'nota.txt');
    await page.goto(`/briefcase/files/${note}`);
    await expect.poll(() => page.locator('.viewer pre').innerText()).toContain('Recibí conforme.');
    expect([await kindsOf(picture), await kindsOf(note)]).toEqual([
      ['upload', 'view'],
      ['upload', 'view'],
    ]);
  });

  it('replaces a file by a new version, confirms a required reading, and grants, revokes and restores folder access', async () => {
    const { page } = await portal.as('admin');
    const id = await upload(page, 'contrato.pdf');
    await page.goto(`/briefcase/files/${id}`);
    await page.getByText('Cargar una versión nueva').click();
    await page.getByLabel('Otro archivo').setInputFiles(file('acta.pdf'));
    await page.getByRole('button', { name: 'Cargar la versión' }).click();
    await page.getByText(/^Se guardó la versión 2 de «/).waitFor();
    await page.locator('h2:focus', { hasText: 'Versión 2 de 2' }).waitFor();
    await page.getByRole('link', { name: /contrato\.pdf \(/ }).click();
    await page.getByText('Está viendo la versión 1').waitFor();
    await page.getByRole('link', { name: 'Ver la versión actual' }).click();
    await page.getByText('Está viendo la versión 1').waitFor({ state: 'detached' });
    expect((await kindsOf(id)).filter((kind) => kind === 'upload')).toHaveLength(2);
    await page.getByText('(versión 1)').first().waitFor();

    await page.getByRole('link', { name: 'Pedir lectura' }).click();
    await page.getByLabel('Quién debe leerlo').selectOption({ label: 'Administrador' });
    await page.getByLabel('Leer hasta').fill('31/12/2099');
    await page.getByLabel('Motivo').fill('Cambian los límites');
    await page.getByRole('button', { name: 'Pedir lectura' }).click();
    await page.getByText('Leer hasta el 31/12/2099. Motivo: Cambian los límites.').waitFor();
    await expect.poll(() => widthOfPicture(page)).toBe(800);
    await page.getByRole('button', { name: 'Confirmo que lo leí' }).click();
    await page.getByText('Usted confirmó que lo leyó').waitFor();
    expect((await kindsOf(id)).at(-1)).toBe('confirm');
    const { carpetaId } = (await portal.documents.main.get(`maletin_archivos/${id}`))?.data as { carpetaId: string };
    await page.goto(`/folders/list-folders/${carpetaId}`);
    await page.getByRole('heading', { name: /^Lectura obligatoria: 1 de \d+ persona/ }).waitFor();
    await page.getByText('Quiénes ya leyeron todo').click();
    await page.getByText('1 de 1 leído').waitFor();

    await page.goto('/folders/list-folders/carpeta-20');
    const choice = page.getByLabel('Dar acceso a');
    const agency = await choice.locator('optgroup[label="Todos los de una agencia"] option').first().innerText();
    await choice.selectOption({ label: agency });
    await page.getByRole('button', { name: 'Dar acceso' }).click();
    await page.getByText('Se dio acceso a la carpeta.').waitFor();
    await page.getByRole('button', { name: `Quitar el acceso de ${agency}` }).click();
    await page.getByText('Se quitó el acceso a la carpeta.').waitFor();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.getByRole('button', { name: `Quitar el acceso de ${agency}` }).waitFor();
  });

  it('never renders a stored SVG: shows its source, and answers 415 to viewing it', async () => {
    const { page, ...browser } = await portal.as('admin');
    browser.allow(/415/);
    const id = await upload(page, 'dibujo.svg');
    await page.goto(`/briefcase/files/${id}/text/1`);
    expect(await page.locator('body').innerText()).toContain('<svg');
    expect((await page.goto(`/briefcase/files/${id}/view`))?.status()).toBe(415);
    expect(await page.locator('svg script').count()).toBe(0);
  });

  it('keeps the plain upload form for somebody who began to fill it in before the scripts loaded', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { page, release, close } = await openEarly();
      await page.locator('input[name=name]').fill(`Temprana ${round}`);
      release();
      await page.locator('input[name=name]').pressSequentially(', escrita mientras llega el código');
      await page.locator('select[name=folderId]').selectOption({ index: 1 });
      await page.locator('select[name=documentTypeId]').selectOption({ index: 1 });
      await page.locator('input[name=file]').setInputFiles(file('acta.pdf'));
      await page.getByRole('button', { name: 'Cargar', exact: true }).click();
      await page.getByText(`Se cargó «Temprana ${round}, escrita mientras llega el código.pdf».`).waitFor();
      await close();
    }
  });

  it('uploads, edits, deletes and restores a file without JavaScript', async () => {
    const { page, ...browser } = await portal.as('admin', { javaScriptEnabled: false });
    browser.allow(/\/build\//);
    await page.goto(LIST);
    await page.getByRole('link', { name: 'Cargar archivos' }).click();
    await page.locator('input[name=name]').fill('Sin guiones');
    await page.locator('select[name=folderId]').selectOption({ index: 1 });
    await page.locator('select[name=documentTypeId]').selectOption('e2e-todo');
    await page.locator('input[name=file]').setInputFiles(file('nota.txt'));
    await page.getByRole('button', { name: 'Cargar', exact: true }).click();
    await page.waitForURL(`**${LIST}`);
    await page.locator('tbody a', { hasText: 'Sin guiones.txt' }).first().click();
    await page.getByRole('link', { name: 'Editar' }).click();
    await page.locator('input[name=nombre]').fill('Con otro nombre');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.locator('h1', { hasText: 'Con otro nombre.txt' }).waitFor();
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await page.waitForURL(`**${LIST}`);
    expect(await page.locator('tbody a', { hasText: 'Con otro nombre.txt' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.locator('tbody a', { hasText: 'Con otro nombre.txt' }).first().waitFor();
  });
});
