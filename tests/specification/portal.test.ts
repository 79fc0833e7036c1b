import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import type { DatabaseName, Fields } from '#server/ports/documents/document-store.ts';
import * as sample from '#server/ports/files/testing/sample-files.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { putRoleRow, putStaffRow } from '#server/testing/staff-rows.ts';
import { signInAs } from '../access/people.ts';
import { useTestWeb } from '../http/test-web.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
await ensureBuild(ROOT);
const web = useTestWeb({ app: { build: await loadBuild() } });

const HTML = { Accept: 'text/html' };
const SERVICES = '/products/list-products';
const SETS = '/maintenance/digitalization/document-permissions/list-document-permissions';
const DOCUMENTS = '/digitalization-documents/list-digitalization-docs';
const SENT = '/maintenance/digitalization/packagesShips/send/list-packages';
const RECEIVED = '/maintenance/digitalization/packagesShips/received/list-packages';

const page = async (address: string, headers: Record<string, string> = {}) =>
  (await (await web.getSigned(address, { headers: { ...HTML, ...headers } })).text()).replaceAll('<!-- -->', '');
const valueOf = (html: string, name: string) =>
  (new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
/** Posts a form as a browser without scripts does. @returns where the answer redirects to */
async function send(address: string, fields: Readonly<Record<string, string | readonly string[]>>): Promise<string> {
  const pairs = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one]));
  const answer = await web.getSigned(address, { method: 'POST', body: new URLSearchParams(pairs), headers: HTML });
  expect([address, answer.status]).toEqual([address, 302]);
  return answer.headers.get('location') ?? '';
}
const idOf = (location: string) => decodeURIComponent(new URL(location, 'http://x').pathname.split('/').at(-1) ?? '');
const stored = async (database: DatabaseName, place: string) => (await web.portal.documents[database].get(place))?.data ?? {};
async function put(database: DatabaseName, place: string, data: Fields): Promise<void> {
  await web.portal.documents[database].set(place, data);
  await web.portal.readModel.projectNow(database, [place]);
}
let forms = 0;
const formToken = () => `formulario-numero-${String((forms += 1)).padStart(6, '0')}`;

/** The table of section 2, with the screens' labels. */
const SCREENS = [
  ['', 'Inicio', '/'],
  ['App móvil', 'Asociados', '/customers/list-customers'],
  ['App móvil', 'Prospecciones', '/quotes/list-quotes'],
  ['App móvil', 'Productos y servicios', '/products/list-products'],
  ['App móvil', 'Plazas vacantes', '/job-offers/list-job-offer'],
  ['App móvil', 'Promociones', '/promotions/list-promotions'],
  ['App móvil', 'Agencias', '/locations/list-agencies'],
  ['App móvil', 'Reportes', '/reports/menu'],
  ['App móvil', 'Configuración', '/settings/menu'],
  ['App móvil', 'Educación cooperativista', '/educacion/cooperativista'],
  ['App móvil', 'Cómo asociarse', '/how_associated'],
  ['Maletín', 'Archivos', '/briefcase/list-briefcase'],
  ['Maletín', 'Carpetas', '/folders/list-folders'],
  ['Maletín', 'Tipos de documento', '/document-types/list-documents'],
  ['Sistema', 'Usuarios', '/users/list-users'],
  ['Sistema', 'Departamentos', '/departments/list-departments'],
  ['Sistema', 'Puestos', '/job-positions/list-positions'],
  ['Digitalización', 'Categorías', '/maintenance/digitalization/category/list-category'],
  ['Digitalización', 'Tipos de documento', '/maintenance/digitalization/document-type/list-document-type'],
  ['Digitalización', 'Permisos de documentos', SETS],
  ['Digitalización', 'Digitalizar documentos', DOCUMENTS],
  ['Digitalización', 'Paquetes enviados', SENT],
  ['Digitalización', 'Paquetes recibidos', RECEIVED],
  ['Reportes', 'Reportes del Maletín', '/briefcase/reports'],
] as const;

/** Entries that section 2 does not have, by the address of the entry above them. */
const BELOW: Readonly<Record<string, readonly (readonly [group: string, title: string, address: string])[]>> = {
  '/job-positions/list-positions': [['Sistema', 'Seguridad', '/settings/security']],
  '/briefcase/reports': [['Reportes', 'Mis reportes', '/reports/mine']],
};

