import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { signInAs, type Person } from '../access/people.ts';
import { useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

const CATEGORIES = '/maintenance/digitalization/category/list-category';
const TYPES = '/maintenance/digitalization/document-type/list-document-type';
const HTML = { Accept: 'text/html' };

/** Posts a form as a browser without JavaScript does. */
const send = (url: string, fields: Record<string, string> | [string, string][], headers: Record<string, string> = {}) =>
  web.getSigned(url, { method: 'POST', body: new URLSearchParams(fields), headers: { ...HTML, ...headers } });
const textOf = async (response: Response) => (await response.text()).replaceAll('<!-- -->', '');
const page = async (url: string) => textOf(await web.getSigned(url, { headers: HTML }));

function valueOf(html: string, name: string): string {
  const tag = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? '';
  return /value="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&quot;', '"') ?? '';
}

async function create(list: string, fields: Record<string, string>): Promise<string> {
  const response = await send(`${list}/new`, { estado: 'true', descripcion: '', intent: 'save', ...fields });
  expect(response.status, await response.clone().text()).toBe(302);
  return (response.headers.get('location') ?? '').split('/').at(-1) ?? '';
}

async function put(documentPath: string, data: Fields): Promise<void> {
  await web.portal.documents.digitalization.set(documentPath, data);
  await web.portal.readModel.projectNow('digitalization', [documentPath]);
}

const stored = async (id: string) => (await web.portal.documents.digitalization.get(`tipos_documento/${id}`))?.data;

describe('a document type', () => {
  let category = '';
  beforeAll(async () => {
    category = await create(CATEGORIES, { nombre: 'Créditos & garantías' });
  });

  it('offers and accepts the extensions of the constants and those it has, and marks validators without a rule', async () => {
    const other = await create(CATEGORIES, { nombre: 'Planos' });
    expect(await page(`${TYPES}/new`)).not.toContain('aria-label="Agregar"');
    const id = await create(TYPES, { nombre: 'Plano', categoryId: other, extensiones: 'dwg' });
    await put('constantes/extensionTypes', {
      items: [
        { id: 'pdf', value: 'Documento PDF' },
        { id: 'tif', value: 'Fotocopia' },
      ],
    });
    await put('constantes/fieldValidators', {
      items: [
        { id: 'dpi', value: '^\\d{13}$' },
        { id: 'correo', value: 'Correo electrónico' },
      ],
    });
    try {
      const form = await page(`${TYPES}/new`);
      for (const [ending, name] of [
        ['pdf', 'Documento PDF'],
        ['tif', 'Fotocopia'],
      ])
        expect(form).toMatch(new RegExp(`title="${name}"[^>]*>${ending}<`));
      const fields = { nombre: 'Otro', categoryId: other };
      const refused = await send(`${TYPES}/new`, { ...fields, extensiones: 'pdf\nxlsx' });
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('«xlsx» no está en Configuración')]);
      expect(await stored(await create(TYPES, { ...fields, extensiones: 'pdf' }))).toMatchObject({ extensiones: ['pdf'] });
      const version = valueOf(await page(`${TYPES}/${id}/edit`), 'version');
      expect((await send(`${TYPES}/${id}/edit`, { version, nombre: 'Plano', extensiones: 'dwg\nxlsx' })).status).toBe(400);
      const campos = 'dpi; Número de DPI; texto; sí; inventado';
      expect((await send(`${TYPES}/${id}/edit`, { version, nombre: 'Plano', campos })).status).toBe(400);
      expect((await send(`${TYPES}/${id}/edit`, { version, nombre: 'Plano', extensiones: 'dwg\npdf' })).status).toBe(302);
      expect(await page(`${TYPES}/${id}/edit`)).toContain('Correo electrónico (sin regla)');
    } finally {
      for (const list of ['extensionTypes', 'fieldValidators']) await put(`constantes/${list}`, { items: [] });
    }
  });

  it('is written and read with one field per line, and links to its category and back', async () => {
    const campos = 'dpi; Número de DPI; texto; sí\r\nmonto; Monto; moneda; no\r\ngarantia; Garantía; opcion; sí; ; Hipoteca|Fianza';
    const id = await create(TYPES, {
      nombre: 'Pagaré',
      categoryId: category,
      extensiones: '.PDF\r\ntiff\r\npdf',
      retencionAnios: '10',
      campos,
    });
    expect(await stored(id)).toMatchObject({
      categoryId: category,
      extensiones: ['pdf', 'tiff'],
      retencionAnios: 10,
      campos: [
        { clave: 'dpi', etiqueta: 'Número de DPI', tipo: 'texto', obligatorio: true, validador: '', opciones: [] },
        { clave: 'monto', etiqueta: 'Monto', tipo: 'moneda', obligatorio: false, validador: '', opciones: [] },
        { clave: 'garantia', etiqueta: 'Garantía', tipo: 'opcion', obligatorio: true, validador: '', opciones: ['Hipoteca', 'Fianza'] },
      ],
    });
    expect(await page(`${TYPES}/${id}/edit`)).toContain(
      'dpi; Número de DPI; texto; sí\nmonto; Monto; moneda; no\ngarantia; Garantía; opcion; sí; ; Hipoteca|Fianza</textarea>',
    );
    const record = await page(`${TYPES}/${id}`);
    expect(record).toContain(`href="${CATEGORIES}/${category}"`);
    expect(record).toContain('Hipoteca, Fianza');
    const above = await page(`${CATEGORIES}/${category}`);
    expect(above).toMatch(new RegExp(`<a[^>]*href="${TYPES}\\?categoryId=${category}"[^>]*>1 tipo de documento</a>`));
    expect(await page(`${TYPES}?categoryId=${category}`)).toContain('Categoría: Créditos &amp; garantías');
    const token = valueOf(await page(`${TYPES}/${id}/edit`), 'version');
    expect((await send(`${TYPES}/${id}/edit`, { version: token, nombre: 'Pagaré', campos })).status).toBe(302);
  });

  it('is refused with an error for each line of its fields, and keeps the lines as they were typed', async () => {
    const campos = 'dpi; DPI; texto; quizás\ndpi; Otro; geo; sí\nx; X; texto; no; ; ; sobra';
    const response = await send(`${TYPES}/new`, { nombre: 'Y', categoryId: category, campos });
    const html = await textOf(response);
    expect(response.status).toBe(400);
    expect(html).toContain(`${campos}</textarea>`);
    expect(html).toContain('href="#campo-campos-0-obligatorio"');
    expect(html).toContain('id="campo-campos-0-obligatorio"');
    expect(html).toContain('Campo 1: Escriba «sí» o «no» en «Obligatorio».');
    expect(html).toContain('Campo 3: Escriba cada campo así');
    expect(html).not.toContain('[object Object]');
  });

  it('accepts fields as a JSON list, refuses invalid ones with 400 and does not fail on huge ones', async () => {
    const campos = JSON.stringify([{ etiqueta: 'Año', tipo: 'numero' }]);
    const id = await create(TYPES, { nombre: 'Memoria', categoryId: category, campos });
    expect((await stored(id))?.['campos']).toEqual([
      { clave: 'ano', etiqueta: 'Año', tipo: 'numero', obligatorio: false, validador: '', opciones: [] },
    ]);
    for (const wrong of [
      '[{"clave":',
      '[[[[]]]]',
      '[null]',
      '[{"etiqueta":{"a":1}}]',
      `[${'{},'.repeat(50_000)}{}]`,
      `a;${'b'.repeat(60_000)}`,
      '\u0000; \u0000',
    ])
      expect((await send(`${TYPES}/new`, { nombre: 'Z', categoryId: category, campos: wrong })).status, wrong.slice(0, 20)).toBe(400);
    for (const huge of ['\n'.repeat(900_000), ' '.repeat(900_000), ';'.repeat(900_000), '['.repeat(900_000)])
      expect((await send(`${TYPES}/new`, { nombre: '', categoryId: category, campos: huge })).status).toBeLessThan(500);
  });

  it('shows both lists of fields to the second of two editors, and stores the chosen one', async () => {
    const id = await create(TYPES, { nombre: 'Disputado', categoryId: category, campos: 'dpi; DPI\nnit; NIT' });
    const html = await page(`${TYPES}/${id}/edit`);
    const opened = { version: valueOf(html, 'version'), base: valueOf(html, 'base'), nombre: 'Disputado' };
    expect((await send(`${TYPES}/${id}/edit`, { ...opened, campos: 'dpi; DPI\nnit; NIT\nfirst; Primero' })).status).toBe(302);
    const lost = await send(`${TYPES}/${id}/edit`, { ...opened, descripcion: 'Mía', campos: 'dpi; DPI\nnit; NIT\nsecond; Segundo' });
    const conflict = await textOf(lost);
    expect(lost.status).toBe(409);
    expect(conflict).toContain('Dos versiones de Disputado');
    for (const text of ['Primero', 'second; Segundo', 'Ya se conserva lo que solo cambió usted: «Descripción».'])
      expect(conflict).toContain(text);
    const again = { version: valueOf(conflict, 'version'), base: valueOf(conflict, 'base'), descripcion: valueOf(conflict, 'descripcion') };
    const chosen = await send(`${TYPES}/${id}/edit`, { ...again, campos: 'dpi; DPI\nnit; NIT\nsecond; Segundo', 'keep.campos': 'mine' });
    expect(chosen.status).toBe(302);
    const { campos, descripcion } = (await stored(id)) ?? {};
    expect([descripcion, JSON.stringify(campos).includes('second'), JSON.stringify(campos).includes('first')]).toEqual([
      'Mía',
      true,
      false,
    ]);
  });

  it('shows the stored values of another program, even if they are malformed', async () => {
    await put('tipos_documento/ajeno', {
      nombre: 'Ajeno',
      categoryId: 'no-hay',
      extensiones: 'pdf',
      retencionAnios: 'diez',
      campos: { dpi: { tipo: 'geo' }, x: 7 },
    });
    const html = await page(`${TYPES}/ajeno`);
    for (const text of ['Ajeno', 'geo', 'no-hay', 'dpi']) expect(html).toContain(text);
    expect(html).not.toContain('[object Object]');
    expect((await web.getSigned(`${TYPES}/ajeno/edit`, { headers: HTML })).status).toBe(200);
  });
});

