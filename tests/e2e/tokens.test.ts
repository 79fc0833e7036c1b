import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { waitForPendingRequests } from '#server/testing/chromium.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';

const URL = '/briefcase/reports/uploads-by-user.json';

describe.skipIf(noChromium)('program tokens, in a browser', () => {
  const portal = useDemoPortal();

  /** Sends a request as a program on another machine. */
  const askAs = (token: string) => fetch(portal.url + URL, { redirect: 'manual', headers: { Authorization: `Bearer ${token}` } });

  async function create(page: Page, nombre: string): Promise<string> {
    await page.getByLabel('Nombre', { exact: false }).fill(nombre);
    await page.getByLabel('Vale por').selectOption('365');
    await page.getByRole('button', { name: 'Crear acceso' }).click();
    await page.getByText(`Se creó «${nombre}».`).waitFor();
    return page.getByLabel('Clave de acceso').inputValue();
  }
  const rowOf = (page: Page, nombre: string) => page.getByRole('listitem').filter({ hasText: nombre });

  it('are created by a person, shown once, used and revoked', async () => {
    const { page } = await portal.as('reportes', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto('/account');
    const token = await create(page, 'Tablero de Gerencia');
    await page.getByRole('button', { name: 'Copiar' }).click();
    await page.getByRole('button', { name: 'Copiada' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    const answer = await askAs(token);
    expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([
      200,
      expect.arrayContaining(['rows', 'next', 'columns']),
    ]);

    await page.reload();
    await rowOf(page, 'Tablero de Gerencia')
      .getByText(/Último uso/)
      .waitFor();
    expect(await page.content()).not.toContain(token);
    await rowOf(page, 'Tablero de Gerencia').getByRole('button', { name: 'Revocar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revocar' }).click();
    await page.getByText('Se revocó el acceso.').waitFor();
    expect((await askAs(token)).status).toBe(401);
  });

  it('are created and revoked without JavaScript, and a missing name is reported', async () => {
    const session = await portal.as('editor', { javaScriptEnabled: false });
    const { page } = session;
    session.allow(/^400: POST/);
    await page.goto('/account');
    await page.getByLabel('Nombre', { exact: false }).fill('   ');
    await page.getByRole('button', { name: 'Crear acceso' }).click();
    await page.getByText('Complete «Nombre».').first().waitFor();
    const token = await create(page, 'Hoja sin guiones');
    expect(token).toMatch(/^pcp_/);
    await rowOf(page, 'Hoja sin guiones').getByRole('button', { name: 'Revocar' }).click();
    await page.getByText('Se revocó el acceso.').waitFor();
  });

  it('of other people are found and revoked by an administrator', async () => {
    const owner = (await portal.as('reportes')).page;
    await owner.goto('/account');
    const token = await create(owner, 'Consulta nocturna');
    const { page } = await portal.as('admin');
    await page.goto('/settings/menu');
    await page.getByRole('link', { name: 'Accesos para programas' }).click();
    await waitForPendingRequests(page);
    await page
      .getByRole('row', { name: /Consulta nocturna/ })
      .getByRole('button', { name: 'Revocar' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revocar' }).click();
    await page.getByText('Se revocó el acceso.').waitFor();
    expect((await askAs(token)).status).toBe(401);
  });
});