/** The sidebar of somebody who may open everything. */
const SIDEBAR = SCREENS.flatMap((screen): (readonly string[])[] => [screen, ...(BELOW[screen[2]] ?? [])]);

/** Entries of a page's sidebar in order: group, title and address. */
function sidebarOf(html: string): [string, string, string][] {
  const [, nav = ''] = /<nav aria-label="Menú principal"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
  return nav.split('<details').flatMap((part, at) => {
    const group = at === 0 ? '' : (/<summary><span>([^<]*)/.exec(part)?.[1] ?? '');
    return [...part.matchAll(/<a [^>]*href="([^"]*)"[^>]*><span>([^<]*)/g)].map(([, href = '', title = '']): [string, string, string] => [
      group,
      title,
      href,
    ]);
  });
}

beforeAll(async () => {
  for (const [id, nombre] of [
    ['agencia-01', 'Agencia Central'],
    ['agencia-02', 'Agencia Norte'],
  ] as const)
    await put('main', `agencias/${id}`, { nombre });
  await web.portal.sql.query(`UPDATE usuarios SET agency = 'agencia-01' WHERE id = $1`, [web.administrator.id]);
});

describe('the screens of section 2', () => {
  it.each(SCREENS)('«%s» › «%s» stands in the sidebar and opens %s', async (group, entry, address) => {
    const answer = await web.getSigned(address, { headers: HTML });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toMatch(/<html lang="es-GT"/);
    expect(html).toContain('<title>Cooperativa Prueba</title>');
    expect(sidebarOf(html)).toContainEqual([group, entry, address]);
  });

  it('stand in the specified order, under groups that fold except the first', async () => {
    const html = await page('/');
    expect(sidebarOf(html)).toEqual(SIDEBAR);
    expect([...html.matchAll(/<details class="menu-group"[^>]*><summary><span>([^<]*)/g)].map(([, title]) => title)).toEqual([
      'App móvil',
      'Maletín',
      'Sistema',
      'Digitalización',
      'Reportes',
    ]);
  });

  it('follow the names, order, visibility and icons stored in `menu` within five seconds, and still open when hidden', async () => {
    const store = web.portal.documents.main;
    await store.set('menu/maletin', {
      title: 'Documentos',
      icon: 'folder',
      href: '',
      sort: 5,
      isActive: true,
      collapsible: true,
      options: [
        { id: 'briefcase-folders', title: 'Carpetas', href: '/folders/list-folders', icon: 'inbox' },
        { id: 'briefcase-files', title: 'Papeles', href: '/briefcase/list-briefcase', icon: 'files' },
        { id: 'briefcase-document-types', title: 'Tipos', href: '/document-types/list-documents', icon: 'tags', isActive: false },
        { id: 'no-such-entry', title: 'Ajena', href: 'https://otra.example', icon: 'house' },
      ],
    });
    await store.set('menu/sistema', { id: 'sistema', title: 'Sistema', sort: 30, isActive: false, options: [] });
    const given = await expect
      .poll(() => page('/account'), { timeout: 5_000 })
      .toContain('Papeles')
      .then(() => page('/account'));
    const others = SIDEBAR.filter(([group]) => group !== 'Maletín' && group !== 'Sistema');
    expect(sidebarOf(given)).toEqual([
      ...others.slice(0, 1),
      ['Documentos', 'Carpetas', '/folders/list-folders'],
      ['Documentos', 'Papeles', '/briefcase/list-briefcase'],
      ...others.slice(1),
    ]);
    expect(given).toMatch(/class="menu-entry icon-inbox" href="\/folders\/list-folders"/);
    for (const hidden of ['/document-types/list-documents', '/users/list-users'])
      expect((await web.getSigned(hidden, { headers: HTML })).status, hidden).toBe(200);
    expect(await page('/settings/sidebar')).toContain('no-such-entry');
    await store.set('menu/sistema', { ...(await stored('main', 'menu/sistema')), isActive: true });
    await store.set('menu/maletin', { title: 'Maletín', sort: 20, isActive: true, options: [] });
    await expect.poll(async () => sidebarOf(await page('/account')), { timeout: 5_000 }).toEqual(SIDEBAR);
  });

  it('appear in the sidebar and open exactly as the role’s document lists', async () => {
    await putRoleRow(web.portal.sql, { id: 'mercadeo', menus: ['home', 'promotions', 'briefcase-folders'] });
    const { headers } = await signInAs(web, { name: 'marta', role: 'mercadeo', folders: [] });
    const allowed = ['/', '/promotions/list-promotions', '/folders/list-folders'];
    expect(sidebarOf(await page('/', headers)).map(([, , href]) => href)).toEqual(allowed);
    for (const [, , address] of SCREENS) {
      const answer = await web.getSigned(address, { headers: { ...HTML, ...headers } });
      expect([address, answer.status]).toEqual([address, allowed.includes(address) ? 200 : 403]);
    }
  });

  it('name the roles Administrador, Editor and Reportes', async () => {
    const html = await page('/settings/roles');
    for (const role of ['Administrador', 'Editor', 'Reportes']) expect(html).toMatch(new RegExp(`>${role}<`));
  });

  it('open sign-in and password reset to people without a session', async () => {
    for (const address of ['/login', '/reset-password']) expect((await web.get(address, { headers: HTML })).status, address).toBe(200);
  });

  it('have breakpoints at 600, 1000, 1200 and 1920 px', async () => {
    const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(await page('/')) ?? [];
    const css = await (await web.get(style)).text();
    const declared = readFileSync(path.join(ROOT, 'app/styles/app.css'), 'utf8');
    for (const [name, width] of [
      ['sm', 600],
      ['md', 1000],
      ['lg', 1200],
      ['xl', 1920],
    ] as const)
      expect(declared).toContain(`--breakpoint-${name}: ${width}px;`);
    for (const width of [600, 1000, 1200]) expect(css).toMatch(new RegExp(`(?:width\\s*>=|min-width:)\\s*${width}px`));
  });
});