describe('a document type in use', () => {
  let [category, other, id] = ['', '', ''];
  beforeAll(async () => {
    category = await create(CATEGORIES, { nombre: 'Una' });
    other = await create(CATEGORIES, { nombre: 'Otra' });
    id = await create(TYPES, { nombre: 'En uso', categoryId: category, campos: 'dpi; DPI' });
    for (const n of [1, 2, 3]) await put(`documentos/${n}`, { categoryId: category, documentId: id, status: 'INDEXED' });
    await put('permisos_documentos/cajas', { title: 'Cajas', permissions: { [category]: { [id]: ['view', 'print'] } } });
  });
  const edit = async (fields: Record<string, string>) => {
    const html = await page(`${TYPES}/${id}/edit`);
    return send(`${TYPES}/${id}/edit`, {
      version: valueOf(html, 'version'),
      base: valueOf(html, 'base'),
      nombre: 'Cambiado «aquí»',
      ...fields,
    });
  };

  it('answers a change of category with 409, its effects and what was typed, and saves it when confirmed', async () => {
    const asked = await edit({ categoryId: other });
    const html = await textOf(asked);
    expect(asked.status).toBe(409);
    expect(html).toContain('¿Cambiar «Categoría»?');
    expect(html).toContain('el cambio toca 3 documentos y 1 conjunto de permisos.');
    expect(html).toContain('value="Cambiado «aquí»"');
    expect(html).toMatch(new RegExp(`<option value="${other}" selected="">Otra</option>`));
    expect(html).toMatch(/<button type="submit"[^>]*name="confirmed" value="categoryId"/);
    // The form's default button, pressed by Enter in a field, saves without confirming.
    const form = html.slice(html.indexOf('<form method="post"', html.indexOf('<main')));
    expect(/<button type="submit"[^>]*>/.exec(form)?.[0]).not.toContain('confirmed');
    expect(await stored(id)).toMatchObject({ categoryId: category, nombre: 'En uso' });
    const saved = await edit({ categoryId: other, confirmed: 'categoryId' });
    expect(saved.status).toBe(302);
    expect(await stored(id)).toMatchObject({ categoryId: other, nombre: 'Cambiado «aquí»' });
    expect((await edit({ nombre: 'Sin preguntas' })).status).toBe(302);
    for (const confirmed of ['nada', 'x'.repeat(100_000), '__proto__', ' '.repeat(100_000)])
      expect((await edit({ categoryId: category, confirmed })).status, confirmed.slice(0, 10)).toBe(409);
  });

  it.each([
    ['on its page', () => `${TYPES}/${id}`, false],
    ['in the list', () => `${TYPES}?q=preguntas`, true],
  ])('asks for confirmation before it is deleted %s', async (_where, address, isList) => {
    const fields: Record<string, string> = { intent: 'deactivate', ...(isList && { ids: id }) };
    const asked = await send(address(), fields);
    const html = await textOf(asked);
    expect(asked.status).toBe(409);
    expect(html).toContain('¿Eliminar el tipo de documento?');
    expect(html).toMatch(new RegExp(`name="ids" value="${id}"`));
    expect(await stored(id)).toMatchObject({ isActive: true });
    const deleted = await send(address(), { ...fields, confirmed: 'isActive' });
    expect(deleted.status).toBe(302);
    expect((await web.toastAfter(deleted))?.undo).not.toBeNull();
    expect(await stored(id)).toMatchObject({ isActive: false });
    expect((await send(`${TYPES}/${id}`, { intent: 'restore' })).status).toBe(302);
  });

  it('has the affected counts shown before its category is deleted', async () => {
    const html = await textOf(await send(`${CATEGORIES}/${category}`, { intent: 'deactivate' }));
    expect(html).toContain('La categoría está en uso: el cambio toca 3 documentos y 1 conjunto de permisos.');
  });
});

it('document types and categories answer 403 without the menu', async () => {
  const people: Person[] = [];
  for (const role of ['editor', 'user']) people.push(await signInAs(web, { name: role, role, folders: [] }));
  for (const { headers } of people)
    for (const url of [CATEGORIES, TYPES, `${TYPES}/new`, `${CATEGORIES}/x`, `${TYPES}/x/edit`])
      expect((await web.get(url, { headers: { ...headers, ...HTML } })).status, url).toBe(403);
});
