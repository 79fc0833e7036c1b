import path from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { CATALOGS, type CatalogId } from '#server/catalogs/registry.ts';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { DEFAULT_MENUS } from '#server/domain/roles.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { putRoleRow } from '#server/testing/staff-rows.ts';
import { noticeCookieOf } from '#server/testing/toast.ts';
import { signInAs } from '../access/people.ts';
import { putRecords } from '../search/records.ts';
import { importsContract } from './imports.contract.ts';
import { PASSWORD, useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

const LIST = '/departments/list-departments';
const HTML = { Accept: 'text/html' };

/** Posts a form as a browser without JavaScript does. */
const send = (url: string, fields: Record<string, string> | [string, string][], headers: Record<string, string> = {}) =>
  web.getSigned(url, { method: 'POST', body: new URLSearchParams(fields), headers: { ...HTML, ...headers } });

/** The page's HTML without React's comment marks between texts. */
const page = async (url: string): Promise<string> =>
  (await (await web.getSigned(url, { headers: HTML })).text()).replaceAll('<!-- -->', '');

function inputValue(html: string, name: string): string {
  const tag = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0];
  if (!tag) throw new Error(`no input ${name}`);
  return /value="([^"]*)"/.exec(tag)?.[1] ?? '';
}

const cookieWith = (answer: Response) => `${web.cookie}; ${noticeCookieOf(answer)}`;

const baseOf = (html: string) => inputValue(html, 'base').replaceAll('&quot;', '"');

async function create(nombre: string): Promise<string> {
  const formToken = inputValue(await page(`${LIST}/new`), 'formToken');
  const response = await send(`${LIST}/new`, { formToken, nombre, descripcion: '', estado: 'true', intent: 'save' });
  expect(response.status).toBe(302);
  return response.headers.get('location') ?? '';
}

it('prefills a new record with a copy of another, and answers 404 for a copy of an unknown one', async () => {
  const original = await create('Auditoría interna');
  const view = await page(original);
  const copy = /href="([^"]*\/new\?copyFrom=[^"]*)"/.exec(view)?.[1] ?? '';
  const html = await page(copy);
  expect(inputValue(html, 'nombre')).toBe('Auditoría interna');
  expect(html).toContain('Copia de «Auditoría interna».');
  expect(html).toMatch(/<form[^>]* novalidate/i);
  expect((await web.getSigned(`${LIST}/new?copyFrom=no-existe`, { headers: HTML })).status).toBe(404);
});

it('copies agency, position and rights to a new person, limited to what the copier may grant', async () => {
  const USERS = '/users/list-users';
  await putRecords(web.portal, {
    'agencias/coban': { nombre: 'Cobán', tipo: 'agencia', estado: true },
    'puestos/cajera': { nombre: 'Cajera', estado: true },
    'maletin_carpetas/actas': { nombre: 'Actas', estado: true },
    'maletin_carpetas/cajas': { nombre: 'Cajas', estado: true },
    'usuarios/rosa': {
      name: 'Rosa Ixcoy',
      email: 'rosa@prueba.coop',
      phone: '5555-1234',
      role: 'editor',
      agency: 'coban',
      position: 'cajera',
      state: false,
      briefcase_permissions: { folders: ['actas', 'cajas'] },
    },
  });
  const formOf = async (headers: Record<string, string>) => {
    const view = await (await web.get(`${USERS}/rosa`, { headers: { ...HTML, ...headers } })).text();
    const copy = />Duplicar</.test(view) ? (/href="([^"]*\/new\?copyFrom=rosa)"/.exec(view)?.[1] ?? '') : '';
    const html = (await (await web.get(copy, { headers: { ...HTML, ...headers } })).text()).replaceAll('<!-- -->', '');
    const chosen = [...html.matchAll(/<(?:input|option)[^>]*(?:checked|selected)=""[^>]*>/g)].map(
      ([tag]) => /value="([^"]*)"/.exec(tag)?.[1],
    );
    return { html, copy, chosen: ['editor', 'coban', 'cajera', 'actas', 'cajas'].filter((id) => chosen.includes(id)) };
  };
  const whole = await formOf({ Cookie: web.cookie });
  expect(whole.chosen).toEqual(['editor', 'coban', 'cajera', 'actas', 'cajas']);
  expect(['name', 'email', 'phone'].map((name) => inputValue(whole.html, name))).toEqual(['', '', '']);
  expect(whole.html).not.toContain('no se copió todo');

  await putRoleRow(web.portal.sql, { id: 'user', menus: ['home', 'users'] });
  const limited = await signInAs(web, { name: 'lectora', role: 'user', folders: ['actas'] });
  const part = await formOf(limited.headers);
  expect(part.chosen).toEqual(['coban', 'cajera', 'actas']);
  expect(part.html).toContain('De Rosa Ixcoy no se copió todo en «Rol» y «Carpetas del Maletín»');
  await putRoleRow(web.portal.sql, { id: 'user', menus: ['home', 'users'], accionesNegadas: ['users:change'] });
  expect((await formOf(limited.headers)).copy).toBe('');
  expect((await web.get(part.copy, { headers: { ...HTML, ...limited.headers } })).status).toBe(403);
});