const GENERIC = { isActive: true, createdAt: expect.any(Date), updatedAt: expect.any(Date) };
/** Values to fill in, by the field names of section 3. */
const RECORDS: readonly [
  what: string,
  database: DatabaseName,
  address: string,
  place: (id: string) => string,
  fields: Record<string, string>,
][] = [
  [
    'an agency',
    'main',
    '/locations/list-agencies',
    (id) => `agencias/${id}`,
    {
      nombre: 'Agencia Sur',
      direccion: '4a. calle 1-20',
      horarios: 'Lunes a viernes 8:00 a 17:00',
      latitud: '14.83',
      longitud: '-91.5',
      operaciones: 'Retiros',
      tipo: 'agencia',
      telefono: '7765-1234',
      fotos: '/fotos/a.png',
    },
  ],
  [
    'a job offer',
    'main',
    '/job-offers/list-job-offer',
    (id) => `plazas_vacantes/${id}`,
    {
      nombre: 'Cajero',
      queOfrecemos: 'Salario',
      nivelAcademico: 'Perito',
      perfilDeseado: 'Puntual',
      agencia: 'agencia-01',
      fechaPapeleria: '2026-12-31',
    },
  ],
  [
    'a promotion',
    'main',
    '/promotions/list-promotions',
    (id) => `promociones/${id}`,
    { nombre: 'Gane', descripcion: 'Un viaje', image_url: '/fotos/b.png' },
  ],
  ['a department', 'main', '/departments/list-departments', (id) => `departamentos/${id}`, { nombre: 'Créditos' }],
  ['a position', 'main', '/job-positions/list-positions', (id) => `puestos/${id}`, { nombre: 'Cajera' }],
  ['a folder', 'main', '/folders/list-folders', (id) => `maletin_carpetas/${id}`, { nombre: 'Actas' }],
  ['a document type of the Maletín', 'main', '/document-types/list-documents', (id) => `maletin_tipos_documento/${id}`, { nombre: 'Acta' }],
  ['a service', 'main', '/products/list-products', (id) => `productos_servicios/${id}`, { nombre: 'Ahorro', icono: 'piggy-bank' }],
  ['a category', 'digitalization', '/maintenance/digitalization/category/list-category', (id) => `categorias/${id}`, { nombre: 'Legal' }],
];

async function createRecord(address: string, fields: Record<string, string>): Promise<string> {
  const form = await page(`${address}/new`);
  return idOf(await send(`${address}/new`, { intent: 'save', formToken: valueOf(form, 'formToken'), estado: 'true', ...fields }));
}

