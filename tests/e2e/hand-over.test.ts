import { describe, expect, it } from 'vitest';
import { createEmbeddedDocumentStore } from '#server/ports/documents/embedded/embedded.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';
import { inspectPage } from './inspect-page.ts';

const LOOKS_MS = 120_000;
const PERSON = 'elena.tzoc@demo.coop';

describe.skipIf(noChromium)('the hand-over of a person’s work', () => {
  const portal = useDemoPortal({ worker: true });
  const heldBy = async (id: string): Promise<number> => {
    const { rows } = await portal.database.sql.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM documentos WHERE "userId" = $1 AND "isActive" AND NOT source_deleted AND "inPackage" = ''`,
      [id],
    );
    return rows[0]?.count ?? 0;
  };

  it('gives everything of a leaving person to another one, and ends the session of the leaving person', { timeout: LOOKS_MS }, async () => {
    const held = await heldBy('persona-119');
    expect(held).toBeGreaterThan(20);
    const own = await heldBy('demo-recibe');
    const { page: leaving, ...watched } = await portal.as(PERSON);
    await leaving.goto('/');
    await leaving.getByRole('heading', { name: /, Elena$/ }).waitFor();

    const { page } = await portal.as('admin');
    await page.goto('/users/list-users/persona-119');
    await page.getByRole('button', { name: 'Desactivar', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desactivar', exact: true }).click();
    await page.getByRole('heading', { name: 'Entrega de Elena Tzoc Marín' }).waitFor();
    expect(await page.locator('[data-holding="documents"]').innerText()).toContain(`${held} documentos a su cargo`);
    expect(await inspectPage(page, 'hand-over')).toEqual([]);
    await page.getByLabel('Entregar a').selectOption({ label: 'Otto Barrientos Sic (su agencia)' });
    await page.getByRole('button', { name: 'Entregar y desactivar' }).click();
    await page.getByText('Se entregó todo y se desactivó el usuario.').waitFor();

    expect(await heldBy('persona-119')).toBe(0);
    expect(await heldBy('demo-recibe')).toBe(own + held);
    // The screen waits for the documents only; their audit entries arrive with the next sync.
    const assigned = async () => {
      const { rows } = await portal.database.sql.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM auditoria WHERE action = 'ARCHIVO DIGITALIZADO ASIGNADO' AND "user" = 'demo-admin' AND "createdAt" > now() - interval '5 minutes'`,
      );
      return rows[0]?.count;
    };
    await expect.poll(assigned, { timeout: 30_000 }).toBe(held);
    watched.allow(/40[13]/);
    await leaving.goto('/digitalization-documents/list-digitalization-docs');
    expect(new URL(leaving.url()).pathname).toBe('/login');
  });

  it('works without JavaScript, also after a deactivation without hand-over, and names what stays behind', async () => {
    const { sql } = portal.database;
    const schedule = { title: 'Cierre', reportId: 'quotes', userId: 'persona-120', frequency: 'mensual', hora: '07:00', isActive: true };
    await createEmbeddedDocumentStore({ sql, database: 'main' }).create('reportes_programados/cierre', schedule);
    await expect
      .poll(async () => (await sql.query(`SELECT FROM reportes_programados WHERE id = 'cierre'`)).rowCount, { timeout: 30_000 })
      .toBe(1);
    const { page } = await portal.as('admin', { javaScriptEnabled: false });
    await page.goto('/users/list-users/persona-120');
    await page.getByRole('button', { name: 'Desactivar', exact: true }).click();
    await page.getByRole('heading', { name: 'Entrega de Julio Xicará Paz' }).waitFor();
    await page.getByRole('button', { name: 'Desactivar sin entregar' }).click();
    await page.getByText('Usuario desactivado. Lo que tenía sigue a su nombre hasta que se entregue.').waitFor();
    await page.getByRole('link', { name: 'Entregar a otra persona' }).click();
    await page.getByLabel('Entregar a').selectOption({ label: 'Marta Choc Ixcoy' });
    await page.getByRole('button', { name: 'Entregar', exact: true }).click();
    // Schedules that the new owner may not open stay where they are, and the page says so.
    const stays = 'Sigue a su nombre: «Cierre» (Marta Choc Ixcoy no puede abrir «App móvil › Reportes»).';
    await page.getByText(`Se entregó lo demás. ${stays}`).waitFor();
    expect(await heldBy('persona-120')).toBe(0);
    await page.getByRole('link', { name: 'Entregar a otra persona' }).click();
    await page.getByRole('link', { name: '1 reporte programado a su nombre' }).waitFor();
  });
});
