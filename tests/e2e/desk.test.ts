import { describe, expect, it } from 'vitest';
import { waitForPendingRequests } from '#server/testing/chromium.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';

const WINDOW = { viewport: { width: 1366, height: 768 } };
const PROSPECTS = '/quotes/list-quotes';
const MEMBERS = '/customers/list-customers';
const PAPERS = '/digitalization-documents/list-digitalization-docs';
const MOVEMENTS = '/reports/file-events';

describe.skipIf(noChromium)('a day at the desk', () => {
  const portal = useDemoPortal();
  const only = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row> => {
    const [row] = (await portal.database.sql.query<Row>(text, values)).rows;
    if (!row) throw new Error(`the demo has none: ${text}`);
    return row;
  };

  it('assigns twenty selected prospects to one person', async () => {
    const { page } = await portal.as('admin', WINDOW);
    await page.goto(PROSPECTS);
    const boxes = page.getByRole('table').locator('tbody input[name="ids"]');
    const ids = await boxes.evaluateAll((all) => all.slice(0, 20).map((box) => (box as HTMLInputElement).value));
    await boxes.nth(0).click();
    await boxes.nth(19).click({ modifiers: ['Shift'] });
    const bar = page.locator('form#seleccion');
    await bar.getByRole('button', { name: 'Asignar…' }).click();
    const person = bar.locator('select[name=responsable]');
    await person.locator('option').nth(3).waitFor({ state: 'attached' });
    await person.selectOption({ index: 3 });
    const chosen = await person.inputValue();
    await bar.getByRole('button', { name: 'Asignar', exact: true }).click();
    await page.getByText(/^Se asignaron \d+ prospecciones/).waitFor();
    const stored = await portal.documents.main.getMany(ids.map((id) => `cotizaciones/${id}`));
    expect(new Set(stored.map((one) => one?.data['responsable']))).toEqual(new Set([chosen]));
  });

  it('finds all papers of a member by the DPI typed with spaces', async () => {
    const { dpi, papers } = await only<{ dpi: string; papers: number }>(
      `SELECT c.dpi, count(*)::int AS papers FROM clientes c
       JOIN documentos d ON d."isActive" AND NOT d.source_deleted AND d.campos->>'asociado' = c.id
       WHERE length(c.dpi) = 13 AND c."isActive" GROUP BY c.id, c.dpi HAVING count(*) > 1 ORDER BY papers DESC, c.dpi LIMIT 1`,
    );
    const { page } = await portal.as('admin', WINDOW);
    await page.goto(PAPERS);
    await waitForPendingRequests(page);
    await page.keyboard.press('/');
    await page.keyboard.type(`${dpi.slice(0, 4)} ${dpi.slice(4, 9)} ${dpi.slice(9)}`);
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]q=/);
    await expect.poll(() => page.getByRole('table').locator('tbody tr').count()).toBe(Math.min(papers, 25));
  });

  it('calls a member from the list on a phone by one tap, audits it, and shows a refusal in place', async () => {
    const members = await portal.database.sql.query<{ id: string; nombre: string; phone: string }>(
      `SELECT id, nombre, regexp_replace(telefono, '\\D', '', 'g') AS phone FROM clientes
       WHERE "isActive" AND NOT source_deleted AND length(telefono) > 8 ORDER BY id LIMIT 2`,
    );
    const [one, gone] = members.rows;
    if (!one || !gone) throw new Error('the demo has no members with a telephone');
    const watched = await portal.as('admin', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const { page } = watched;
    const open = async (name: string) => {
      await page.goto(`${MEMBERS}?q=${encodeURIComponent(name)}`);
      await waitForPendingRequests(page);
    };
    const button = (id: string) => page.locator(`button.call[data-id="${id}"]`);
    await open(one.nombre);
    // Stops `tel:` links: no program here handles them.
    await page.evaluate(() =>
      addEventListener('click', (event) => (event.target as Element).closest('a[href^="tel:"]') && event.preventDefault()),
    );
    const dialled = page.evaluate(
      () =>
        new Promise((resolve) => addEventListener('click', ({ target }) => target instanceof HTMLAnchorElement && resolve(target.href))),
    );
    expect(await button(one.id).innerText()).toContain('••••');
    await button(one.id).tap();
    expect(await dialled).toBe(`tel:${one.phone}`);
    expect(new URL(page.url()).pathname).toBe(MEMBERS);
    const seen = await portal.documents.main.query({ collection: 'auditoria' });
    const acts = seen.filter(({ data }) => data['targetPath'] === `clientes/${one.id}`).map(({ data }) => data['action']);
    expect(acts).toContain('TELÉFONO DE ASOCIADO VISTO');

    await open(gone.nombre);
    await portal.database.sql.query(`UPDATE clientes SET "isActive" = false WHERE id = $1`, [gone.id]);
    watched.allow(/^404: POST /);
    await button(gone.id).tap();
    await page.getByRole('alert').getByText('El asociado no existe o fue quitado del sistema.').waitFor();
    await portal.database.sql.query(`UPDATE clientes SET "isActive" = true WHERE id = $1`, [gone.id]);
  });

  it('lists who printed a paper in a past month', async () => {
    const printed = await only<{ name: string; person: string; day: string }>(
      `SELECT f.nombre AS name, u.name AS person, to_char(e.at AT TIME ZONE 'America/Guatemala', 'DD/MM/YYYY') AS day
       FROM eventos_archivos e JOIN maletin_archivos f ON f.id = e."fileId" AND f."isActive" JOIN usuarios u ON u.id = e."userId"
       WHERE e.kind = 'print' AND e.area = 'briefcase' AND e.at < now() - interval '2 months' ORDER BY e.at DESC, e.id LIMIT 1`,
    );
    const [, month = 0, year = 0] = printed.day.split('/').map(Number);
    const { page } = await portal.as('admin', WINDOW);
    await page.goto(MOVEMENTS);
    await waitForPendingRequests(page);
    await page.getByRole('main').locator('input[name=q]').fill(printed.name);
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]q=/);
    await page.locator('select[name=kind]').selectOption({ label: 'Imprimió' });
    await page.waitForURL(/[?&]kind=print/);
    await page.getByText('Fechas', { exact: true }).click();
    await page.locator('input[name=from]').fill(`01/${String(month).padStart(2, '0')}/${year}`);
    await page
      .locator('input[name=to]')
      .fill(`${new Date(Date.UTC(year, month, 0)).getUTCDate()}/${String(month).padStart(2, '0')}/${year}`);
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]to=/);
    const row = page.getByRole('table').locator('tbody tr', { hasText: printed.person });
    await row.first().waitFor();
    expect(await row.first().innerText()).toContain(printed.day);
    for (const text of await page.getByRole('table').locator('tbody tr').allInnerTexts()) expect(text).toContain('Imprimió');
  });
});