describe('the records of section 3', () => {
  it.each(RECORDS)('%s holds its fields and the generic ones', async (_what, database, address, place, fields) => {
    const data = await stored(database, place(await createRecord(address, fields)));
    expect(data).toMatchObject({ ...GENERIC, estado: true });
    for (const [name, value] of Object.entries(fields)) {
      const held = data[name] as unknown;
      expect([name, Array.isArray(held) ? held.join() : String(held)]).toEqual([name, value]);
    }
  });

  it('have `estado` switched on in a new form', async () => {
    for (const [, , address] of RECORDS)
      expect([
        address,
        /name="estado"[^>]*checked|checked[^>]*name="estado"|<option[^>]*value="true"[^>]*selected/.test(await page(`${address}/new`)),
      ]).toEqual([address, true]);
  });

  it('a job offer stores its creation day as day/month/year', async () => {
    const id = await createRecord('/job-offers/list-job-offer', { nombre: 'Con fecha', agencia: 'agencia-01' });
    const { fecha } = await stored('main', `plazas_vacantes/${id}`);
    const parts = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Guatemala' }).format(new Date());
    expect(fecha).toBe(parts);
  });

  it('quotes are of four kinds, each with a tab of its own', async () => {
    for (const tipo of ['ahorro_plazo', 'prestamo', 'ahorro_programado', 'tarjeta_credito'])
      await put('main', `cotizaciones/${tipo}`, { tipo, nombre: `Persona de ${tipo}`, estado: true, bitacora: [] });
    for (const [tipo, tab] of [
      ['ahorro_plazo', 'Ahorro a plazo'],
      ['prestamo', 'Préstamos'],
      ['ahorro_programado', 'Ahorro programado'],
      ['tarjeta_credito', 'Tarjetas'],
    ] as const) {
      const html = await page(`/quotes/list-quotes?tipo=${tipo}`);
      expect(html).toContain(tab);
      expect([...html.matchAll(/Persona de (\w+)</g)].map(([, kind]) => kind)).toEqual([tipo]);
    }
  });

  it('products are stored in the sub-collection of their service', async () => {
    const service = await createRecord(SERVICES, { nombre: 'Con productos', icono: 'piggy-bank' });
    const id = await createRecord(`${SERVICES}/${service}/productos`, { nombre: 'Cuenta joven' });
    expect(await stored('main', `productos_servicios/${service}/productos/${id}`)).toMatchObject({ nombre: 'Cuenta joven', ...GENERIC });
  });

  it('photos are stored in the sub-collection of a service with a gallery, and refused for any other service', async () => {
    const [assets = '', plain = ''] = [
      await createRecord(SERVICES, { nombre: 'Activos extraordinarios', icono: 'building-2', galeria: 'true' }),
      await createRecord(SERVICES, { nombre: 'Sin galería', icono: 'piggy-bank', galeria: 'false' }),
    ];
    const service = `${SERVICES}/${assets}`;
    const photos = async () => [...(await page(service)).matchAll(/Descripción de la foto (\d)/g)].map(([, place]) => Number(place));
    expect(await page(service)).toContain('Todavía no hay fotos.');
    for (const descripcion of ['Casa', 'Terreno'])
      await send(`${service}/fotos`, { intent: 'add', url: '/fotos/a.png', descripcion, formToken: formToken() });
    const held = async () => {
      const found = await web.portal.documents.main.query({ collection: `productos_servicios/${assets}/fotos` });
      return found
        .map(({ id, data }): Fields & { id: string } => ({ ...data, id }))
        .sort((a, b) => Number(a['orden']) - Number(b['orden']));
    };
    const [house, ground] = await held();
    expect([house, ground]).toMatchObject([
      { url: '/fotos/a.png', descripcion: 'Casa', orden: 1, ...GENERIC },
      { descripcion: 'Terreno', orden: 2, ...GENERIC },
    ]);
    expect(await photos()).toEqual([1, 2]);
    await send(`${service}/fotos`, { intent: 'move', place: `${ground?.id}/` });
    await send(`${service}/fotos`, { intent: 'deactivate', id: house?.id ?? '' });
    expect((await held()).filter(({ isActive }) => isActive)).toMatchObject([{ id: ground?.id, orden: 1 }]);
    expect(await photos()).toEqual([1]);

    const opened = await page(`${service}/edit`);
    expect(opened).toMatch(/<input[^>]*type="checkbox"[^>]*name="galeria"[^>]*checked/);
    const kept = { version: valueOf(opened, 'version'), base: valueOf(opened, 'base') };
    const form = new URLSearchParams({ intent: 'save', nombre: 'Activos', icono: 'building-2', galeria: 'false', estado: 'true', ...kept });
    const refused = await web.getSigned(`${service}/edit`, { method: 'POST', body: form, headers: HTML });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('El servicio tiene 1 foto que la aplicación muestra. Elimine primero las fotos.');
    expect(await stored('main', `productos_servicios/${assets}`)).toMatchObject({ nombre: 'Activos extraordinarios', galeria: true });

    const bare = `${SERVICES}/${plain}`;
    expect(await page(bare)).not.toContain('id="fotos"');
    const added = new URLSearchParams({ intent: 'add', url: '/fotos/a.png', descripcion: '', formToken: formToken() });
    expect((await web.getSigned(`${bare}/fotos`, { method: 'POST', body: added, headers: HTML })).status).toBe(404);
    const uploaded = { method: 'POST', body: JSON.stringify({ url: '/fotos/a.png' }), headers: { 'Content-Type': 'application/json' } };
    expect((await web.getSigned(`${bare}/fotos/nueva`, uploaded)).status).toBe(404);
    expect((await web.getSigned(`${bare}/fotos/export`)).status).toBe(404);
    expect((await web.getSigned(`${bare}/fotos`, { headers: HTML })).headers.get('location')).toBe(bare);
  });

  it('are listed newest first, without inactive ones', async () => {
    for (const [at, id] of ['uno', 'dos', 'tres', 'fuera'].entries())
      await put('main', `departamentos/orden-${id}`, {
        nombre: `Orden ${id}`,
        estado: true,
        isActive: id !== 'fuera',
        createdAt: new Date(Date.UTC(2020, 0, 1 + (id === 'dos' ? 9 : at))),
      });
    const html = await page('/departments/list-departments?q=orden');
    const shown = [...new Set([...html.matchAll(/list-departments\/orden-(\w+)/g)].map(([, id]) => id))];
    expect(shown).toEqual(['dos', 'tres', 'uno']);
  });

  it('stay stored with isActive false when they are deleted', async () => {
    const id = await createRecord('/departments/list-departments', { nombre: 'Se va' });
    await send(`/departments/list-departments/${id}`, { intent: 'deactivate' });
    expect(await stored('main', `departamentos/${id}`)).toMatchObject({ nombre: 'Se va', isActive: false });
  });
});