describe('forms without JavaScript', () => {
  it('create one record for a form sent twice, and confirm it', async () => {
    const formToken = inputValue(await page(`${LIST}/new`), 'formToken');
    const fields = { formToken, nombre: 'Créditos & Cobros', descripcion: 'Línea 1\r\nLínea 2', estado: 'false', intent: 'save' };
    const [first, second] = await Promise.all([send(`${LIST}/new`, fields), send(`${LIST}/new`, fields)]);
    expect(first.status).toBe(302);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(await web.toastAfter(first)).toEqual({ text: 'Se guardó el departamento.', undo: null });
    const html = await page(first.headers.get('location') ?? '');
    expect(html).toContain('Créditos &amp; Cobros');
    expect(html).toContain('Inactivo');
  });

  it('return what was typed with 400, the errors and the same token', async () => {
    const formToken = inputValue(await page(`${LIST}/new`), 'formToken');
    const response = await send(`${LIST}/new`, { formToken, nombre: ' ', descripcion: 'No se pierde', estado: 'true', intent: 'save' });
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toContain('Complete «Nombre».');
    expect(html).toContain('href="#campo-nombre"');
    expect(html).toContain('No se pierde</textarea>');
    expect(inputValue(html, 'formToken')).toBe(formToken);
  });

  it('go on to the next record with "save and new", keeping the way back to the list', async () => {
    const back = encodeURIComponent('q=a&page=2');
    const response = await send(`${LIST}/new?back=${back}`, { nombre: 'Uno', intent: 'save-and-new' });
    expect(response.headers.get('location')).toBe(`${LIST}/new?back=${back}`);
    expect(await page(`${LIST}/new?back=${back}`)).toContain(`href="${LIST}?q=a&amp;page=2"`);
  });

  it.each(['https://evil.example/', '//evil.example', '/login', 'javascript:alert(1)'])(
    'never lead away from the list: back=%s',
    async (back) => {
      const html = await page(`${LIST}/new?back=${encodeURIComponent(back)}`);
      const hrefs = [...html.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, href = '']) => decodeURIComponent(href));
      expect(new Set(hrefs.filter((href) => href.includes(back)))).toEqual(new Set([`${LIST}?${back}=`]));
    },
  );

  it('show both versions to the second of two editors and store the choice', async () => {
    const record = await create('Original');
    const version = inputValue(await page(`${record}/edit`), 'version');
    expect((await send(`${record}/edit`, { version, nombre: 'De otra persona', descripcion: 'Suya', estado: 'true' })).status).toBe(302);
    const answer = await send(`${record}/edit`, { version, nombre: 'Propio', descripcion: 'Propia', estado: 'true' });
    const html = await answer.text();
    expect(answer.status).toBe(409);
    expect(html).toContain('De otra persona');
    expect(html).toContain('value="Propio"');
    const merged = {
      version: inputValue(html, 'version'),
      'keep.nombre': 'stored',
      nombre: 'Propio',
      'keep.descripcion': 'mine',
      descripcion: 'Propia y corregida',
      estado: 'true',
    };
    expect((await send(`${record}/edit`, merged)).headers.get('location')).toBe(record);
    const saved = await page(record);
    expect(saved).toContain('De otra persona');
    expect(saved).toContain('Propia y corregida');
  });

  it('merge changes of two editors to different fields, and tell the second what was kept', async () => {
    const record = await create('Original');
    const html = await page(`${record}/edit`);
    const opened = { version: inputValue(html, 'version'), base: baseOf(html), estado: 'true' };
    expect((await send(`${record}/edit`, { ...opened, nombre: 'Original', descripcion: 'De la primera' })).status).toBe(302);
    const answer = await send(`${record}/edit`, { ...opened, nombre: 'De la segunda', descripcion: '' });
    expect(answer.status).toBe(302);
    expect((await web.toastAfter(answer))?.text).toBe(
      'Se guardó el departamento. Mientras tanto usted cambió en otra ventana «Descripción»: eso también se conservó.',
    );
    const saved = await page(record);
    expect(saved).toContain('De la primera');
    expect(saved).toContain('De la segunda');
  });

  it('ask only about the field that both editors changed, show its earlier value and list what was merged', async () => {
    const record = await create('Original');
    const html = await page(`${record}/edit`);
    const opened = { version: inputValue(html, 'version'), base: baseOf(html) };
    await send(`${record}/edit`, { ...opened, nombre: 'De la primera', descripcion: 'Solo de la primera', estado: 'true' });
    const answer = await send(`${record}/edit`, { ...opened, nombre: 'De la segunda', descripcion: '', estado: 'false' });
    expect(answer.status).toBe(409);
    const asked = (await answer.text()).replaceAll('<!-- -->', '');
    expect([...asked.matchAll(/name="keep\.(\w+)"/g)].map(([, name]) => name)).toEqual(['nombre', 'nombre']);
    expect(asked).toContain('Original');
    expect(asked).toContain('Ya se conserva lo que solo cambió su otra ventana: «Descripción».');
    expect(asked).toContain('Ya se conserva lo que solo cambió usted: «Estado».');
    const chosen = {
      version: inputValue(asked, 'version'),
      base: baseOf(asked),
      descripcion: inputValue(asked, 'descripcion'),
      estado: inputValue(asked, 'estado'),
      'keep.nombre': 'stored',
      nombre: 'De la segunda',
    };
    expect((await send(`${record}/edit`, chosen)).headers.get('location')).toBe(record);
    const saved = await web.portal.documents.main.get(`departamentos/${record.split('/').at(-1)}`);
    expect(saved?.data).toMatchObject({ nombre: 'De la primera', descripcion: 'Solo de la primera', estado: false });
  });

  it('deactivate a record with an undo that restores it', async () => {
    const record = await create('Por eliminar');
    const gone = await send(record, { intent: 'deactivate' });
    expect(gone.headers.get('location')).toBe(LIST);
    const undo = (await web.toastAfter(gone))?.undo;
    expect(undo).toMatchObject({ action: LIST, fields: { intent: 'restore' } });
    expect(await page(record)).toContain('Restaurar el departamento');
    expect((await send(undo?.action ?? '', { ...undo?.fields })).status).toBe(302);
    expect(await page(record)).toContain('Editar');
  });

  it('delete the selected records of the list', async () => {
    const records = [await create('Lote A'), await create('Lote B')];
    const ids = records.map((record): [string, string] => ['ids', record.split('/').at(-1) ?? '']);
    const response = await send(`${LIST}?q=lote`, [...ids, ['intent', 'deactivate']]);
    expect(response.headers.get('location')).toBe(`${LIST}?q=lote`);
    expect((await web.toastAfter(response))?.text).toBe('2 departamentos eliminados.');
    for (const record of records) expect(await page(record)).toContain('está eliminado');
  });

  it.each([
    [`${LIST}/new`, { nombre: 'x', isActive: 'false' }, 400],
    [`${LIST}/no-existe/edit`, { nombre: 'x', version: '1' }, 404],
    [`${LIST}/no-existe`, { intent: 'deactivate' }, 404],
    [`${LIST}/no-existe`, { intent: 'borrar' }, 400],
    [`${LIST}/new/edit`, { nombre: 'x' }, 404],
    [LIST, { intent: 'deactivate' }, 400],
    [LIST, { intent: 'drop', ids: 'a' }, 400],
  ])('%s refuses %j with %i', async (url, fields, status) => {
    expect((await send(url, fields as Record<string, string>)).status).toBe(status);
  });
});

