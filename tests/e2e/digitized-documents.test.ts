import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';

const LIST = '/digitalization-documents/list-digitalization-docs';

describe.skipIf(noChromium)('digitized documents, in a browser', () => {
  const portal = useDemoPortal();
  const storedOf = async (id: string): Promise<Fields> => (await portal.documents.digitalization.get(`documentos/${id}`))?.data ?? {};
  const choose = async (page: Page, names: readonly string[]) => {
    for (const name of names) await page.getByRole('row', { name }).getByRole('checkbox').check();
  };

  it.each([true, false])(
    'are assigned together, returned with a reason and archived with a place (script: %s)',
    async (javaScriptEnabled) => {
      const visitor = await portal.as('admin', { javaScriptEnabled });
      const { page } = visitor;
      visitor.allow(/^400: /);
      await page.goto(`${LIST}?status=INDEXED&sort=documentName&dir=asc`);
      const rows = page.getByRole('table').locator('tbody tr');
      const names = (await rows.locator('td.key').allInnerTexts()).slice(0, 2).map((name) => name.trim());
      const ids = await rows
        .locator('td.key a')
        .evaluateAll((links) =>
          links.slice(0, 2).map((link) => new URL((link as HTMLAnchorElement).href).pathname.split('/').at(-1) ?? ''),
        );
      await choose(page, names);
      await page.getByRole('button', { name: 'Asignar…' }).click();
      await page.getByRole('heading', { name: 'Asignar 2 documentos' }).waitFor();
      // The bar opens above the rows: somebody who selected a row far below is scrolled to it.
      const isFocused = () => page.getByLabel('Asignar a').evaluate((field) => field === document.activeElement);
      if (javaScriptEnabled) await expect.poll(isFocused).toBe(true);
      await page.getByLabel('Asignar a').selectOption({ label: 'Lucía Marroquín Estrada' });
      await page.getByRole('button', { name: 'Asignar', exact: true }).click();
      await page.getByText('Se asignaron 2 documentos a Lucía Marroquín Estrada.').waitFor();
      for (const id of ids)
        expect(await storedOf(id)).toMatchObject({ status: 'ASSIGNED', userId: 'demo-admin', userAssign: 'demo-admin' });

      await page.goto(`${LIST}/${ids[0]}`);
      await page.locator('summary', { hasText: 'Devolver' }).click();
      await page.getByLabel('Motivo').fill('Falta la firma');
      await page.getByRole('button', { name: 'Devolver', exact: true }).click();
      await page.getByText('Se devolvió el documento.').waitFor();
      await page.getByText('Se devolvió: Falta la firma').waitFor();
      await page.locator('summary', { hasText: 'Archivar' }).click();
      await page.getByLabel('Lugar del papel').fill('Estante 4/B');
      await page.getByRole('button', { name: 'Archivar', exact: true }).click();
      await page.getByText('Se archivó el documento.').waitFor();
      expect(await storedOf(ids[0] ?? '')).toMatchObject({ status: 'ARCHIVED', userId: '', ubicacion: 'Estante 4/B' });
      const history = page.locator('section', { has: page.getByRole('heading', { name: 'Historia' }) });
      await history.getByRole('link', { name: 'Cambios' }).click();
      await history.locator('a[aria-current]', { hasText: 'Cambios' }).waitFor();
      expect(await history.locator('.story-event').allInnerTexts()).toEqual([
        expect.stringContaining('lo archivó en Estante 4/B'),
        expect.stringContaining('lo devolvió'),
        expect.stringMatching(/lo asignó/),
        expect.stringContaining('lo indexó'),
      ]);
      await page.goto(`${LIST}?status=INDEXED&q=${encodeURIComponent(names[1] ?? '')}`);
      // Other records' search text may contain the same number.
      expect(await page.locator(`td.key a[href*="/${ids[1]}"]`).count()).toBe(0);
    },
  );

  it('have their actions in one row, are renamed by keyboard, and update the tab counts when deleted', async () => {
    const visitor = await portal.as('admin', { viewport: { width: 1366, height: 768 } });
    const { page } = visitor;
    visitor.allow(/^400: /);
    await page.goto(`${LIST}/documento-0001`);
    const lines = await page.locator('.page-title h1, .page-actions .btn').evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => one.getBoundingClientRect())
        .map(({ top, height }) => Math.round((top + height / 2) / 20)),
    );
    expect(lines.length).toBeGreaterThan(5);
    expect(Math.max(...lines) - Math.min(...lines)).toBeLessThanOrEqual(1);
    // On a phone, status line and actions are below the name in this order, and the viewer is only as high as its page.
    await page.setViewportSize({ width: 390, height: 844 });
    const tops = await page.evaluate(() =>
      ['.page-title', '.page-line', '.page-secondary .btn'].map(
        (part) => document.querySelector(`main ${part}`)?.getBoundingClientRect().top ?? 0,
      ),
    );
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    expect((await page.locator('.viewer').boundingBox())?.height).toBeLessThan(1.5 * 390);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.keyboard.press('e');
    const name = page.getByLabel('Nombre');
    await name.fill('Nombre nuevo del documento');
    await page.keyboard.press('Enter');
    await page.getByText('Se guardó el documento.').waitFor();
    await page.getByRole('heading', { name: 'Nombre nuevo del documento', level: 1 }).waitFor();
    const before = await tabs(page);
    await page.goto(`${LIST}/documento-0001`);
    // A long select is searched in a dialog, beside the menu that it is in.
    const person = page.getByLabel('Asignar a');
    await page.locator('summary', { hasText: 'Asignar' }).click();
    await person.evaluate((select: HTMLSelectElement) => {
      while (select.options.length < 12) select.add(new Option('Otra persona', String(select.options.length)));
    });
    await person.press('F4');
    await page.getByRole('combobox', { name: 'Buscar en Asignar a' }).fill('lucia');
    await page.keyboard.press('Enter');
    await expect.poll(() => person.evaluate((select) => select === document.activeElement)).toBe(true);
    expect(await person.inputValue()).toBe('demo-admin');
    await page.keyboard.press('Escape');
    await page.locator('summary', { hasText: 'Archivar' }).click();
    await page.getByRole('button', { name: 'Archivar', exact: true }).click();
    await expect.poll(() => page.getByLabel('Lugar del papel').evaluate((field) => field === document.activeElement)).toBe(true);
    await page.locator('summary', { hasText: 'Más' }).click();
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await page.getByText('Se eliminó el documento.').waitFor();
    const after = await tabs(page);
    expect([after.Todos, after.Indexados]).toEqual([(before.Todos ?? 0) - 1, (before.Indexados ?? 0) - 1]);
  });

  it('show the end of long file names in lists, which are found, copied and read out in full', async () => {
    const { page } = await portal.as('admin', { viewport: { width: 1366, height: 768 } });
    await page.goto('/briefcase/list-briefcase');
    const names = await page.locator('td.key bdi').evaluateAll((boxes) =>
      boxes.map((box) => {
        const [name, whole, selection] = [box.textContent ?? '', box.querySelector('[data-end] > *'), window.getSelection()];
        let [first, last]: [Node, Node] = [box, box];
        while (first.firstChild) first = first.firstChild;
        while (last.lastChild) last = last.lastChild;
        selection?.setBaseAndExtent(first, 0, last, last.textContent?.length ?? 0);
        const copied = selection?.toString();
        selection?.removeAllRanges();
        // What Ctrl+F does; TypeScript's DOM types lack it.
        const isFound = (window as unknown as { find: (text: string) => boolean }).find(name);
        const { width } = getComputedStyle(box.querySelector('[data-end]') ?? box, '::before');
        const isCut = whole !== null && whole.scrollWidth > whole.clientWidth;
        return { name, copied, isFound, found: selection?.toString(), isCut, showsEnd: parseFloat(width) > 0 };
      }),
    );
    for (const { name, isCut, ...read } of names)
      expect({ name, ...read }).toEqual({ name, copied: name, isFound: true, found: name, showsEnd: isCut });
    expect(new Set(names.map(({ isCut }) => isCut))).toEqual(new Set([true, false]));
    const cut = names.find(({ isCut }) => isCut)?.name ?? '';
    const link = page.locator('td.key a', { hasText: cut }).first();
    const kind = await link.locator('.file-icon').getAttribute('title');
    await page
      .getByRole('link', { name: `${kind} ${cut}`, exact: true })
      .first()
      .waitFor();
  });

  async function tabs(page: Page): Promise<Record<string, number>> {
    await page.goto(LIST);
    const texts = await page.getByRole('navigation', { name: 'Estado de los documentos' }).getByRole('link').allInnerTexts();
    return Object.fromEntries(
      texts.map((text) => [text.replace(/[\s\d]+$/, ''), Number(/[\d\u00a0]+$/.exec(text)?.[0].replaceAll('\u00a0', ''))]),
    );
  }
});
