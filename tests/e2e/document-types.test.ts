import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { countOf } from '#server/domain/text.ts';
import { noChromium, useDemoPortal } from './demo-portal.ts';

const TYPES = '/maintenance/digitalization/document-type/list-document-type';
const CATEGORIES = '/maintenance/digitalization/category/list-category';
const FIRST = 'tipo-digital-01';

describe.skipIf(noChromium)('document types', () => {
  const portal = useDemoPortal();
  const keysOf = async (id: string): Promise<string[]> => {
    const stored = await portal.documents.digitalization.get(`tipos_documento/${id}`);
    return (stored?.data['campos'] as { clave: string }[] | undefined)?.map(({ clave }) => clave) ?? [];
  };
  const documentsOf = async (categoryId: string): Promise<string> => {
    const { rows } = await portal.database.sql.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM documentos WHERE "categoryId" = $1 AND "isActive" AND NOT source_deleted`,
      [categoryId],
    );
    return countOf(rows[0]?.count ?? 0, 'documento', 'documentos');
  };
  const setsOf = async (categoryId: string): Promise<string> => {
    const { rows } = await portal.database.sql.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM documents.documents
       WHERE collection = 'permisos_documentos' AND NOT deleted AND data -> 'isActive' = 'true' AND data -> 'permissions' ? $1`,
      [categoryId],
    );
    return countOf(rows[0]?.count ?? 0, 'conjunto de permisos', 'conjuntos de permisos');
  };
  const field = (page: Page, name: string | RegExp): Locator => page.getByRole('group', { name });
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByRole('status').getByText('Se guardó el tipo de documento.').waitFor();
  };

  it('get a new field, options and a position by keyboard alone', async () => {
    const { page } = await portal.as('admin');
    await page.goto(`${TYPES}/${FIRST}/edit`);
    await page.getByRole('button', { name: 'Agregar campo' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Número de póliza');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Op');
    const added = field(page, 'Campo 9: Número de póliza');
    await added.getByLabel('Opciones').fill('Vida\nDaños');
    expect(await added.getByLabel('Clave').getAttribute('placeholder')).toBe('numero_de_poliza');
    expect(await field(page, 'Campo 1: Asociado').getByLabel('Clave').count()).toBe(0);
    await page.getByRole('button', { name: 'Subir Número de póliza' }).press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Bajar Número de póliza' }).press('Enter');
    await page.getByRole('button', { name: 'Arrastrar Número de póliza' }).focus();
    for (const key of ['Space', 'ArrowUp', 'ArrowUp', 'Space']) await page.keyboard.press(key);
    await field(page, 'Campo 6: Número de póliza').waitFor();
    await save(page);
    const keys = await keysOf(FIRST);
    expect(keys.indexOf('numero_de_poliza')).toBe(5);
    expect(keys).toHaveLength(9);
    await page.getByText('Vida, Daños').waitFor();
  });

  it('get fields reordered by dragging, and one removed', async () => {
    const { page } = await portal.as('admin');
    await page.goto(`${TYPES}/${FIRST}/edit`);
    const before = await keysOf(FIRST);
    await page.getByRole('button', { name: 'Quitar Observaciones' }).click();
    await field(page, 'Campo 1: Asociado').evaluate((row) => row.scrollIntoView({ block: 'center' }));
    const handle = await page.getByRole('button', { name: 'Arrastrar Número de crédito' }).boundingBox();
    const target = await field(page, 'Campo 1: Asociado').boundingBox();
    if (!handle || !target) throw new Error('nothing to drag');
    await page.mouse.move(handle.x + 5, handle.y + 5);
    await page.mouse.down();
    await page.mouse.move(target.x + 40, target.y + 10, { steps: 5 });
    await page.mouse.up();
    await field(page, 'Campo 1: Número de crédito').waitFor();
    await save(page);
    const [first, second, ...rest] = before.filter((key) => key !== 'observaciones');
    expect(await keysOf(FIRST)).toEqual([second, first, ...rest]);
  });

  it('show a problem at its row, and drop it there when rows change', async () => {
    const session = await portal.as('admin');
    const { page } = session;
    session.allow(/^400: POST/);
    await page.goto(`${TYPES}/tipo-digital-02/edit`);
    await page.getByRole('button', { name: 'Agregar campo' }).click();
    const added = field(page, /^Campo 6/);
    await added.getByLabel('Etiqueta').fill('Otro monto');
    await added.getByLabel('Clave').fill('monto');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByRole('link', { name: 'Campo 6: La clave «monto» está repetida: cada campo lleva la suya.' }).click();
    expect(await added.getByLabel('Clave').evaluate((input) => input === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Quitar Fiador' }).click();
    expect(await page.getByText('La clave «monto» está repetida').count()).toBe(1);
    await field(page, /^Campo 5/)
      .getByLabel('Clave')
      .fill('');
    await save(page);
    expect(await keysOf('tipo-digital-02')).toContain('otro_monto');
  });

  it('ask in a dialog before a change that affects other records, and Escape cancels it', async () => {
    const session = await portal.as('admin');
    const { page } = session;
    session.allow(/^409: POST/);
    await page.goto(`${CATEGORIES}/categoria-02`);
    await page.getByRole('link', { name: '5 tipos de documento' }).waitFor();
    await page.getByRole('button', { name: 'Eliminar' }).click();
    const dialog = page.getByRole('dialog', { name: '¿Eliminar la categoría?' });
    await dialog
      .getByText(`el cambio toca 5 tipos de documento, ${await documentsOf('categoria-02')} y ${await setsOf('categoria-02')}.`)
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await dialog.getByRole('button', { name: 'Eliminar' }).click();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.goto(`${CATEGORIES}/categoria-02/edit`);
    await page.getByLabel('Estado').selectOption('false');
    await page.getByLabel('Nombre').press('Enter');
    await page.getByRole('dialog', { name: '¿Cambiar «Estado»?' }).getByRole('button', { name: 'Guardar de todos modos' }).click();
    await page.getByRole('status').getByText('Se guardó la categoría.').waitFor();
  });

  it('are edited and confirmed without JavaScript', async () => {
    const session = await portal.as('admin', { javaScriptEnabled: false });
    const { page } = session;
    session.allow(/^(400|409): POST/);
    await page.goto(`${TYPES}/tipo-digital-03/edit`);
    const lines = page.getByLabel('Campos', { exact: true });
    expect(await lines.inputValue()).toContain('resolucion; Resolución; opcion; sí; ; Aprobado|Denegado|Devuelto');
    await lines.fill(`${await lines.inputValue()}\nmonto; Monto aprobado; moneda; quizás`);
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByRole('link', { name: 'Campo 4: Escriba «sí» o «no» en «Obligatorio».' }).click();
    expect(await lines.inputValue()).toMatch(/quizás$/);
    await lines.fill((await lines.inputValue()).replace('quizás', 'sí'));
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByText('Monto aprobado').first().waitFor();

    await page.goto(`${CATEGORIES}/categoria-03/edit`);
    await page.getByLabel('Nombre').fill('Cuentas y ahorros');
    await page.getByLabel('Estado').selectOption('false');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page
      .getByText(`el cambio toca 5 tipos de documento, ${await documentsOf('categoria-03')} y ${await setsOf('categoria-03')}.`)
      .waitFor();
    expect(await page.getByLabel('Nombre').inputValue()).toBe('Cuentas y ahorros');
    await page.getByRole('button', { name: 'Guardar de todos modos' }).click();
    await page.getByRole('heading', { name: 'Cuentas y ahorros', level: 1 }).waitFor();
  });
});
