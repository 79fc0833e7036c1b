import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchAnswer } from '#app/screens/search/search-data.ts';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import type { Fields } from '#server/ports/documents/document-store.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { putRoleRow, putStaffRow } from '#server/testing/staff-rows.ts';
import { signInAs, type Person } from '../access/people.ts';
import { useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

const LIST = '/digitalization-documents/list-digitalization-docs';
const HTML = { Accept: 'text/html' };
const JSON_ONLY = { Accept: 'application/json' };

let clerk: Person;
let made = 0;

async function put(place: string, data: Fields): Promise<void> {
  await web.portal.documents.digitalization.set(place, data);
  await web.portal.readModel.projectNow('digitalization', [place]);
}

async function make(data: Fields = {}): Promise<string> {
  const id = `doc${(made += 1)}`;
  await put(`documentos/${id}`, {
    documentName: `Documento ${made}`,
    categoryId: 'c1',
    documentId: 't1',
    status: 'INDEXED',
    userId: '',
    userAssign: '',
    url: '',
    ...data,
  });
  return id;
}

const stored = async (id: string) => (await web.portal.documents.digitalization.get(`documentos/${id}`))?.data ?? {};
const post = (address: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = HTML) =>
  web.getSigned(address, { method: 'POST', body: new URLSearchParams(fields), headers });
const page = async (address: string) => (await web.getSigned(address, { headers: HTML })).text();
const valueOf = (html: string, name: string) =>
  (new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Presses «Deshacer» in the notice of the next page. */
async function undo(answer: Response): Promise<string | null> {
  const told = (await web.toastAfter(answer))?.undo;
  if (!told) throw new Error(`nothing to take back after ${answer.status}`);
  return (await post(told.action, told.fields)).headers.get('location');
}

beforeAll(async () => {
  await put('categorias/c1', { nombre: 'Legal' });
  await put('tipos_documento/t1', { nombre: 'Poder', categoryId: 'c1' });
  const campos = [
    { clave: 'lento', etiqueta: 'Lento', tipo: 'texto', obligatorio: false, validador: 'lento', opciones: [] },
    { clave: 'finca', etiqueta: 'Finca', tipo: 'numero', obligatorio: true, validador: '', opciones: [] },
  ];
  await put('tipos_documento/t2', { nombre: 'Acta', categoryId: 'c1', campos });
  await put('constantes/fieldValidators', { items: [{ id: 'lento', value: '^(a+)+$' }] });
  const ofMember = [{ clave: 'dueno', etiqueta: 'Dueño', tipo: 'asociado', obligatorio: false, validador: '', opciones: [] }];
  await put('tipos_documento/t4', { nombre: 'Solvencia', categoryId: 'c1', campos: ofMember });
  const amounts = ['saldo', 'cuota'].map((clave) => ({
    clave,
    etiqueta: clave,
    tipo: 'moneda',
    obligatorio: false,
    validador: '',
    opciones: [],
  }));
  await put('tipos_documento/t5', { nombre: 'Pagaré', categoryId: 'c1', campos: amounts });
  await put('permisos_documentos/ver', { title: 'Ver', permissions: { c1: { t1: ['view'], t4: ['view'] } } });
  await putRoleRow(web.portal.sql, { id: 'lectores', menus: ['home', 'digitalization-documents'] });
  clerk = await signInAs(web, { name: 'clara', role: 'lectores', folders: [] });
  await putStaffRow(web.portal.sql, { id: clerk.id, email: 'clara@prueba.coop', role: 'lectores', digitalization_permission_id: 'ver' });
  await putStaffRow(web.portal.sql, { id: 'lejos', name: 'Leo Lejos', role: 'otros' });
});

describe('a digitized document over HTTP', () => {
  it('answers JSON requests with problems in the words of the specification, and browsers with HTML', async () => {
    const missing = await web.getSigned(`${LIST}/null`, { headers: JSON_ONLY });
    expect([missing.status, missing.headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8']);
    expect(await missing.json()).toMatchObject({
      status: 400,
      code: 'invalid-input',
      message: "Id no can't be null",
      detail: expect.stringContaining('código'),
    });
    const id = await make();
    const empty = await post(`${LIST}/${id}/edit`, { version: 'x' }, JSON_ONLY);
    expect([empty.status, await empty.json()]).toEqual([400, expect.objectContaining({ message: 'Id or data null, check please' })]);
    const linked = '/maintenance/digitalization/document-type/list-document-type/t1';
    expect(await page(`${LIST}/${id}`)).toContain(`href="${linked}">Poder</a>`);
    expect(await (await web.get(`${LIST}/${id}`, { headers: { ...HTML, ...clerk.headers } })).text()).not.toContain(linked);
    const gone = await web.getSigned(`${LIST}/ninguno`, { headers: JSON_ONLY });
    expect([gone.status, await gone.json()]).toEqual([404, expect.objectContaining({ code: 'not-found' })]);
    expect((await web.getSigned(`${LIST}/${id}?version=1`, { headers: HTML })).status).toBe(404);
    const browser = await web.getSigned(`${LIST}/null`, { headers: HTML });
    expect([browser.status, browser.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  });

  it('shows the name of its member to every reader, but a link only to people who may open members', async () => {
    await web.portal.documents.main.set('clientes/s7', { codigo: 'A-7', nombre: 'Marta Yat' });
    await web.portal.readModel.projectNow('main', ['clientes/s7']);
    const id = await make({ documentId: 't4', campos: { dueno: 's7' } });
    expect(await page(`${LIST}/${id}`)).toContain('href="/customers/list-customers/s7">Marta Yat</a>');
    const seen = await (await web.get(`${LIST}/${id}`, { headers: { ...HTML, ...clerk.headers } })).text();
    expect(seen).toContain('Marta Yat');
    expect(seen).not.toContain('/customers/');
    const answer = (await (await web.get('/buscar.json?q=marta+yat', { headers: clerk.headers })).json()) as SearchAnswer;
    expect(answer.groups.map(({ kind, hits }) => [kind, hits.map((hit) => hit.id)])).toEqual([['documentos', [id]]]);
    expect(answer.answers).toEqual([expect.objectContaining({ title: `Documento ${made} · A-7 Marta Yat`, href: `${LIST}/${id}` })]);
    // Found by words of the member and of the shelf, while the result shows neither.
    const held = await make({ documentId: 't4', campos: { dueno: 's7' }, ubicacion: 'Estante Lejos' });
    const crossed = (await (await web.getSigned('/buscar.json?q=marta+estante')).json()) as SearchAnswer;
    expect(crossed.groups.map(({ hits }) => hits.map((hit) => hit.id))).toEqual([[held]]);
    expect(crossed.answers).toEqual([]);
  });

  it('is assigned, returned and archived with its forms, and a form sent twice acts once', async () => {
    const id = await make();
    const formToken = 'formulario-numero-0001';
    const assign = () => post(`${LIST}/${id}`, { intent: 'assign', userId: clerk.id, comment: 'Para revisar', formToken });
    expect((await assign()).status).toBe(302);
    const again = await assign();
    expect([again.status, again.headers.get('location')]).toEqual([302, `${LIST}/${id}`]);
    expect(await stored(id)).toMatchObject({ status: 'ASSIGNED', userId: clerk.id, userAssign: clerk.id });
    const where = [{ field: 'targetPath', op: '==', value: `documentos/${id}` }] as const;
    expect(await web.portal.documents.digitalization.query({ collection: 'auditoria', where })).toHaveLength(1);
    expect(
      await undo(await post(`${LIST}/${id}`, { intent: 'assign', userId: web.administrator.id, formToken: 'formulario-numero-0002' })),
    ).toBe(`${LIST}/${id}`);
    expect(await stored(id)).toMatchObject({ status: 'ASSIGNED', userId: clerk.id, userAssign: clerk.id });
    expect((await post(`${LIST}/${id}`, { intent: 'return', reason: '' })).status).toBe(400);
    expect((await post(`${LIST}/${id}`, { intent: 'return', reason: 'Falta firma' })).status).toBe(302);
    expect((await post(`${LIST}/${id}`, { intent: 'archive', ubicacion: 'Estante 4' })).status).toBe(302);
    expect(await stored(id)).toMatchObject({ status: 'ARCHIVED', userId: '', returnReason: 'Falta firma', ubicacion: 'Estante 4' });
    const refused = await post(`${LIST}/${id}`, { intent: 'return', reason: 'Otra vez' }, JSON_ONLY);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({ details: expect.objectContaining({ status: 'ARCHIVED' }) }),
    ]);
    const shown = await page(`${LIST}/${id}`);
    for (const text of ['lo asignó a', 'Para revisar', 'lo devolvió', 'Falta firma', 'lo archivó en Estante 4'])
      expect(shown).toContain(text);
  });

  it('tells a search by name or code who has it, and shows its history on its page', async () => {
    const id = await make({ documentName: 'Escritura de la Bodega Nueve' });
    await post(`${LIST}/${id}`, { intent: 'assign', userId: clerk.id, formToken: 'formulario-numero-0042' });
    for (const q of [id, 'escritura de la bodega nueve', 'bodega nueve']) {
      const { answers } = (await (await web.getSigned(`/buscar.json?q=${encodeURIComponent(q)}`)).json()) as SearchAnswer;
      expect(answers, q).toEqual([
        {
          title: 'Escritura de la Bodega Nueve',
          detail: expect.stringMatching(/^Lo tiene Ana Pérez en agencia-01 desde el \d+ de \S+ de \d{4}\.$/),
          href: `${LIST}/${id}`,
        },
      ]);
    }
    const found = await page('/buscar?q=bodega+nueve');
    expect(found).toContain('¿Dónde está?');
    const shown = await page(`${LIST}/${id}`);
    expect(shown).toMatch(/Historia[\s\S]*lo asignó a Ana Pérez[\s\S]*Indexado, sin encargado[\s\S]*La auditoría no cuenta cómo empezó/);
  });

  it('is edited with its form, and answers 409 for an outdated version', async () => {
    const id = await make({ documentId: 't2', campos: { finca: 1 } });
    const form = await page(`${LIST}/${id}/edit`);
    const opened = { version: valueOf(form, 'version'), base: valueOf(form, 'base') };
    expect(
      (await post(`${LIST}/${id}/edit`, { ...opened, documentName: 'Nuevo', documentId: 't2', 'campos.finca': '12', 'campos.lento': '' }))
        .status,
    ).toBe(302);
    expect(await stored(id)).toMatchObject({ documentName: 'Nuevo', campos: { finca: 12 } });
    const second = await post(`${LIST}/${id}/edit`, {
      ...opened,
      documentName: 'Otro',
      documentId: 't2',
      'campos.finca': '1',
      'campos.lento': '',
    });
    expect(second.status).toBe(409);
    expect(await second.text()).toContain('Conservar la versión guardada');
    expect(await stored(id)).toMatchObject({ documentName: 'Nuevo' });
  });

  it('is edited with amounts as people write them, and keeps those that nobody changed as they are stored', async () => {
    // What reading it back would change stays as another program stored it.
    const id = await make({ documentId: 't5', campos: { saldo: 89239.5, cuota: '1250.50' } });
    const form = await page(`${LIST}/${id}/edit`);
    const shownOf = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(form)?.[1] ?? '';
    const shown = { 'campos.saldo': shownOf('campos.saldo'), 'campos.cuota': shownOf('campos.cuota') };
    expect(shown).toEqual({ 'campos.saldo': '89,239.50', 'campos.cuota': '1250.50' });
    const opened = { version: valueOf(form, 'version'), base: valueOf(form, 'base'), documentId: 't5' };
    expect((await post(`${LIST}/${id}/edit`, { ...opened, ...shown, documentName: 'Pagaré 9' })).status).toBe(302);
    expect(await stored(id)).toMatchObject({ documentName: 'Pagaré 9', campos: { saldo: 89239.5, cuota: '1250.50' } });
    // Somebody else changed it meanwhile: the form did not, and theirs stays.
    await put(`documentos/${id}`, { ...(await stored(id)), campos: { saldo: 7, cuota: '1250.50' } });
    expect((await post(`${LIST}/${id}/edit`, { ...opened, ...shown, documentName: 'Pagaré 9' })).status).toBe(302);
    expect(await stored(id)).toMatchObject({ campos: { saldo: 7 } });
  });

  it('without a file says so, and whether the permissions of the person are why none can be added', async () => {
    const id = await make();
    const ofClerk = await (await web.get(`${LIST}/${id}`, { headers: { ...HTML, ...clerk.headers } })).text();
    expect(ofClerk.replaceAll('<!-- -->', '')).toContain(
      'No tiene archivo. Sus permisos no incluyen agregar archivos a «Poder»: puede otorgarlo un Administrador.',
    );
    const ofAdministrator = await page(`${LIST}/${id}`);
    expect(ofAdministrator).toContain('No tiene archivo.');
    expect(ofAdministrator).not.toContain('Sus permisos no incluyen');
  });

  it('asks for the required fields of a new type with 400 before it takes that type', async () => {
    const id = await make();
    const form = await page(`${LIST}/${id}/edit`);
    expect(form).not.toContain('campos.finca');
    const fields = { version: valueOf(form, 'version'), base: valueOf(form, 'base'), documentName: 'Con otro tipo', documentId: 't2' };
    const asked = await post(`${LIST}/${id}/edit`, fields);
    expect(asked.status).toBe(400);
    const shown = await asked.text();
    expect(shown).toContain('name="campos.finca"');
    expect(shown).toContain('value="Con otro tipo"');
    expect((await post(`${LIST}/${id}/edit`, { ...fields, 'campos.finca': '5' })).status).toBe(302);
    expect(await stored(id)).toMatchObject({ documentId: 't2', campos: { finca: 5 } });
  });

  it('gives back what was typed, without scripts, if it was deleted meanwhile', async () => {
    const id = await make();
    const form = await page(`${LIST}/${id}/edit`);
    const opened = { version: valueOf(form, 'version'), base: valueOf(form, 'base') };
    expect((await post(`${LIST}/${id}`, { intent: 'deactivate' })).status).toBe(302);
    const refused = await post(`${LIST}/${id}/edit`, { ...opened, documentName: 'Nombre que escribí' });
    const shown = await refused.text();
    expect(refused.status).toBe(409);
    expect(shown).toContain('value="Nombre que escribí"');
    expect(shown).toContain('Restáurelo antes.');
    expect(await stored(id)).not.toMatchObject({ documentName: 'Nombre que escribí' });
  });

  it('answers within 10 seconds if a validator would backtrack forever, as do other requests meanwhile', async () => {
    const id = await make({ documentId: 't2', campos: { finca: 1 } });
    const text = `${'a'.repeat(999)}!`;
    const started = performance.now();
    const [refused, other] = await Promise.all([post(`${LIST}/${id}/edit`, { version: 'x', 'campos.lento': text }), web.get('/healthz')]);
    expect([refused.status, other.status]).toEqual([400, 200]);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('is assigned, archived and deactivated in bulk, after the list has asked for missing values', async () => {
    const ids = [await make(), await make()];
    const first = await post(LIST, { intent: 'assign', ids: ids.join('/') });
    expect(first.status).toBe(400);
    const panel = await first.text();
    expect(panel).toContain('Asignar 2 documentos');
    expect(panel).toContain(`name="ids" value="${ids.join('/')}"`);
    expect(panel).toContain(`<option value="${clerk.id}">`);
    expect(panel).toMatch(/<option value="lejos" disabled="">Leo Lejos \(no abre «Digitalizar documentos»\)</);
    const done = await post(`${LIST}?q=documento`, {
      intent: 'assign',
      ids: valueOf(panel, 'ids'),
      userId: clerk.id,
      formToken: valueOf(panel, 'formToken'),
    });
    expect([done.status, done.headers.get('location')]).toEqual([302, `${LIST}?q=documento`]);
    for (const id of ids) expect(await stored(id)).toMatchObject({ userId: clerk.id, status: 'ASSIGNED' });
    expect(await undo(done)).toBe(`${LIST}?q=documento`);
    for (const id of ids) expect(await stored(id)).toMatchObject({ userId: '', status: 'INDEXED' });
    expect((await post(LIST, { intent: 'archive', ids: ids.join('/'), ubicacion: 'Bodega' })).status).toBe(302);
    expect((await post(LIST, { intent: 'deactivate', ids: ids.join('/') })).status).toBe(302);
    expect(await stored(ids[0] ?? '')).toMatchObject({ isActive: false, ubicacion: 'Bodega' });
    expect((await post(LIST, { intent: 'archive', ids: ids.join('/'), ubicacion: 'Otra' })).status).toBe(409);
    expect((await post(LIST, { intent: 'restore', ids: ids.join('/') })).status).toBe(302);
  });

  it('is assigned and archived together with all documents that the filter finds', async () => {
    const ids = [await make(), await make()];
    const all = `${LIST}?status=INDEXED`;
    const given = await post(all, { intent: 'assign', ids: '', all: '1', userId: clerk.id, formToken: 'formulario-numero-0076' });
    for (const id of ids) expect(await stored(id)).toMatchObject({ userId: clerk.id, status: 'ASSIGNED' });
    await undo(given);
    for (const id of ids) expect(await stored(id)).toMatchObject({ userId: '', status: 'INDEXED' });
    const asked = await post(all, { intent: 'archive', ids: ids[0] ?? '', all: '1' });
    expect([asked.status, await asked.text()]).toEqual([400, expect.stringContaining('name="ubicacion"')]);
    const done = await post(all, {
      intent: 'archive',
      ids: ids[0] ?? '',
      all: '1',
      ubicacion: 'Bodega 7',
      formToken: 'formulario-numero-0077',
    });
    expect(done.status).toBe(302);
    for (const id of ids) expect(await stored(id)).toMatchObject({ status: 'ARCHIVED', ubicacion: 'Bodega 7' });
  });
});

describe('a person who may only view a type', () => {
  it('sees only documents of that type, and changes only those assigned to them', async () => {
    const [seen, hidden] = [
      await make({ documentName: 'Visible para clara' }),
      await make({ documentName: 'Oculto para clara', documentId: 't2' }),
    ];
    const headers = { ...HTML, ...clerk.headers, Origin: web.base };
    const look = (address: string) => web.get(address, { headers });
    const act = async (address: string, fields: Readonly<Record<string, string>>) =>
      (await web.get(address, { method: 'POST', body: new URLSearchParams(fields), headers })).status;
    const list = await (await look(`${LIST}?q=para clara`)).text();
    expect([list.includes('Visible para clara'), list.includes('Oculto para clara')]).toEqual([true, false]);
    expect(await (await look(`${LIST}/export?format=csv`)).text()).not.toContain('Oculto');
    expect(await (await look('/buscar?q=para+clara')).text()).not.toContain('Oculto');
    const asked = (await (await look(`/buscar.json?q=${hidden}`)).json()) as SearchAnswer;
    expect([asked.answers, asked.groups]).toEqual([[], []]);
    expect([
      (await look(`${LIST}/${seen}`)).status,
      (await look(`${LIST}/${hidden}`)).status,
      (await look(`${LIST}/${hidden}/edit`)).status,
    ]).toEqual([200, 404, 404]);
    expect((await look(`${LIST}/${seen}/edit`)).status).toBe(403);
    for (const intent of ['assign', 'archive', 'deactivate', 'restore']) {
      const fields = { intent, userId: clerk.id, ubicacion: 'x' };
      expect([intent, await act(`${LIST}/${seen}`, fields), await act(`${LIST}/${hidden}`, fields)]).toEqual([intent, 403, 404]);
      expect([intent, await act(LIST, { ...fields, ids: `${seen}/${hidden}` })]).toEqual([
        intent,
        expect.toSatisfy((status) => status === 403 || status === 404),
      ]);
    }
    expect(await act(`${LIST}/${seen}/edit`, { documentName: 'x' })).toBe(403);
    const held = await make({ status: 'ASSIGNED', userId: clerk.id, userAssign: clerk.id });
    expect(await act(`${LIST}/${held}`, { intent: 'return', reason: 'No es mío' })).toBe(302);
    await put('permisos_documentos/ver', { title: 'Ver', permissions: { c1: { t1: ['create'] } } });
    expect((await look(`${LIST}/${seen}`)).status).toBe(404);
    await put('permisos_documentos/ver', { title: 'Ver', permissions: { c1: { t1: ['view'] } } });
  });
});
