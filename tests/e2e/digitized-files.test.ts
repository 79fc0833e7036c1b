import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { countOf } from '#server/domain/text.ts';
import { PNG, pdf } from '#server/ports/files/testing/sample-files.ts';
import { IS_LONG } from '#server/testing/run-seed.ts';
import { asksBeforeClosing, waitForPendingRequests } from '#server/testing/chromium.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';

const LIST = '/digitalization-documents/list-digitalization-docs';
const UPLOAD = '/digitalization-documents/upload';
const THREE_PAGES = path.resolve(import.meta.dirname, '../../server/pages/testing/files/three.tif');
const TYPE = 'e2e-contrato';
const CAMPOS = [
  { clave: 'numero', etiqueta: 'Número de contrato', tipo: 'texto', obligatorio: true, validador: '', opciones: [] },
  { clave: 'dpi', etiqueta: 'DPI', tipo: 'texto', obligatorio: false, validador: 'dpi', opciones: [] },
  { clave: 'vence', etiqueta: 'Vencimiento', tipo: 'fecha', obligatorio: false, validador: '', opciones: [] },
  { clave: 'socio', etiqueta: 'Asociado', tipo: 'asociado', obligatorio: false, validador: '', opciones: [] },
];

describe.skipIf(noChromium)('files of digitized documents, in a browser', () => {
  const portal = useDemoPortal({ browser: { withWindows: true }, worker: true });
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'portal-indexing-'));
    await writeFile(path.join(directory, 'contrato.pdf'), pdf('Contrato de prueba'));
    await writeFile(path.join(directory, 'foto.png'), PNG);
    await writeFile(path.join(directory, 'tres.tif'), await readFile(THREE_PAGES));
    for (const [name, content] of [
      ['falso.pdf', 'No lo es'],
      ['programa.exe', 'MZ'],
      ['vacio.pdf', ''],
    ] as const)
      await writeFile(path.join(directory, name), content);
    await addType();
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const pathOf = (name: string) => path.join(directory, name);
  /** Another program creates it: it appears once the worker has synced it. */
  const addType = async () => {
    const { sql } = portal.database;
    const store = portal.documents.digitalization;
    await store.create('categorias/e2e-legal', { nombre: 'E2e legal', estado: true });
    await store.create(`tipos_documento/${TYPE}`, { nombre: 'Contrato', categoryId: 'e2e-legal', estado: true, campos: CAMPOS });
    const isThere = async () =>
      (await sql.query('SELECT 1 FROM tipos_documento y JOIN categorias k ON k.id = y."categoryId" WHERE y.id = $1', [TYPE])).rows.length;
    await vi.waitFor(async () => expect(await isThere()).toBe(1), { timeout: 20_000, interval: 200 });
  };
  const storedNamed = async (name: string): Promise<Record<string, unknown> & { id: string }> => {
    const where = [{ field: 'documentName', op: '==' as const, value: name }];
    const [found] = await portal.documents.digitalization.query({ collection: 'documentos', where });
    return { ...found?.data, id: found?.id ?? '' };
  };
  const choose = (page: Page, names: readonly string[]) => page.getByLabel('Archivos', { exact: true }).setInputFiles(names.map(pathOf));

  it('are indexed by keyboard beside their preview, and a refused one comes back with its reason', async () => {
    const desk = await portal.as('admin');
    const { page } = desk;
    desk.allow(/^400: POST .*\/upload$/);
    await page.goto(LIST);
    await page.getByRole('link', { name: 'Indexar documentos' }).click();
    await page.getByRole('button', { name: 'Elegir archivos' }).waitFor();
    await choose(page, ['falso.pdf', 'tres.tif', 'programa.exe', 'contrato.pdf', 'foto.png', 'vacio.pdf']);
    // Files that nobody could index say so at once, and get no form.
    await page.getByRole('form', { name: 'Datos de tres.tif' }).waitFor();
    await page.getByText('0 documentos indexados. Faltan 3, 3 rechazados.').waitFor();
    const list = page.getByRole('region', { name: 'Archivos' });
    for (const [name, reason] of [
      ['falso.pdf', 'Su contenido no es un documento PDF.'],
      ['programa.exe', 'Los programas no se admiten.'],
      ['vacio.pdf', 'El archivo está vacío.'],
    ] as const) {
      expect(await list.getByRole('listitem').filter({ hasText: name }).innerText()).toMatch(new RegExp(`Rechazado[^]*${reason}`));
      await list.getByRole('button', { name: `Quitar ${name}` }).click();
    }
    await page.getByText('0 documentos indexados. Faltan 3.').waitFor();
    const tops = () => page.locator('.indexing-acts').evaluate((acts) => [...acts.children].map((one) => one.getBoundingClientRect().top));
    expect(new Set(await tops()).size).toBe(1);
    await page.getByLabel('Tipo de documento').selectOption(TYPE);
    await page.getByRole('img', { name: 'Página 3 de tres.tif' }).waitFor();
    await page.getByLabel('Nombre').fill('Contrato uno');
    await page.getByLabel('Asociado').fill('Escrito a medias');
    // What is typed stays with its file while others are opened; in a list of options these keys open the list.
    await page.getByRole('button', { name: 'Más tarde' }).click();
    await page.getByRole('form', { name: 'Datos de contrato.pdf' }).waitFor();
    await page.getByLabel('Nombre').press('Alt+ArrowUp');
    await page.getByRole('form', { name: 'Datos de tres.tif' }).waitFor();
    expect(await page.getByLabel('Nombre').inputValue()).toBe('Contrato uno');
    expect(await page.getByLabel('Asociado').inputValue()).toBe('Escrito a medias');
    await page.getByLabel('Tipo de documento').press('Alt+ArrowDown');
    const types = page.getByRole('dialog', { name: 'Tipo de documento' });
    await types.waitFor();
    await page.keyboard.press('Escape');
    await types.waitFor({ state: 'hidden' });
    await page.getByRole('form', { name: 'Datos de tres.tif' }).waitFor();
    await page.getByLabel('Asociado').fill('');
    // Missing and invalid values are reported by the portal, in a summary that links to the fields.
    await page.getByLabel('Vencimiento').fill('31/02/2027');
    await page.getByLabel('Número de contrato').press('Enter');
    await page.getByRole('alert').getByRole('link', { name: 'Escriba una fecha que exista en «Vencimiento», como 31/12/2026.' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('31-1-27');
    await page.getByRole('alert').getByRole('link', { name: 'Complete «Número de contrato».' }).click();
    await page.keyboard.type('C-1');
    await page.getByLabel('Conservar estos valores en el siguiente').check();
    await page.getByLabel('Número de contrato').press('Enter');
    // The next file is shown, with the type and value kept and its name selected.
    await page.getByRole('img', { name: 'Página 1 de contrato.pdf' }).waitFor();
    expect([await page.locator('.indexing-preview').count(), await page.getByLabel('Tipo de documento').count()]).toEqual([1, 1]);
    expect(await page.getByLabel('Tipo de documento').inputValue()).toBe(TYPE);
    expect(await page.getByLabel('Número de contrato').inputValue()).toBe('C-1');
    await page.keyboard.type('Contrato dos');
    await page.getByLabel('DPI').fill('12');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'foto.png' }).waitFor();
    await page.keyboard.type('Contrato tres');
    await page.getByLabel('DPI').fill('');
    await page.getByLabel('Asociado').fill('a-010001');
    await page.getByRole('option', { name: /^A-010001 · / }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    // The refused file is counted, comes back by itself, and says what is accepted.
    await page.getByText('2 documentos indexados. 1 rechazado.').waitFor();
    await page.getByRole('alert').getByRole('link', { name: '«DPI» lleva 13 dígitos, por ejemplo 1234567890123.' }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('campos.dpi');
    await page.getByLabel('DPI').fill('3449 48748 0408');
    await page.keyboard.press('Control+Enter');
    await page.getByText('3 documentos indexados. No queda ninguno por indexar.').waitFor();
    expect(await storedNamed('Contrato uno')).toMatchObject({
      documentId: TYPE,
      pages: 3,
      campos: { numero: 'C-1', vence: '2027-01-31' },
      fileName: 'tres.tif',
    });
    expect(await storedNamed('Contrato dos')).toMatchObject({
      documentId: TYPE,
      pages: 1,
      campos: { numero: 'C-1', dpi: '3449487480408' },
    });
    const { rows } = await portal.database.sql.query<{ id: string }>(`SELECT id FROM clientes WHERE codigo = 'A-010001'`);
    expect(await storedNamed('Contrato tres')).toMatchObject({ contentType: 'image/png', campos: { socio: rows[0]?.id } });
  });

  it('are kept while offline, ask before closing, and are sent by themselves once online', async () => {
    const { page, context, ...desk } = await portal.as('admin');
    desk.allow(/ERR_INTERNET_DISCONNECTED/);
    await page.goto(UPLOAD);
    await page.getByRole('button', { name: 'Elegir archivos' }).waitFor();
    await choose(page, ['contrato.pdf', 'foto.png']);
    await page.getByLabel('Tipo de documento').selectOption(TYPE);
    await page.getByLabel('Número de contrato').fill('C-4');
    await page.getByLabel('Conservar estos valores en el siguiente').check();
    await page.getByRole('img', { name: 'Página 1 de contrato.pdf' }).waitFor();
    await waitForPendingRequests(page);
    await context.setOffline(true);
    await page.getByLabel('Nombre').fill('Sin enlace uno');
    // Held down until the next file is shown.
    await page.keyboard.down('Enter');
    await page.getByRole('form', { name: 'Datos de foto.png' }).waitFor();
    for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.getByLabel('Nombre').fill('Sin enlace dos');
    await page.getByLabel('Nombre').press('Enter');
    await page.getByText('0 documentos indexados. 2 sin cargar.').waitFor();
    expect(await asksBeforeClosing(page)).toBe(true);
    const again = page.waitForEvent('requestfailed', (request) => request.method() === 'POST' && request.url().endsWith(UPLOAD));
    await Promise.all([again, page.getByRole('button', { name: 'Reintentar los 2' }).click()]);
    await page.getByText('0 documentos indexados. 2 sin cargar.').waitFor();
    await context.setOffline(false);
    await page.getByText('2 documentos indexados. No queda ninguno por indexar.').waitFor();
    // A remark about a stored file is not drawn as success.
    await page.locator('.text-warning', { hasText: 'Mismo contenido que «' }).first().waitFor();
    expect(await asksBeforeClosing(page)).toBe(false);
    for (const name of ['Sin enlace uno', 'Sin enlace dos']) expect(await storedNamed(name)).toMatchObject({ campos: { numero: 'C-4' } });
  });

  it.runIf(IS_LONG)('are indexed by keyboard alone, and the three refused of twelve come back one after another', async () => {
    const names = Array.from({ length: 12 }, (_none, place) => `recibo-${place + 1}.pdf`);
    const wrong = [3, 7, 10];
    for (const name of names) await writeFile(pathOf(name), pdf(`Recibo ${name}`));
    const desk = await portal.as('admin');
    const { page } = desk;
    desk.allow(/^400: POST .*\/upload$/);
    await page.goto(UPLOAD);
    await page.getByRole('button', { name: 'Elegir archivos' }).waitFor();
    await choose(page, names);
    await page.getByLabel('Tipo de documento').selectOption(TYPE);
    await page.getByLabel('Número de contrato').fill('C-12');
    await page.getByLabel('Conservar estos valores en el siguiente').check();
    for (const [place, name] of names.entries()) {
      await page.getByRole('img', { name: `Página 1 de ${name}` }).waitFor();
      await page.getByLabel('DPI').focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(wrong.includes(place + 1) ? '12' : '3449 48748 0408');
      await page.keyboard.press('Enter');
    }
    // No file is left to fill in: refused ones open one after another, with what was typed and the reason.
    for (const [mended, place] of wrong.entries()) {
      await page.getByText(`${9 + mended} documentos indexados. ${countOf(3 - mended, 'rechazado', 'rechazados')}.`).waitFor();
      await page.getByRole('form', { name: `Datos de recibo-${place}.pdf` }).waitFor();
      expect(await page.getByLabel('Número de contrato').inputValue()).toBe('C-12');
      await page
        .getByRole('alert')
        .getByRole('link', { name: /^«DPI» lleva 13 dígitos/ })
        .press('Enter');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('campos.dpi');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('3449 48748 0408');
      await page.keyboard.press('Enter');
    }
    await page.getByText('12 documentos indexados. No queda ninguno por indexar.').waitFor();
    for (const name of names) {
      const stored = await storedNamed(path.parse(name).name);
      expect(stored, name).toMatchObject({ fileName: name, campos: { numero: 'C-12', dpi: '3449487480408' } });
    }
  });

  it('and what is typed stay when the session ends, and the next page opens once the person is back', async () => {
    const { page, ...desk } = await portal.as('admin');
    desk.allow(/^401: GET /);
    await page.goto(UPLOAD);
    await page.getByRole('button', { name: 'Elegir archivos' }).waitFor();
    await choose(page, ['contrato.pdf']);
    await page.getByLabel('Tipo de documento').selectOption(TYPE);
    await page.getByLabel('Nombre').fill('Escrito a medias');
    await waitForPendingRequests(page);
    const expire = (at: string) => portal.database.sql.query(`UPDATE identity.sessions SET expires_at = ${at} WHERE uid = 'demo-admin'`);
    await expire('now()');
    const [lookup] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('members.json')),
      page.getByLabel('Asociado').fill('a-010001'),
    ]);
    expect(lookup.status()).toBe(401);
    await page.getByRole('link', { name: 'Documentos', exact: true }).first().click();
    const cover = page.getByRole('alertdialog', { name: 'Su sesión terminó' });
    await cover.waitFor();
    expect(await page.getByLabel('Nombre').inputValue()).toBe('Escrito a medias');
    // As after signing in in another tab.
    await expire(`now() + interval '1 hour'`);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.waitForURL(`${portal.url}${LIST}`);
    await page.goBack();
    const form = page.getByRole('form', { name: 'Datos de contrato.pdf' });
    expect(await form.getByLabel('Nombre').inputValue()).toBe('Escrito a medias');
  });

  it('are reported as already stored before they are sent', async () => {
    const { page } = await portal.as('admin');
    await page.goto(UPLOAD);
    await page.getByRole('button', { name: 'Elegir archivos' }).waitFor();
    await choose(page, ['tres.tif']);
    await page.getByText('Este contenido ya está en').waitFor();
    expect(await page.getByRole('link', { name: 'Contrato uno' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Quitar', exact: true }).click();
    await page.getByText('Todavía no hay archivos.').waitFor({ state: 'attached' });
  });

  it('are indexed without JavaScript by a plain form, after the type is chosen', async () => {
    const { page } = await portal.as('admin', { javaScriptEnabled: false });
    await page.goto(UPLOAD);
    await page.getByLabel('Tipo de documento').selectOption(TYPE);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByLabel('Nombre').fill('Contrato sin guiones');
    await page.getByLabel('Número de contrato').fill('C-9');
    await page.getByLabel('Archivo').setInputFiles(pathOf('contrato.pdf'));
    await page.getByRole('button', { name: 'Indexar' }).click();
    await page.getByText('Se indexó «Contrato sin guiones».').waitFor();
    const { id } = await storedNamed('Contrato sin guiones');
    await page.goto(`${LIST}/${id}`);
    await page.getByRole('img', { name: /Página 1/ }).waitFor();
    await page.locator('summary', { hasText: 'Cambiar archivo' }).click();
    await page.getByLabel('Otro archivo').setInputFiles(pathOf('foto.png'));
    await page.getByRole('button', { name: 'Reemplazar el archivo' }).click();
    await page.getByText('Se guardó el archivo de «Contrato sin guiones».').waitFor();
    await page.getByRole('heading', { name: 'Versiones anteriores' }).waitFor();
  });

  it('are shown only as pictures, and replaced in place with their earlier versions available', async () => {
    const { page } = await portal.as('admin');
    const types: string[] = [];
    page.on('response', (response) => types.push(response.headers()['content-type'] ?? ''));
    const { id } = await storedNamed('Contrato dos');
    await page.goto(`${LIST}/${id}`);
    const pictures = page.locator('.viewer-stage img, .viewer-plain img');
    await pictures.first().waitFor();
    expect(await page.locator('iframe, embed, object').count()).toBe(0);
    const before = await pictures.first().getAttribute('src');
    await page.locator('summary', { hasText: 'Cambiar archivo' }).click();
    await page.getByLabel('Otro archivo').setInputFiles(pathOf('tres.tif'));
    await page.getByRole('button', { name: 'Reemplazar el archivo' }).click();
    await page.getByRole('status').filter({ hasText: 'Página 1 de 3' }).waitFor();
    await page.getByText('Se guardó el archivo de «Contrato dos».').waitFor();
    await page.locator('h2:focus', { hasText: 'Versiones anteriores' }).waitFor();
    expect(await pictures.first().getAttribute('src')).not.toBe(before);
    await page.getByRole('link', { name: /contrato\.pdf/ }).click();
    await page.getByText('Está viendo una versión anterior').waitFor();
    await page.getByRole('link', { name: 'Ver el archivo actual' }).click();
    await page.getByText('Está viendo una versión anterior').waitFor({ state: 'detached' });
    expect(types.filter((type) => type.includes('pdf'))).toEqual([]);
  });

  it.each([true, false])('are downloaded together as a ZIP (script: %s)', async (javaScriptEnabled) => {
    const { page } = await portal.as('admin', { javaScriptEnabled });
    await page.goto(`${LIST}?documentId=${TYPE}`);
    for (const name of ['Contrato uno', 'Contrato tres']) await page.getByRole('row', { name }).getByRole('checkbox').check();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Descargar en ZIP' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^documentos-\d{4}-\d\d-\d\d\.zip$/);
    const entries = unzipSync(await readFile(await download.path()));
    expect(Object.keys(entries).sort()).toEqual(['Contrato tres.png', 'Contrato uno.tif']);
    expect(Buffer.from(entries['Contrato tres.png'] ?? []).equals(PNG)).toBe(true);
  });
});