describe('a bulk action without JavaScript', () => {
  const OFFERS = '/job-offers/list-job-offer';

  it('deactivates the selection, confirms it on the list and is undone from the notice', async () => {
    const ids = (await Promise.all(['Lote uno', 'Lote dos'].map(create))).map((href) => href.split('/').at(-1)?.split('?')[0] ?? '');
    const formToken = inputValue(await page(`${LIST}?q=lote`), 'formToken');
    const sent = [...ids.map((id): [string, string] => ['ids', id]), ['formToken', formToken], ['intent', 'bulk:deactivate']] as [
      string,
      string,
    ][];
    const done = await send(`${LIST}?q=lote`, sent);
    expect([done.status, done.headers.get('location')]).toEqual([302, `${LIST}?q=lote`]);
    const told = await web.toastAfter(done);
    expect(told?.text).toBe('Se desactivaron 2 departamentos.');
    expect((await page(`${LIST}?q=lote`)).match(/Inactivo<\/span>/g)).toHaveLength(2);
    const run = told?.undo?.action ?? '';
    expect(run).toMatch(/^\/bulk\/\w{20}$/);
    expect(await page(run)).toContain('Se desactivaron 2 departamentos.');
    const undone = await send(run, told?.undo?.fields ?? {});
    expect(undone.headers.get('location')).toBe(`${LIST}?q=lote`);
    expect((await web.toastAfter(undone))?.text).toBe('Se deshizo: 2 departamentos volvieron a como estaban.');
    expect(await page(run)).not.toContain('value="undo"');
  });

  it('asks for the value it needs, keeps the selection and reports an empty value', async () => {
    const { documents, readModel } = web.portal;
    for (const agency of ['a', 'b']) await documents.main.create(`agencias/lote-${agency}`, { nombre: `Agencia ${agency}`, estado: true });
    await documents.main.create('plazas_vacantes/lote', { nombre: 'Plaza', agencia: 'lote-a', estado: true });
    await readModel.projectNow('main', ['agencias/lote-a', 'agencias/lote-b', 'plazas_vacantes/lote']);
    const asked = await send(OFFERS, { ids: 'lote', intent: 'bulk:change-agencia' });
    const html = (await asked.text()).replaceAll('<!-- -->', '');
    expect(asked.status).toBe(400);
    expect(html).toContain('Cambiar agencia de 1 plaza vacante');
    expect(html).toContain('<option value="lote-b">Agencia b</option>');
    expect(html).not.toContain('<span>Complete «Agencia».</span>');
    const empty = await send(OFFERS, { ids: inputValue(html, 'ids'), intent: 'bulk:change-agencia', agencia: '' });
    expect(await empty.text()).toContain('<span>Complete «Agencia».</span>');
    const done = await send(OFFERS, { ids: inputValue(html, 'ids'), intent: 'bulk:change-agencia', agencia: 'lote-b' });
    expect((await web.toastAfter(done))?.text).toBe('Se cambió la agencia de 1 plaza vacante: «Agencia b». Ya se ve así en la app.');
    expect((await documents.main.get('plazas_vacantes/lote'))?.data).toMatchObject({ agencia: 'lote-b' });
  });

  it('lists the refused records with their reasons on a page of its own', async () => {
    const refused = await send(OFFERS, { ids: 'no-existe', intent: 'bulk:hide' });
    const html = await (
      await web.getSigned(refused.headers.get('location') ?? '', { headers: { ...HTML, Cookie: cookieWith(refused) } })
    ).text();
    const href = /href="(\/bulk\/\w{20})"/.exec(html)?.[1] ?? '';
    expect(await page(href)).toContain('La plaza vacante no existe o fue quitada del sistema.');
  });

  it('applies to all records that the search finds', async () => {
    for (const name of ['Todos uno', 'Todos dos', 'Todos tres']) await create(name);
    const html = await page(`${LIST}?q=todos&pageSize=10`);
    expect(html).not.toContain('que encontró la búsqueda');
    const done = await send(`${LIST}?q=todos`, { all: '1', intent: 'bulk:deactivate' });
    expect((await web.toastAfter(done))?.text).toBe('Se desactivaron 3 departamentos.');
  });

  it('asks once for confirmation above 100 records, also of an act without fields', async () => {
    await web.portal.sql.query(
      `INSERT INTO plazas_vacantes (id, nombre, "createdAt", source_version, search_text)
       SELECT 'tope' || i, 'Tope', now(), 1, 'tope' FROM generate_series(1, 101) i`,
    );
    const hideAll = (fields: Record<string, string>) => send(`${OFFERS}?q=tope`, { all: '1', intent: 'bulk:hide', ...fields });
    const asked = await hideAll({});
    const html = (await asked.text()).replaceAll('<!-- -->', '');
    expect([asked.status, html.includes('Sí, ocultar 101 plazas vacantes')]).toEqual([400, true]);
    expect(html).toMatch(/<button[^>]*value="bulk:hide"[^>]*>Ocultar 101 plazas vacantes</);
    expect(html).not.toContain('<span>Marque la casilla');
    expect(await (await hideAll({ confirmed: '' })).text()).toContain('<span>Marque la casilla: la acción alcanza a 101 plazas vacantes.');
    const done = await hideAll({ confirmed: 'on' });
    expect([done.status, done.headers.get('location')]).toEqual([302, expect.stringMatching(/^\/bulk\/\w{20}$/)]);
  });
});

