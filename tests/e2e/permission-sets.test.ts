import { describe, expect, it } from 'vitest';
import { noChromium, useDemoPortal } from './demo-portal.ts';

const SETS = '/maintenance/digitalization/document-permissions/list-document-permissions';
const SIMULATION = '/maintenance/digitalization/document-permissions/simulate';
const CREDITS = 'permisos-01';

describe.skipIf(noChromium)('permission sets, in a browser', () => {
  const portal = useDemoPortal();
  const actionsOf = async (id: string, category: string, type: string): Promise<string[] | undefined> => {
    const stored = await portal.database.sql.query<{ data: { permissions: Record<string, Record<string, string[]>> } }>(
      `SELECT data FROM documents.documents WHERE database = 'digitalization' AND path = $1`,
      [`permisos_documentos/${id}`],
    );
    return stored.rows[0]?.data.permissions[category]?.[type];
  };

  it('are edited by keyboard, reviewed, saved, and apply at the next request', async () => {
    const { page } = await portal.as('admin');
    await page.goto(`${SETS}/${CREDITS}/edit`);
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
    await box('Imprimir: Pagaré').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    expect([await box('Imprimir: Pagaré').isChecked(), await box('Descargar: Pagaré').isChecked()]).toEqual([false, false]);
    expect(await box('Imprimir en todo Créditos').evaluate((one: HTMLInputElement) => one.indeterminate)).toBe(true);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Editar: /);
    await page.getByRole('button', { name: 'Revisar cambios' }).click();
    await page.getByText(/personas? pierden? imprimir en 1 tipo\./).waitFor();
    await page
      .getByRole('row', { name: /Pagaré/ })
      .getByText('Imprimir, Descargar')
      .waitFor();
    expect(await actionsOf(CREDITS, 'categoria-01', 'tipo-digital-02')).toContain('print');
    await page.getByRole('button', { name: 'Seguir editando' }).click();
    await page.getByRole('button', { name: 'Revisar cambios' }).waitFor();
    expect(await box('Imprimir: Pagaré').isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Revisar cambios' }).click();
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByText('Se guardó el conjunto.').waitFor();
    expect(await actionsOf(CREDITS, 'categoria-01', 'tipo-digital-02')).toEqual(['create', 'view', 'edit']);

    await page.goto(`${SIMULATION}?userId=demo-editor&q=pagar%C3%A9`);
    const row = page.getByRole('row', { name: /^Pagaré/ });
    await row.getByText('Imprimir, Descargar: el conjunto «Créditos» no lo permite.').waitFor();
  });

  it('tick a whole category and all types found by a search, and keep those that are not shown', async () => {
    const { page } = await portal.as('admin');
    await page.goto(`${SETS}/new`);
    await page.getByLabel('Nombre').fill('De prueba');
    await page.getByRole('checkbox', { name: 'Todo en Legal', exact: true }).check();
    await page.getByRole('searchbox', { name: 'Buscar categoría o tipo' }).fill('pagare');
    await page.getByRole('checkbox', { name: 'Imprimir en los tipos mostrados' }).check();
    expect(await page.getByRole('checkbox', { name: 'Ver: Pagaré', exact: true }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Revisar cambios' }).click();
    await page.getByText('Quien reciba el conjunto gana imprimir en 6 tipos.').waitFor();
    await page.getByRole('button', { name: 'Crear conjunto' }).click();
    await page.getByText('Se creó el conjunto «De prueba».').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(await actionsOf(id, 'categoria-01', 'tipo-digital-02')).toEqual(['view', 'print']);
    expect(await actionsOf(id, 'categoria-04', 'tipo-digital-18')).toEqual(['create', 'view', 'print', 'download', 'edit']);
    await page.getByRole('button', { name: 'Desactivar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click();
    await page.getByText('Se desactivó el conjunto.').waitFor();
  });

  it('work without JavaScript, closed categories included', async () => {
    for (let at = 1; at <= 60; at += 1) await addType(at);
    const { page } = await portal.as('admin', { javaScriptEnabled: false });
    await page.goto(`${SETS}/${CREDITS}/edit`);
    await page.locator('summary', { hasText: 'Créditos' }).click();
    await page.getByRole('checkbox', { name: 'Imprimir: Avalúo', exact: true }).uncheck();
    await page.getByRole('button', { name: 'Revisar cambios' }).click();
    await page.getByText(/pierden? imprimir en 1 tipo\./).waitFor();
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByText('Se guardó el conjunto.').waitFor();
    expect(await actionsOf(CREDITS, 'categoria-01', 'tipo-digital-05')).toEqual(['create', 'view', 'download', 'edit']);
    expect(await actionsOf(CREDITS, 'categoria-02', 'tipo-digital-08')).toEqual(['create', 'view', 'edit']);
  });

  it('render the types of a category only once it is opened', async () => {
    const { page } = await portal.as('admin');
    await page.goto(`${SETS}/${CREDITS}/edit`);
    expect(await page.locator('.matrix-table').count()).toBe(0);
    await page.getByRole('button', { name: 'Legal' }).click();
    await page.getByRole('checkbox', { name: 'Descargar: Hipoteca', exact: true }).check();
    await page.getByRole('button', { name: 'Legal' }).click();
    await page.getByRole('button', { name: 'Revisar cambios' }).click();
    await page.getByText(/ganan? descargar en 1 tipo\./).waitFor();
    expect(await page.getByText(/pierden?/).count()).toBe(0);
  });

  async function addType(at: number): Promise<void> {
    await portal.database.sql.query(
      `INSERT INTO tipos_documento (id, nombre, "categoryId", "createdAt", source_version) VALUES ($1, $2, 'categoria-05', now(), 1)`,
      [`extra-${at}`, `Tipo extra ${at}`],
    );
  }
});