describe('digitalization, from the first document to a received package', () => {
  const TYPES = '/maintenance/digitalization/document-type/list-document-type';
  let category = '';
  let type = '';
  /** Id of the receiver at the other agency. */
  let rita = '';
  const actionsOf = async (place: string) => {
    const where = [{ field: 'targetPath', op: '==', value: place }] as const;
    const entries = await web.portal.documents.digitalization.query({ collection: 'auditoria', where });
    return entries.sort((one, other) => Number(one.version - other.version)).map(({ data }) => data);
  };
  async function upload(documentName: string): Promise<string> {
    const form = new FormData();
    for (const [name, value] of Object.entries({ documentName, categoryId: category, documentId: type })) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(sample.pdf(documentName))]), 'escaneo.pdf');
    const answer = await web.getSigned('/digitalization-documents/upload', {
      method: 'POST',
      body: form,
      headers: { Accept: 'application/json' },
    });
    expect(answer.status, await answer.clone().text()).toBe(201);
    return ((await answer.json()) as { id: string }).id;
  }
  async function sendPackage(needReassign: boolean, lines: readonly (readonly [name: string, id: string])[]): Promise<string> {
    const typed = lines.flatMap(([name, id], at): [string, string][] => [
      [`line.${at}.document`, name],
      [`line.${at}.categoryId`, category],
      [`line.${at}.documentId`, type],
      [`line.${at}.digitalizationId`, id],
    ]);
    const fields = { agencyId: 'agencia-02', userAssign: rita, needReassign: String(needReassign), note: '' };
    return idOf(await send(`${SENT}/new`, { intent: 'send', formToken: formToken(), ...fields, ...Object.fromEntries(typed) }));
  }

  beforeAll(async () => {
    rita = (await signInAs(web, { name: 'rita', role: 'admin', folders: [] })).id;
    await putStaffRow(web.portal.sql, { id: rita, name: 'Rita', role: 'admin', agency: 'agencia-02' });
    category = await createRecord('/maintenance/digitalization/category/list-category', { nombre: 'De la historia' });
    type = await createRecord(TYPES, { nombre: 'Poder', categoryId: category });
  });

  it('a document type stores its category', async () => {
    expect(await stored('digitalization', `tipos_documento/${type}`)).toMatchObject({ nombre: 'Poder', categoryId: category, ...GENERIC });
  });

  it('a permission set is created, changed and deleted, with the audit actions of section 4', async () => {
    const set = { intent: 'save', title: 'Cajas', agencyScope: 'all', p: [`${category}/${type}/view`, `${category}/${type}/print`] };
    const id = idOf(await send(`${SETS}/new`, { ...set, formToken: formToken() }));
    expect(await stored('digitalization', `permisos_documentos/${id}`)).toMatchObject({
      title: 'Cajas',
      permissions: { [category]: { [type]: ['view', 'print'] } },
    });
    const form = await page(`${SETS}/${id}/edit`);
    await send(`${SETS}/${id}/edit`, { ...set, version: valueOf(form, 'version'), base: valueOf(form, 'base'), title: 'Cajeras' });
    await send(`${SETS}/${id}`, { intent: 'deactivate' });
    expect((await actionsOf(`permisos_documentos/${id}`)).map(({ action }) => action)).toEqual([
      'PERMISO DE DIGITALIZACIÓN CREADO',
      'PERMISO DE DIGITALIZACIÓN MODIFICADO',
      'PERMISO DE DIGITALIZACIÓN ELIMINADO',
    ]);
  });

  it('a document is indexed, changed, assigned, returned and deleted, with the audit actions of section 4', async () => {
    const id = await upload('Poder de Ana');
    const place = `documentos/${id}`;
    expect(await stored('digitalization', place)).toMatchObject({
      categoryId: category,
      documentId: type,
      documentName: 'Poder de Ana',
      userAssign: '',
      userId: '',
      agencyId: 'agencia-01',
      status: 'INDEXED',
      isActive: true,
      url: expect.stringContaining('asset'),
      fromPackaging: '',
      agencyFromDoc: 'agencia-01',
    });
    const form = await page(`${DOCUMENTS}/${id}/edit`);
    const opened = { version: valueOf(form, 'version'), base: valueOf(form, 'base') };
    await send(`${DOCUMENTS}/${id}/edit`, { ...opened, documentName: 'Poder de Eva', documentId: type });
    await send(`${DOCUMENTS}/${id}`, { intent: 'assign', userId: web.administrator.id, comment: '', formToken: formToken() });
    expect(await stored('digitalization', place)).toMatchObject({ status: 'ASSIGNED', userId: web.administrator.id });
    await send(`${DOCUMENTS}/${id}`, { intent: 'return', reason: 'Falta firma' });
    await send(`${DOCUMENTS}/${id}`, { intent: 'deactivate' });
    const entries = await actionsOf(place);
    expect(entries.map(({ action }) => action)).toEqual([
      'NUEVO ARCHIVO DIGITALIZADO',
      'ARCHIVO DIGITALIZADO MODIFICADO',
      'ARCHIVO DIGITALIZADO ASIGNADO',
      'ARCHIVO DIGITALIZADO DEVUELTO',
      'ARCHIVO DIGITALIZADO ELIMINADO',
    ]);
    expect(entries[1]).toMatchObject({
      user: web.administrator.id,
      beforeData: { documentName: 'Poder de Ana' },
      newData: { documentName: 'Poder de Eva' },
    });
  });

  it('a package of papers is drafted, sent and accepted, and its line becomes a document', async () => {
    const id = idOf(
      await send(`${SENT}/new`, {
        intent: 'save',
        formToken: formToken(),
        agencyId: 'agencia-02',
        userAssign: rita,
        needReassign: 'false',
        note: '',
        'line.0.document': 'Uno',
        'line.0.categoryId': category,
        'line.0.documentId': type,
      }),
    );
    const place = `PACKAGES/${id}`;
    expect(await stored('digitalization', place)).toMatchObject({ from: web.administrator.id, status: 'ENTERED', sended: false });
    await send(`${SENT}/${id}`, { intent: 'send', formToken: formToken() });
    expect(await stored('digitalization', place)).toMatchObject({
      status: 'SENT',
      sended: true,
      sendedAt: expect.any(Date),
      needReassign: false,
      agencyId: 'agencia-02',
      userAssign: rita,
      digitalizationId: '',
      fromUser: { agency: 'agencia-01' },
      detailOfPackage: [
        { document: 'Uno', digitalizationCategory: { id: category }, digitalizationDocument: { id: type }, digitalizationId: '' },
      ],
    });
    await send(`${RECEIVED}/${id}`, { intent: 'accept', formToken: formToken(), 'line.0.verdict': 'RECEIVED' });
    const accepted = await stored('digitalization', place);
    expect(accepted).toMatchObject({ status: 'ACCEPTED', resolutionAt: expect.any(Date) });
    const [line] = accepted['detailOfPackage'] as { digitalizationId: string }[];
    expect(await stored('digitalization', `documentos/${line?.digitalizationId}`)).toMatchObject({
      documentName: 'Uno',
      status: 'ASSIGNED',
      fromPackaging: id,
      userId: rita,
      userAssign: rita,
    });
    expect((await actionsOf(place)).map(({ action }) => action)).toContain('PAQUETE RECIBIDO');
  });

  it('accepting a package of documents changes their holder, and rejecting a package stores the time', async () => {
    const id = await upload('Va y viene');
    const given = await sendPackage(true, [['Va y viene', id]]);
    await send(`${RECEIVED}/${given}`, { intent: 'accept', formToken: formToken(), 'line.0.verdict': 'RECEIVED' });
    expect(await stored('digitalization', `documentos/${id}`)).toMatchObject({
      userId: rita,
      userAssign: rita,
    });
    expect(await stored('digitalization', `PACKAGES/${given}`)).toMatchObject({ detailOfPackage: [{ digitalizationId: id }] });
    const refused = await sendPackage(false, [['Dos', '']]);
    await send(`${RECEIVED}/${refused}`, { intent: 'reject', reason: 'Llegó abierto', formToken: formToken() });
    expect(await stored('digitalization', `PACKAGES/${refused}`)).toMatchObject({ status: 'REJECTED', resolutionAt: expect.any(Date) });
  });
});