describe('the list', () => {
  it('stores the chosen columns in a cookie and redirects to the address without them', async () => {
    const response = await web.getSigned(`${LIST}?q=a&columns=nombre&columns=updatedAt&columns=inventada`, { headers: HTML });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`${LIST}?q=a`);
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(decodeURIComponent(cookie)).toBe('columnas_departamentos=nombre,updatedAt');
    await create('Para ver columnas');
    const html = await (await web.getSigned(LIST, { headers: { ...HTML, Cookie: `${web.cookie}; ${cookie}` } })).text();
    const heads = html.slice(html.indexOf('<thead'), html.indexOf('</thead'));
    expect(heads).toContain('Modificación');
    expect(heads).not.toContain('Estado');
  });

  it('answers 200 with a list for invalid query parameters', async () => {
    for (const query of ['page=abc&pageSize=9999', 'sort=%00&dir=x', 'q=%25_%5C', 'isActive=quizas&cursor=xx', 'estado=__proto__']) {
      expect((await web.getSigned(`${LIST}?${query}`, { headers: HTML })).status, query).toBe(200);
    }
  });
});

describe('a list with a manual order', () => {
  const STEPS = '/how_associated';

  it('moves rows with their arrows and undoes it without JavaScript, and refuses invalid moves', async () => {
    const ids: string[] = [];
    for (const titulo of ['Primero', 'Segundo']) {
      const orden = inputValue(await page(`${STEPS}/new`), 'orden');
      ids.push(
        String((await send(`${STEPS}/new`, { titulo, orden, estado: 'true', intent: 'save' })).headers.get('location')?.split('/').at(-1)),
      );
    }
    const titles = async () => [...(await page(STEPS)).matchAll(/<td class="key cut[^"]*"[^>]*><a[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(await titles()).toEqual(['Primero', 'Segundo']);
    const [up, down] = [`${ids[1] ?? ''}//up`, `${ids[0] ?? ''}//down`];
    for (const place of [up, down]) expect(await page(STEPS)).toContain(`name="place" value="${place}"`);
    const move = async (fields: Record<string, string>) => {
      const moved = await send(STEPS, { intent: 'move', ...fields });
      expect(moved.headers.get('location')).toBe(STEPS);
      return web.toastAfter(moved);
    };
    const toast = await move({ place: up });
    expect(await titles()).toEqual(['Segundo', 'Primero']);
    expect(toast).toEqual({
      text: 'Se movió «Segundo» al lugar 1 de 2, antes de «Primero». Ya se ve así en la app.',
      undo: { action: STEPS, fields: { intent: 'move', place: `${ids[1]}/${ids[0]}`, undoes: '1' } },
    });
    expect(await move(toast?.undo?.fields ?? {})).toEqual({
      text: 'Se deshizo: «Segundo» volvió al lugar 2 de 2. Ya se ve así en la app.',
      undo: null,
    });
    expect(await titles()).toEqual(['Primero', 'Segundo']);
    expect((await move({ place: down }))?.text).toBe('Se movió «Primero» al lugar 2 de 2, después de «Segundo». Ya se ve así en la app.');
    // The page that sent the last step shows an older order.
    expect(await move({ place: down })).toBeNull();
    // A list that is filtered or sorted otherwise has no arrows.
    for (const query of ['q=primero', 'sort=titulo', 'estado=true', 'isActive=false'])
      expect(await page(`${STEPS}?${query}`)).not.toContain('name="place"');
    for (const place of ['../x/', 'no-existe/', 'no-existe//up', ''])
      expect((await send(STEPS, { intent: 'move', place })).status, place).toBeGreaterThanOrEqual(400);
    expect((await send(LIST, { intent: 'move', place: up })).status).toBe(400);
  });
});

describe('an address shaped like a list', () => {
  it.each(['/no/existe', '/departments/otra', '/no/existe/new', '/no/existe/x/edit', '/departments/list-departments/x/otra'])(
    '%s without a catalog answers GET with the 404 page and POST with 404',
    async (url) => {
      const answer = await web.getSigned(url, { headers: HTML });
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('La dirección que abrió no existe en el portal.');
      expect((await send(url, { intent: 'save' })).status).toBe(404);
    },
  );
});

describe('the save button of a form follows the gender of what the form creates', () => {
  it.each([
    ['/locations/list-agencies/new', 'Guardar y crear otra'],
    ['/departments/list-departments/new', 'Guardar y crear otro'],
    ['/promotions/list-promotions/new', 'Guardar y crear otra'],
  ])('%s shows «%s»', async (url, words) => {
    const texts = (await page(url)).replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
    expect(texts).toContain(words);
  });
});

it('shows a rate in percent with two decimals, in the list and on the page of its record', async () => {
  const main = web.portal.documents.main;
  const path = 'productos_servicios/con-tasa';
  await main.set(path, { nombre: 'Con tasa', orden: 90, estado: true });
  await main.set(`${path}/productos/uno`, { nombre: 'Plazo fijo', orden: 1, tasa: 12.5, estado: true });
  await web.portal.readModel.projectNow('main', [path, `${path}/productos/uno`]);
  for (const url of ['con-tasa', 'con-tasa/productos/uno'])
    expect(await page(`/products/list-products/${url}`), url).toMatch(/>12\.50\u00A0%</);
});

describe('a promotion', () => {
  const PROMOTIONS = '/promotions/list-promotions';

  it('serves its picture through the portal in list and record, with the name as alternative text', async () => {
    const image = 'https://otro.host/api/digitalization/asset?filename=central-202611-abc.jpg';
    const record =
      (
        await send(`${PROMOTIONS}/new`, {
          nombre: 'Feria "grande"',
          image_url: image,
          descripcion: 'Venga',
          estado: 'true',
          vigenciaDesde: '2026-11-01',
          vigenciaHasta: '',
          intent: 'save',
        })
      ).headers.get('location') ?? '';
    expect(await page(`${PROMOTIONS}?q=feria`)).toMatch(
      /<img src="\/images\/central-202611-abc\.jpg\/thumbnail" alt="Imagen de Feria &quot;grande&quot;"/,
    );
    const html = await page(record);
    expect(html).toContain('src="/images/central-202611-abc.jpg"');
    expect(html).toContain('Desde el 01/11/2026');
    expect(html).not.toContain('action="/images/upload"');
    const form = await page(`${record}/edit`);
    expect(form).toContain('action="/images/upload"');
    expect(form).toContain(`value="${image.replaceAll('&', '&amp;')}"`);
  });

  it('rejects an end before its start, along with the other errors of the form', async () => {
    const given = { nombre: 'Al revés', vigenciaDesde: '2026-11-02', estado: 'true', intent: 'save' };
    const turned = '«Vigente hasta» no puede ser antes de «Vigente desde».';
    const answer = await send(`${PROMOTIONS}/new`, { ...given, vigenciaHasta: '2026-11-01' });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(turned)]);
    const record = (await send(`${PROMOTIONS}/new`, given)).headers.get('location')?.split('?')[0] ?? '';
    const edited = await send(`${record}/edit`, { ...given, nombre: '', vigenciaHasta: '2026-11-01' });
    const html = await edited.text();
    expect([edited.status, html.includes('Complete «Nombre».'), html.includes(turned)]).toEqual([400, true, true]);
  });
});

