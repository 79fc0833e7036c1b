import { readFile } from 'node:fs/promises';
import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { noChromium, useDemoPortal } from './demo-portal.ts';

const LIST = '/locations/list-agencies';
const NAME = 'Agencia Ñuñorrá/Anexo';

describe.skipIf(noChromium)('agencies from creation to export', () => {
  const portal = useDemoPortal();
  const address = async (): Promise<string> => {
    const { rows } = await portal.database.sql.query<{ id: string }>('SELECT id FROM agencias WHERE nombre = $1', [NAME]);
    return `${LIST}/${rows[0]?.id ?? 'none'}`;
  };

  it('creates an agency after naming all missing fields at once, and finds it without accents and slashes', async () => {
    const person = await portal.as('editor');
    person.allow(/^400: /);
    const { page } = person;
    await page.goto(LIST);
    await page.getByRole('link', { name: 'Nueva agencia' }).click();
    await page.getByRole('heading', { name: 'Nueva agencia', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    const missing = ['Complete «Nombre».', 'Elija una opción de «Tipo».', 'Complete «Dirección».'];
    await page.getByRole('alert').getByRole('link', { name: missing[0] }).waitFor();
    expect(await page.getByRole('alert').getByRole('link').allInnerTexts()).toEqual(missing);
    // The same refusal again is announced again, by the focus.
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect.poll(() => page.getByRole('alert').evaluate((summary) => summary === document.activeElement)).toBe(true);
    await page.getByLabel('Nombre').fill(NAME);
    await page.getByLabel('Tipo').selectOption({ label: 'Agencia' });
    await page.getByLabel('Dirección').fill('4a. avenida 1-20, zona 2');
    await page.getByLabel('Latitud').fill('15.4713, -90.3708');
    expect(await page.getByLabel('Longitud').inputValue()).toBe('-90.370800');
    await page.getByLabel('Teléfono').fill('2345-6789');
    await page.getByLabel('Teléfono').press('Control+Enter');
    await page.getByRole('heading', { name: NAME, level: 1 }).waitFor();
    await page.getByRole('status').getByText('Se guardó la agencia.').waitFor();

    for (const typed of ['nunorraanexo', 'ÑUÑORRÁ/ANEXO', 'agencia \\nunorra', '2345-6789']) {
      await page.goto(LIST);
      await page.getByRole('searchbox', { name: 'Buscar agencias' }).fill(typed);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: `Quitar filtro: Búsqueda: ${typed}` }).waitFor();
      expect(await page.getByRole('table').getByRole('link', { name: NAME }).count(), typed).toBe(1);
      expect(await page.getByRole('table').getByRole('row').count(), typed).toBe(2);
    }
  });

  it('shows both versions to the second of two editors, and stores the chosen one', async () => {
    const [first, second] = [await portal.as('admin'), await portal.as('editor')];
    second.allow(/^409: /);
    const edit = `${await address()}/edit`;
    await Promise.all([first.page.goto(edit), second.page.goto(edit)]);
    await first.page.getByLabel('Teléfono').fill('2222-1111');
    await first.page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await first.page.getByRole('status').getByText('Se guardó la agencia.').waitFor();

    await second.page.getByLabel('Teléfono').fill('3333-4444');
    await second.page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await second.page.getByRole('heading', { name: `Dos versiones de ${NAME}`, level: 1 }).waitFor();
    const phone = second.page.getByRole('group', { name: 'Teléfono' });
    expect(await phone.innerText()).toContain('2222-1111');
    expect(await phone.getByRole('textbox').inputValue()).toBe('3333-4444');
    expect(await second.page.getByRole('main').getByRole('group').count()).toBe(1);
    // The second time nothing else is wrong, but it is said again.
    for (let presses = 0; presses < 2; presses += 1) {
      await second.page.getByRole('button', { name: 'Guardar lo elegido' }).click();
      await expect.poll(() => second.page.getByRole('alert').evaluate((summary) => summary === document.activeElement)).toBe(true);
    }
    const described = phone
      .getByRole('radio')
      .first()
      .evaluate((radio) => radio.getAttribute('aria-describedby') ?? '');
    expect(await phone.locator(`[id="${await described}"]`).innerText()).toContain('Elija qué versión de «Teléfono» se conserva.');
    await phone.getByRole('radio', { name: /Usar la mía/ }).check();
    await second.page.getByRole('button', { name: 'Guardar lo elegido' }).click();
    await second.page.getByRole('status').getByText('Se guardó la agencia.').waitFor();
    const { rows } = await portal.database.sql.query('SELECT telefono FROM agencias WHERE nombre = $1', [NAME]);
    expect(rows).toEqual([{ telefono: '3333-4444' }]);
  });

  it('keeps the focus on the filter that was chosen', async () => {
    const { page } = await portal.as('editor');
    await page.goto(LIST);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
    await page.getByRole('combobox', { name: 'Tipo' }).focus();
    await page.keyboard.press('ArrowDown');
    // The URL changes before the page is rendered again, and with it the select.
    await page.getByRole('link', { name: /^Quitar filtro: Tipo/ }).waitFor();
    await expect.poll(focused).toBe('tipo');
    const first = page.url();
    await page.keyboard.press('ArrowDown');
    await page.waitForURL((url) => url.href !== first);
    await expect.poll(focused).toBe('tipo');
  });

  it('asks before leaving with unsaved changes, and keeps them when the person stays', async () => {
    const { page } = await portal.as('editor');
    await page.goto(`${await address()}/edit`);
    await page.getByLabel('Operaciones').fill('Remesas y pagos');
    await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Inicio' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hay cambios sin guardar' });
    await dialog.getByRole('button', { name: 'Seguir editando' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Operaciones').inputValue()).toBe('Remesas y pagos');
    await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Inicio' }).click();
    await dialog.getByRole('button', { name: 'Salir sin guardar' }).click();
    await page.getByRole('heading', { name: /, Diego$/, level: 1 }).waitFor();
  });

  it('undoes a deletion, and restores a deleted agency from its record', async () => {
    const { page } = await portal.as('editor');
    await deleteRecord(page, await address());
    await page.getByRole('status').getByRole('button', { name: 'Deshacer' }).click();
    await page.getByRole('status').getByText('restaurada').waitFor();
    await listed(page, '?q=nunorra', 1);

    await deleteRecord(page, await address());
    await listed(page, '?q=nunorra', 0);
    await listed(page, '?q=nunorra&isActive=false', 1);
    await page.getByRole('table').getByRole('link', { name: NAME }).click();
    await page.getByText('está eliminada').waitFor();
    await page.getByRole('button', { name: 'Restaurar la agencia' }).click();
    await page.getByRole('link', { name: 'Editar' }).waitFor();
    await listed(page, '?q=nunorra', 1);
  });

  it('exports the rows of the list with the same search, filter and order', async () => {
    const { page } = await portal.as('editor');
    await page.goto(`${LIST}?q=agen&tipo=agencia&sort=nombre&dir=desc&pageSize=10`);
    const shown = await page
      .getByRole('table')
      .evaluate((table: HTMLTableElement) =>
        [...table.tBodies].flatMap((body) => [...body.rows].map((row) => row.cells[1]?.textContent.trim() ?? '')),
      );
    const total = Number((await page.getByRole('heading', { level: 1 }).innerText()).replace(/\D/g, ''));
    expect(shown).toHaveLength(10);
    expect(shown).toEqual([...shown].sort((a, b) => b.localeCompare(a, 'es')));
    await page.getByText(`Exportar ${total} filas`).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Excel (.xlsx)' }).click()]);
    const names = await namesOf(await readFile(await download.path()));
    expect(names.slice(0, 10)).toEqual(shown);
    expect(names).toHaveLength(total);
  });
});

async function deleteRecord(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Eliminar' }).click();
  await page.getByRole('status').getByText('Agencia eliminada.').waitFor();
}

async function listed(page: Page, search: string, times: number): Promise<void> {
  await page.goto(LIST + search);
  expect(await page.getByRole('table').getByRole('link', { name: NAME }).count()).toBe(times);
}

/** First column of the workbook's data rows. */
async function namesOf(content: Buffer): Promise<string[]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(content as unknown as ArrayBuffer);
  const names = (workbook.worksheets[1]?.getColumn(1).values ?? []).map((value) => (typeof value === 'string' ? value : ''));
  return names.slice(names.indexOf('Nombre') + 1).filter((name) => name !== '' && name !== 'Total');
}
