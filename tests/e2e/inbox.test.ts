import { describe, expect, it } from 'vitest';
import { noChromium, useDemoPortal } from './demo-portal.ts';
import { inspectPage } from './inspect-page.ts';

const LOOKS_MS = 120_000;
const numberOf = (text: string) => Number(/^[\d\u00a0]+/.exec(text.trim())?.[0].replaceAll('\u00a0', '') ?? Number.NaN);

describe.skipIf(noChromium)('the inbox, in a browser', () => {
  const portal = useDemoPortal();

  it('shows counts on Inicio that equal their lists, and their total in the menu of every page', { timeout: LOOKS_MS }, async () => {
    const { page } = await portal.as('editor');
    await page.goto('/');
    const lines = page.locator('[data-inbox]');
    const said = await lines.evaluateAll((items) =>
      items.map((item) => ({
        id: item.getAttribute('data-inbox'),
        text: item.textContent ?? '',
        href: item.querySelector('a')?.getAttribute('href') ?? '',
      })),
    );
    expect(said.map(({ id }) => id)).toContain('quotes');
    const total = said.reduce((sum, { text }) => sum + numberOf(text), 0);
    const badge = page.locator('[data-inbox-total]');
    await badge.waitFor();
    expect(numberOf(await badge.innerText())).toBe(total);
    for (const { href, text } of said) {
      await page.goto(`${href}&pageSize=10`);
      const count = await page.locator('h1 .tabular').innerText();
      expect(numberOf(count), href).toBe(numberOf(text));
    }
    await badge.waitFor();
    expect(numberOf(await badge.innerText())).toBe(total);
    await page.goto('/');
    await badge.waitFor();
    expect(await inspectPage(page, 'inbox')).toEqual([]);
    await page.getByRole('button', { name: 'Reducir el menú a iconos' }).click();
    expect(await inspectPage(page, 'inbox-icons')).toEqual([]);
  });

  it('counts a newly assigned document at once', async () => {
    const { page } = await portal.as('admin');
    const { sql } = portal.database;
    const { rows } = await sql.query<{ id: string }>(
      `SELECT id FROM documentos WHERE status = 'INDEXED' AND "isActive" AND "inPackage" = '' LIMIT 1`,
    );
    const id = rows[0]?.id ?? '';
    await page.goto(`/digitalization-documents/list-digitalization-docs/${id}`);
    const badge = page.locator('[data-inbox-total]');
    await badge.waitFor();
    const before = numberOf(await badge.innerText());
    await page.locator('summary', { hasText: 'Asignar' }).first().click();
    await page.getByLabel('Asignar a').selectOption({ label: 'Lucía Marroquín Estrada' });
    await page.getByRole('button', { name: 'Asignar', exact: true }).click();
    await page.getByText('Se asignó').waitFor();
    await expect.poll(async () => numberOf(await badge.innerText())).toBe(before + 1);
  });
});
