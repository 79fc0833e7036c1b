import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { putRoleRow } from '#server/testing/staff-rows.ts';
import { signInAs } from '../access/people.ts';
import { useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

const SETS = '/maintenance/digitalization/document-permissions/list-document-permissions';
const SIMULATION = '/maintenance/digitalization/document-permissions/simulate';
const HTML = { Accept: 'text/html' };
const TYPES = 400;

/** Posts a form as a browser without JavaScript does. */
const send = (url: string, fields: [string, string][], headers: Record<string, string> = {}) =>
  web.getSigned(url, { method: 'POST', body: new URLSearchParams(fields), headers: { ...HTML, ...headers } });
const textOf = async (response: Response) => (await response.text()).replaceAll('<!-- -->', '');
const page = async (url: string) => textOf(await web.getSigned(url, { headers: HTML }));
const stored = async (id: string) => (await web.portal.documents.digitalization.get(`permisos_documentos/${id}`))?.data;

async function put(documentPath: string, data: Fields): Promise<void> {
  await web.portal.documents.digitalization.set(documentPath, data);
  await web.portal.readModel.projectNow('digitalization', [documentPath]);
}

async function create(title: string, grants: readonly string[]): Promise<string> {
  const boxes = grants.map((grant): [string, string] => ['p', grant]);
  const response = await send(`${SETS}/new`, [['intent', 'save'], ['title', title], ['agencyScope', 'all'], ...boxes]);
  expect(response.status, await response.clone().text()).toBe(302);
  return (response.headers.get('location') ?? '').split('/').at(-1) ?? '';
}

function valueOf(html: string, name: string): string {
  const tag = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? '';
  return /value="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&quot;', '"') ?? '';
}

beforeAll(async () => {
  await put('categorias/c1', { nombre: 'Categoría de muchos' });
  const writes = Array.from({ length: TYPES }, (_unused, at) => `tipos_documento/t${at}`);
  for (const documentPath of writes)
    await web.portal.documents.digitalization.set(documentPath, { nombre: `Tipo ${documentPath.slice(17)}`, categoryId: 'c1' });
  await web.portal.readModel.projectNow('digitalization', writes);
});

describe('a permission set', () => {
  it('is saved with 400 types and every action, and refused with 401 types', async () => {
    const grants = Array.from({ length: TYPES }, (_unused, at) =>
      ['create', 'view', 'print', 'download', 'edit'].map((action) => `c1/t${at}/${action}`),
    ).flat();
    const id = await create('Todo', grants);
    const form = await page(`${SETS}/${id}/edit`);
    const fields: [string, string][] = [
      ['intent', 'save'],
      ...(['version', 'base'] as const).map((name): [string, string] => [name, valueOf(form, name)]),
      ['title', 'Todo'],
      ['agencyScope', 'own'],
      ...grants.map((grant): [string, string] => ['p', grant]),
    ];
    const saved = await send(`${SETS}/${id}/edit`, fields);
    expect(saved.status, await saved.clone().text()).toBe(302);
    expect(await stored(id)).toMatchObject({
      agencyScope: 'own',
      permissions: { c1: { t399: ['create', 'view', 'print', 'download', 'edit'] } },
    });
    const tooMany = await send(`${SETS}/${id}/edit`, [
      ...fields,
      ...Array.from({ length: 200 }, (): [string, string] => ['p', 'c1/t1/view']),
    ]);
    expect(tooMany.status).toBe(413);
    const lines = Array.from({ length: TYPES + 1 }, (_unused, at) => `c1/t${at} create,view,print,download,edit`);
    const refused = await send(`${SETS}/${id}/edit`, [...fields.slice(0, 5), ['permissions', lines.join('\r\n')]]);
    expect(refused.status).toBe(400);
    expect(await textOf(refused)).toContain('Un conjunto admite hasta 400 tipos de documento.');
  });

  it('is reviewed without being saved, and refused with 400 in a review with an unknown type', async () => {
    const id = await create('Revisión', ['c1/t1/view', 'c1/t1/print', 'c1/t2/view', 'c1/t2/print']);
    const before = await stored(id);
    const version = valueOf(await page(`${SETS}/${id}/edit`), 'version');
    const fields: [string, string][] = [
      ['version', version],
      ['title', 'Revisión'],
      ['agencyScope', 'all'],
      ['p', 'c1/t1/view'],
      ['p', 'c1/t3/view'],
      ['p', 'c1/t3/edit'],
    ];
    const review = await send(`${SETS}/${id}/edit`, [['intent', 'review'], ...fields]);
    const text = await textOf(review);
    expect(review.status).toBe(200);
    expect(text).toContain('pierde imprimir en 2 tipos.');
    expect(text).toContain('gana editar en 1 tipo.');
    expect(text).toMatch(/name="p" value="c1\/t3\/view"/);
    expect(await stored(id)).toEqual(before);
    const refused = await send(`${SETS}/${id}/edit`, [['intent', 'review'], ...fields, ['p', 'c1/ninguno/view']]);
    expect(refused.status).toBe(400);
    expect((await send(`${SETS}/${id}/edit`, [['intent', 'review'], ...fields.slice(1)])).status).toBe(200);
    const back = await send(`${SETS}/${id}/edit`, [['intent', 'change'], ...fields]);
    expect([back.status, (await textOf(back)).includes('Revisar cambios')]).toEqual([200, true]);
  });

  it('is not saved from a form that had not been loaded completely', async () => {
    const id = await create('A medias', ['c1/t1/view', 'c1/t2/view']);
    const form = await page(`${SETS}/${id}/edit`);
    const before = await stored(id);
    const fields: [string, string][] = [
      ['intent', 'save'],
      ['title', 'A medias'],
      ['version', valueOf(form, 'version')],
    ];
    expect(form).toMatch(/name="partial"/);
    for (const intent of ['save', 'review'])
      expect((await send(`${SETS}/${id}/edit`, [['intent', intent], ...fields.slice(1), ['partial', 'true']])).status, intent).toBe(400);
    expect((await send(`${SETS}/${id}/edit`, fields.slice(0, 2))).status).toBe(400);
    expect(await stored(id)).toEqual(before);
    expect((await send(`${SETS}/${id}/edit`, [...fields, ['partial', 'true'], ['whole', 'true']])).status).toBe(302);
    expect((await stored(id))?.['permissions']).toEqual({});
  });

  it('of another program keeps its stored permissions if another field is saved', async () => {
    const permissions = { c1: { t1: ['print'], t2: ['view', 'print'], t3: ['create'], t4: ['sign'] }, otra: { x: 'todo' } };
    await put('permisos_documentos/sinver', { title: 'Sin ver', permissions });
    const form = await page(`${SETS}/sinver/edit`);
    const kept = [...form.matchAll(/<input[^>]*name="p"[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => tag.includes('type="hidden"') || tag.includes('checked'))
      .map((tag) => /value="([^"]*)"/.exec(tag)?.[1]);
    const boxes = ['c1/t1/print', 'c1/t2/view', 'c1/t2/print', 'c1/t3/create'];
    expect(new Set(kept)).toEqual(new Set(boxes));
    const save = (title: string, ticked: readonly string[]) =>
      send(`${SETS}/sinver/edit`, [
        ['intent', 'save'] as [string, string],
        ['title', title] as [string, string],
        ['agencyScope', 'all'] as [string, string],
        ...(['version', 'base'] as const).map((name): [string, string] => [name, valueOf(form, name)]),
        ...ticked.map((grant): [string, string] => ['p', grant]),
      ]);
    expect((await save('Otro nombre', boxes)).status).toBe(302);
    expect(await stored('sinver')).toMatchObject({ title: 'Otro nombre', permissions });
    const alone = await create('Solo crear', ['c1/t1/create']);
    expect((await stored(alone))?.['permissions']).toEqual({ c1: { t1: ['create'] } });
  });

  it('shows both versions to the second editor (409), who can still save their own', async () => {
    const id = await create('Dos a la vez', ['c1/t1/view']);
    const form = await page(`${SETS}/${id}/edit`);
    const opened = (['version', 'base'] as const).map((name): [string, string] => [name, valueOf(form, name)]);
    const save = (grants: readonly string[], more: readonly [string, string][] = opened) =>
      send(`${SETS}/${id}/edit`, [
        ['intent', 'save'],
        ['title', 'Dos a la vez'],
        ['agencyScope', 'all'],
        ...more,
        ...grants.map((grant): [string, string] => ['p', grant]),
      ]);
    expect((await save(['c1/t1/view', 'c1/t2/view'])).status).toBe(302);
    const second = await save(['c1/t1/print']);
    expect(second.status).toBe(409);
    const conflict = await textOf(second);
    expect(conflict).toContain('Dos versiones de Dos a la vez');
    const shown = (['version', 'base'] as const).map((name): [string, string] => [name, valueOf(conflict, name)]);
    expect((await save(['c1/t1/print'], [...shown, ['keep.permissions', 'mine']])).status).toBe(302);
    expect((await stored(id))?.['permissions']).toEqual({ c1: { t1: ['print'] } });
  });

  it('is duplicated, and compared with another', async () => {
    const id = await create('Origen', ['c1/t1/view', 'c1/t2/print']);
    const copy = await page(`${SETS}/new?copyFrom=${id}`);
    expect(copy).toContain('value="Copia de Origen"');
    expect(copy).toContain('Empieza con lo que permite «Origen».');
    const other = await create('Destino', ['c1/t1/view', 'c1/t3/view']);
    const compared = await page(`${SETS}/${id}?compare=${other}`);
    expect(compared).toContain('Solo en Destino');
    expect(compared).toMatch(/Tipo 3[\s\S]*Ver/);
    expect((await web.getSigned(`${SETS}/${id}?compare=ninguno`, { headers: HTML })).status).toBe(404);
    expect((await web.getSigned(`${SETS}/new?copyFrom=ninguno`, { headers: HTML })).status).toBe(404);
  });
});

describe('a person with the menu who is not an administrator', () => {
  it('views and simulates, which is audited, but cannot change anything (403)', async () => {
    const id = await create('Para mirar', ['c1/t1/view']);
    await putRoleRow(web.portal.sql, { id: 'mirones', menus: ['home', 'document-permissions'] });
    const person = await signInAs(web, { name: 'mirona', role: 'mirones', folders: [] });
    const headers = { ...HTML, ...person.headers, Origin: web.base };
    const record = await web.get(`${SETS}/${id}`, { headers });
    expect([record.status, (await textOf(record)).includes(`${id}/edit`)]).toEqual([200, false]);
    for (const form of [`${SETS}/${id}/edit`, `${SETS}/new`]) expect((await web.get(form, { headers })).status).toBe(403);
    for (const intent of ['save', 'review', 'deactivate', 'restore']) {
      const body = new URLSearchParams({ intent, title: 'x', version: 'x', p: 'c1/t1/edit' });
      expect([intent, (await web.get(`${SETS}/${id}/edit`, { method: 'POST', body, headers })).status]).toEqual([intent, 403]);
    }
    const seen = await web.get(`${SIMULATION}?userId=${person.id}&q=tipo%201`, { headers });
    const text = await textOf(seen);
    expect(text).toContain('No tiene ningún conjunto de permisos.');
    expect(text).toContain('No abre ningún documento: su rol no tiene «Digitalizar documentos».');
    expect(text).toContain('Sin «Digitalizar documentos» en su menú, estos permisos no le sirven.');
    await putRoleRow(web.portal.sql, { id: 'mirones', menus: ['home', 'document-permissions', 'digitalization-documents'] });
    expect(await textOf(await web.get(`${SIMULATION}?userId=${person.id}&q=tipo%201`, { headers }))).toContain(
      'Aquí solo aparecen los que usted también puede ver.',
    );
    const audits = await web.portal.documents.digitalization.query({
      collection: 'auditoria',
      where: [{ field: 'targetPath', op: '==', value: `usuarios/${person.id}` }],
    });
    expect(audits.map(({ data }) => [data['action'], data['user']])).toEqual([['PERMISOS DE DIGITALIZACIÓN SIMULADOS', person.id]]);
    expect((await web.get(`${SIMULATION}?userId=nadie`, { headers })).status).toBe(404);
  });
});
