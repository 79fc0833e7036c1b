import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#prisma/seed/demo-data.ts';
import { pdf } from '#server/ports/files/testing/sample-files.ts';
import { emailOf, noChromium, useDemoPortal } from './demo-portal.ts';

const PLAIN = { javaScriptEnabled: false } as const;

describe.skipIf(noChromium)('with JavaScript off', () => {
  const portal = useDemoPortal();
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'portal-plain-'));
    await writeFile(path.join(directory, 'acta.pdf'), pdf('Acta sin guiones'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('a person signs in after a wrong password, returns to the requested page, and signs out', async () => {
    const visitor = await portal.visitor(PLAIN);
    const { page } = visitor;
    visitor.allow(/^401: POST .*\/login/);
    await page.goto('/departments/list-departments?q=audi');
    await signInWith(page, 'no es esta');
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Correo electrónico').inputValue()).toBe(emailOf('admin'));
    await signInWith(page, DEMO_PASSWORD);
    await page.getByRole('heading', { name: /^Departamentos/, level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=audi');
    await page.getByText('Cuenta de Lucía').locator('..').click();
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor();
    await page.goto('/departments/list-departments');
    await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor();
  });

  it('a list searches, filters, sorts, turns pages and exports', async () => {
    const { page } = await portal.as('admin', PLAIN);
    await page.goto('/locations/list-agencies?pageSize=10');
    await page.getByRole('combobox', { name: 'Tipo' }).selectOption({ label: 'Agencia' });
    await page.getByRole('searchbox', { name: 'Buscar agencias' }).fill('sAn');
    await page.getByRole('button', { name: 'Buscar', exact: true }).click();
    await page.getByRole('link', { name: 'Quitar filtro: Tipo: Agencia' }).waitFor();
    const rows = await page.getByRole('table').locator('tbody tr').allInnerTexts();
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) expect(row).toMatch(/^\s*Agencia [\s\S]*san/i);

    await page.getByRole('link', { name: 'Quitar filtro: Búsqueda: sAn' }).click();
    await page.getByRole('columnheader', { name: 'Nombre' }).getByRole('link').click();
    await page.waitForURL(/sort=nombre/);
    const first = await namesOn(page);
    await page.getByRole('link', { name: 'Página siguiente' }).click();
    await page.getByRole('link', { name: 'Página anterior' }).waitFor();
    const second = await namesOn(page);
    expect([first.length, second.length]).toEqual([10, 10]);
    expect([...first, ...second]).toEqual([...first, ...second].sort((a, b) => a.localeCompare(b, 'es')));
    expect(new Set([...first, ...second]).size).toBe(20);

    await page.getByText(/^Exportar 28 filas$/).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV (.csv)' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^agencias.*\.csv$/);
  });

  it('a department is rejected with the reason, created, edited, deleted and restored', async () => {
    const session = await portal.as('admin', PLAIN);
    const { page } = session;
    session.allow(/^400: POST/);
    await page.goto('/departments/list-departments');
    await page.getByRole('link', { name: 'Nuevo departamento' }).click();
    await page.getByLabel('Nombre').fill('   ');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByRole('link', { name: /Complete «Nombre»/ }).waitFor();
    await page.getByLabel('Nombre').fill('Banca por teléfono');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByRole('heading', { name: 'Banca por teléfono', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Editar' }).click();
    await page.getByLabel('Descripción').fill('Atiende llamadas');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByText('Atiende llamadas').first().waitFor();
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.goto('/departments/list-departments?q=banca');
    expect(await namesOn(page)).toEqual(['Banca por teléfono']);
  });

  it('a file is uploaded by the plain form', async () => {
    const { page } = await portal.as('admin', PLAIN);
    await page.goto('/briefcase/list-briefcase');
    await page.getByRole('link', { name: 'Cargar archivos' }).click();
    await page.getByLabel('Nombre').fill('Acta plana');
    await page.locator('select[name=folderId]').selectOption({ label: 'Actas del Consejo' });
    await page.locator('select[name=documentTypeId]').selectOption({ label: 'Acta' });
    await page
      .getByLabel('Archivo', { exact: false })
      .and(page.locator('input[type=file]'))
      .setInputFiles(path.join(directory, 'acta.pdf'));
    await page.getByRole('button', { name: 'Cargar', exact: true }).click();
    await page.getByText('Se cargó «Acta plana.pdf».').waitFor();
    await page.getByRole('table').getByRole('link').filter({ hasText: 'Acta plana.pdf' }).click();
    await page.getByRole('heading', { name: 'Acta plana.pdf', level: 1 }).waitFor();
  });

  it('a report is filtered by days and folder', async () => {
    const { page } = await portal.as('reportes', PLAIN);
    await page.goto('/briefcase/reports');
    await page.getByRole('main').getByRole('link', { name: 'Cargas por usuario', exact: true }).click();
    await page.getByLabel('Desde').fill('2020-01-01');
    await page.getByRole('combobox', { name: 'Carpeta' }).selectOption({ label: 'Plantillas' });
    await page.getByRole('button', { name: 'Ver', exact: true }).click();
    await page.getByRole('link', { name: 'Quitar filtro: Carpeta: Plantillas' }).waitFor();
    const { rows } = await portal.database.sql.query<{ events: bigint }>(
      `SELECT count(*) AS events FROM eventos_archivos WHERE kind = 'upload' AND "folderId" = 'carpeta-25'`,
    );
    const total = await page.getByRole('rowheader', { name: 'Total' }).locator('..').getByRole('cell').first().innerText();
    expect(Number(total)).toBe(Number(rows[0]?.events));
  });
});

async function signInWith(page: Page, password: string): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(emailOf('admin'));
  await page.getByLabel('Contraseña').fill(password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
}

/** Texts of the first column, which names the record. */
function namesOn(page: Page): Promise<string[]> {
  return page.getByRole('table').locator('td.key').allInnerTexts();
}