const lists = (Object.keys(CATALOGS) as CatalogId[]).filter((catalog) => !CATALOGS[catalog].definition.parent);

describe.each(lists)('the export of %s', (catalog) => {
  const { listUrl } = CATALOGS[catalog].definition;

  it('is a workbook or a CSV file; another format is refused with 400', async () => {
    const csv = await web.getSigned(`${listUrl}/export?format=csv`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z-]+-\d{8}-\d{6}\.csv"$/);
    expect(await csv.text()).toContain(`${CATALOGS[catalog].definition.fields[0]?.label ?? ''},`);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(await (await web.getSigned(`${listUrl}/export?format=xlsx`)).arrayBuffer());
    expect(workbook.worksheets.map(({ name }) => name)[0]).toBe('Resumen');
    expect(workbook.worksheets).toHaveLength(2);
    expect(workbook.worksheets[1]?.getRow(1).values).toContain(CATALOGS[catalog].definition.fields[0]?.label);
    expect((await web.getSigned(`${listUrl}/export?format=pdf`)).status).toBe(400);
  });
});

it('dates are sorted as dates, shown day first, exported as dates, and refused if they do not exist', async () => {
  const offers = '/job-offers/list-job-offer';
  await web.portal.documents.main.set('agencias/agencia-x', { nombre: 'Agencia Xela', isActive: true });
  await web.portal.readModel.projectNow('main', ['agencias/agencia-x']);
  for (const [nombre, fechaPapeleria] of [
    ['Día tardío', '2027-01-09'],
    ['Día temprano', '2026-12-31'],
    ['Día desconocido', ''],
  ] as const) {
    expect((await send(`${offers}/new`, { nombre, agencia: 'agencia-x', fechaPapeleria, estado: 'true', intent: 'save' })).status).toBe(
      302,
    );
  }
  const html = await page(`${offers}?q=dia&sort=fechaPapeleria`);
  expect([...html.matchAll(/<td class="key cut[^"]*"[^>]*><a[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([
    'Día desconocido',
    'Día temprano',
    'Día tardío',
  ]);
  for (const text of ['31/12/2026', '09/01/2027', 'Agencia Xela']) expect(html).toContain(text);
  const refused = await send(`${offers}/new`, {
    nombre: 'Día imposible',
    agencia: 'agencia-x',
    fechaPapeleria: '2026-02-30',
    estado: 'true',
    intent: 'save',
  });
  expect([
    refused.status,
    (await refused.text()).includes('Escriba una fecha que exista en «Fecha de papelería», como 31/12/2026.'),
  ]).toEqual([400, true]);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(await (await web.getSigned(`${offers}/export?format=xlsx&q=dia&sort=fechaPapeleria&dir=desc`)).arrayBuffer());
  const dates: unknown[] = [];
  workbook.worksheets[1]?.eachRow((row) =>
    row.eachCell((cell) => cell.value instanceof Date && dates.push(cell.value.toISOString().slice(0, 10))),
  );
  expect(dates.filter((date) => date === '2027-01-09' || date === '2026-12-31')).toEqual(['2027-01-09', '2026-12-31']);
});