/** Packages that the portal must be made with, and a file that uses each. */
const PACKAGES = [
  ['@remix-run/react', 'app/root.tsx'],
  ['@remix-run/node', 'app/entry.server.tsx'],
  ['@remix-run/express', 'server/entrances/http'],
  ['express', 'server/entrances/http'],
  ['react', 'app/screens'],
  ['react-dom', 'app/entry.client.tsx'],
  ['firebase-admin', 'server/ports/documents/firestore'],
  ['bullmq', 'server/ports/queue'],
  ['ioredis', 'server/ports/queue'],
  ['exceljs', 'server/workbooks'],
] as const;

describe('the make-up of the portal', () => {
  const filesOf = (place: string) =>
    /\.tsx?$/.test(place)
      ? [place]
      : readdirSync(path.join(ROOT, place), { recursive: true, encoding: 'utf8' }).map((file) => `${place}/${file}`);

  it.each(PACKAGES)('%s is used in %s', (name, place) => {
    const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
    expect(dependencies).toHaveProperty([name]);
    const isUsed = filesOf(place)
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file))
      .some((file) =>
        new RegExp(`^import [^;]*from '${name}(?:/[^']*)?'|import\\('${name}(?:/[^']*)?'\\)`, 'm').test(
          readFileSync(path.join(ROOT, file), 'utf8'),
        ),
      );
    expect(isUsed).toBe(true);
  });

  it('vitest runs its tests', () => {
    const { scripts, devDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
      devDependencies: Record<string, string>;
    };
    expect(devDependencies).toHaveProperty('vitest');
    expect(scripts['test']).toMatch(/\bvitest run$/);
  });

  it('has the required folders and files', () => {
    const there = readdirSync(ROOT);
    for (const name of [
      'app',
      'server',
      'prisma',
      'jobs',
      'public',
      'package.json',
      'tsconfig.json',
      'remix.config.js',
      'docker-compose.yml',
      'README.md',
    ])
      expect(there).toContain(name);
  });
});
