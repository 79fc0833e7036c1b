import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { noChromium, useDemoPortal } from './demo-portal.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

describe.skipIf(noChromium)('the audit, in a browser', () => {
  const portal = useDemoPortal({ worker: true });

  it('finds a change by person and collection, shows the changed field, and exports the same row', async () => {
    const { page } = await portal.as('admin');
    await page.goto('/locations/list-agencies');
    await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click();
    await page.getByRole('link', { name: 'Editar' }).click();
    await page.getByLabel('Teléfono').fill('7777-1234');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.waitForURL(/list-agencies\/[^/]+$/);

    await page.goto('/settings/menu');
    await page.getByRole('link', { name: 'Auditoría', exact: true }).click();
    await page.getByRole('heading', { name: 'Auditoría', level: 1 }).waitFor();
    const rows = page.locator('tbody tr');
    await expect
      .poll(async () => {
        await page.goto('/settings/audit?user=demo-admin&action=REGISTRO+MODIFICADO&target=agencias');
        return rows.count();
      })
      .toBe(1);
    await rows.getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Registro modificado', level: 1 }).waitFor();
    const changed = page.getByRole('row', { name: /Teléfono/ });
    expect(await changed.innerText()).toContain('7777-1234');

    await page.getByRole('link', { name: 'Auditoría', exact: true }).click();
    await page.waitForURL(/target=agencias/);
    const answer = await page.request.get(`${page.url().replace('/settings/audit?', '/settings/audit/export?')}&format=csv`);
    const lines = (await answer.text()).trim().split(/\r?\n/);
    expect(lines.filter((line) => line.includes('Registro modificado'))).toHaveLength(1);
  });

  it('shows a long security detail in two lines', async () => {
    const long = `1 intento · ${'Navegador de nombre largo · '.repeat(8)}Red 10.20.30.40`;
    await portal.database.sql.query(`UPDATE auditoria SET changes = $1 WHERE action = 'ENTRADAS RECHAZADAS'`, [long]);
    const { page } = await portal.as('admin', { viewport: { width: 1366, height: 768 } });
    await page.goto('/settings/security?kind=rechazos');
    const detail = page.locator('tbody tr').first().locator('td', { hasText: 'Navegador' });
    expect((await detail.boundingBox())?.height).toBeLessThan(60);
  });

  it('is sealed by the worker; `audit verify` accepts it, and names an entry that was altered', async () => {
    const { page } = await portal.as('admin');
    await expect
      .poll(
        async () => {
          await page.goto('/settings/audit');
          return page.getByText(/Sellada hasta el/).count();
        },
        { timeout: 150_000, interval: 2_000 },
      )
      .toBeGreaterThan(0);
    const verify = () =>
      run('npm', ['run', '--silent', 'audit', '--', 'verify'], { cwd: ROOT, env: { ...process.env, ...portal.environment } }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
      );
    expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining('La auditoría está íntegra.') });
    const { sql } = portal.database;
    await sql.query(
      `UPDATE documents.documents SET data = data || '{"userName": "Otra persona"}' WHERE path = 'auditoria/demo-categorias-categoria-01'`,
    );
    expect(await verify()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('entrada alterada auditoria/demo-categorias-categoria-01'),
    });
    await page.goto('/settings/audit');
    await page.getByText(/No está íntegra/).waitFor();
  });
});

it('docs/operacion.md describes the command that verifies the audit', async () => {
  expect(await readFile(path.join(ROOT, 'docs/operacion.md'), 'utf8')).toContain('npm run audit -- verify');
});