it('exports a coordinate as a number with six decimals', async () => {
  const agencies = '/locations/list-agencies';
  await send(`${agencies}/new`, {
    nombre: 'Agencia con mapa',
    tipo: 'agencia',
    direccion: 'Zona 1',
    latitud: '14.634915',
    longitud: '-90.506882',
  });
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(await (await web.getSigned(`${agencies}/export?format=xlsx&q=con+mapa`)).arrayBuffer());
  const cells: { value: ExcelJS.CellValue; format: string }[] = [];
  workbook.worksheets[1]?.eachRow((row) => row.eachCell((cell) => cells.push({ value: cell.value, format: cell.numFmt })));
  expect(cells).toContainEqual({ value: 14.634915, format: '#,##0.000000' });
  expect(cells).toContainEqual({ value: -90.506882, format: '#,##0.000000' });
});

it('every page and action of a catalog answers 403 to a person without its menu', async () => {
  const { uid } = await web.portal.identity.createAccount({ email: 'eva@prueba.coop', password: PASSWORD });
  await web.portal.sql.query(
    `INSERT INTO usuarios (id, name, email, role, "createdAt", source_version) VALUES ($1, 'Eva', 'eva@prueba.coop', 'user', now(), 1)`,
    [uid],
  );
  const session = await web.portal.identity.signIn({ email: 'eva@prueba.coop', password: PASSWORD, userAgent: 'test' });
  const headers = { ...HTML, Cookie: `portal_session=${encodeURIComponent(session?.sessionToken ?? '')}` };
  for (const { definition } of lists.map((catalog) => CATALOGS[catalog])) {
    expect(DEFAULT_MENUS.user).not.toContain(definition.menu);
    for (const url of ['', '/export', '/new', '/x', '/x/edit', '?columns=nombre']) {
      expect((await web.getSigned(definition.listUrl + url, { headers })).status, definition.listUrl + url).toBe(403);
    }
    for (const [url, intent] of [
      ['', 'deactivate'],
      ['/new', 'save'],
      ['/x', 'deactivate'],
      ['/x/edit', 'save'],
    ] as const) {
      expect((await send(definition.listUrl + url, { intent, ids: 'x', nombre: 'x' }, headers)).status, `POST ${url}`).toBe(403);
    }
  }
});

importsContract(web);
