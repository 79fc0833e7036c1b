import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { noChromium, useDemoPortal } from './demo-portal.ts';

describe.skipIf(noChromium)('Inicio, in a browser', () => {
  const portal = useDemoPortal();
  const rows = (page: Page) => page.locator('[data-item]').evaluateAll((found) => found.map((row) => row.getAttribute('data-item')));
  const tiles = (page: Page) => page.locator('[data-tile]').evaluateAll((found) => found.map((tile) => tile.getAttribute('data-tile')));

  it('is reordered by keyboard alone, with the focus staying on what moves', async () => {
    const { page } = await portal.as('reportes');
    await page.goto('/');
    await page.getByRole('link', { name: 'Ordenar' }).click();
    await page.getByRole('heading', { name: 'Ordenar Inicio' }).waitFor();
    const before = await rows(page);
    const [first, second, third] = before;
    await page.getByRole('button', { name: 'Subir Lo que más subió' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(page)).toEqual([first, third, second, ...before.slice(3)]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Subir Lo que más subió');
    await page.getByText(`Lugar 2 de ${before.length}.`).waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(page)).toEqual([third, first, second, ...before.slice(3)]);
    // It is first and cannot move up: the next button of the row has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Bajar Lo que más subió');
    await page.getByRole('button', { name: 'Ocultar El mes anterior' }).press('Enter');
    await page.getByRole('button', { name: 'Mostrar El mes anterior' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Mostrar El mes anterior');
    await page.getByRole('link', { name: 'Listo' }).click();
    await page.locator('[data-tile]').first().waitFor();
    expect(await tiles(page)).toEqual([third, ...before.filter((id) => id !== third && id !== 'month')]);
  });

  it('is reordered without JavaScript', async () => {
    const { page } = await portal.as('editor', { javaScriptEnabled: false });
    await page.goto('/?ordenar=1');
    const before = await rows(page);
    await page.getByRole('button', { name: 'Ocultar Salud del contenido' }).click();
    await page.getByRole('button', { name: 'Mostrar Salud del contenido' }).waitFor();
    await page.getByRole('button', { name: 'Bajar Termina en 7 días' }).click();
    await page.goto('/');
    expect(await tiles(page)).not.toContain('content');
    await page.goto('/?ordenar=1');
    await page.getByRole('button', { name: 'Volver al orden de siempre' }).click();
    await page.getByRole('button', { name: 'Ocultar Salud del contenido' }).waitFor();
    expect(await rows(page)).toEqual(before);
  });

  it('opens the list that a figure counts', async () => {
    const { page } = await portal.as('admin');
    await page.goto('/');
    const line = page.locator('[data-tile="waiting-quotes"] a').last();
    const figure = await line.locator('[data-figure]').innerText();
    await line.click();
    await page.waitForURL(/sinSeguimiento=31/);
    expect(await page.locator('h1 .tabular').innerText()).toBe(figure);
  });
});
