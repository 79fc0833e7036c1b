import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { noChromium, useDemoPortal } from './demo-portal.ts';

const OVER = '/reports/content-health?tipo=plaza-vencida';

const rows = (page: Page) => page.getByRole('table').locator('tbody tr');

/** Hides the list's first offer through its own link. @returns its name */
async function mendFirst(page: Page): Promise<string> {
  const row = rows(page).first();
  const name = await row.locator('td').first().innerText();
  await row.getByRole('link', { name: 'Ocúltela o cambie su fecha.' }).click();
  await page.getByRole('heading', { name: new RegExp(name), level: 1 }).waitFor();
  await page.getByLabel('Estado').selectOption('false');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await page.getByText('Terminó el').waitFor();
  return name;
}

describe.skipIf(noChromium)('a finding of «Salud del contenido»', () => {
  const portal = useDemoPortal({ worker: true });

  it.each([
    ['with', {}],
    ['without', { javaScriptEnabled: false }],
  ] as const)('is fixed from its row, and disappears, %s JavaScript', async (_name, options) => {
    const { page } = await portal.as('editor', options);
    await page.goto('/reports/menu');
    await page.getByRole('link', { name: 'Plazas vencidas' }).click();
    await rows(page).first().waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(OVER);
    const before = await rows(page).count();
    const name = await mendFirst(page);
    await page.goto(OVER);
    await rows(page).first().waitFor();
    expect(await rows(page).count()).toBe(before - 1);
    expect(await rows(page).allInnerTexts()).not.toContainEqual(expect.stringContaining(name));
    const kind = page.getByRole('navigation', { name: 'Tipo de hallazgo' }).locator('[aria-current=page]');
    expect(await kind.innerText()).toBe(`Plaza vencida sin ocultar ${before - 1}`);
  });
});
